/**
 * What becomes of things that several people share when one of them goes: each passes to another member, or goes with
 * its last one. Who belongs to what is in `memberships/{kind}_{id}_{uid}` {kind, id, uid, role}; what else there is of a thing
 * its own room of the server looks after.
 */
import type { ServerBackend, StoredDocument, Write } from "#lib/server-backend.ts";

type SharedBackend = Pick<ServerBackend, "findDocuments" | "commit">;

type Membership = { kind: string; id: string; uid: string; role: string };

type SharedOutcome = "passed" | "gone" | "left";

/** Rooms of the server that keep things of several people themselves. */
export type SharedThings = {
  /** By kind, instead of what is done here: the membership is gone afterwards, too. @throws BackendError */
  leave: Readonly<Record<string, (uid: string, id: string) => Promise<SharedOutcome>>>;
  /** What waits for whoever has confirmed this address. @throws BackendError */
  forgetAddress(email: string): Promise<void>;
  /** What an account has at places that are not its own. Also after it is gone. @throws BackendError */
  forgetAccount?(uid: string): Promise<void>;
};

const pageSize = 100;

/** Also what was left half done by an earlier call. Returns how many things passed on and how many went. @throws BackendError */
export async function leaveShared(
  backend: SharedBackend,
  uid: string,
  shared: Pick<SharedThings, "leave">,
): Promise<{ passed: number; gone: number }> {
  const result = { passed: 0, gone: 0 };
  for (;;) {
    const query = { where: { uid }, limit: pageSize };
    // What was left is in the next page no more.
    const page = await backend.findDocuments("memberships", query);
    for (const document of page) {
      const { kind, id } = membershipOf(document);
      const leaveThere = Object.hasOwn(shared.leave, kind) ? shared.leave[kind] : undefined;
      const outcome = await (leaveThere ? leaveThere(uid, id) : leave(backend, document));
      if (outcome !== "left") result[outcome] += 1;
    }
    if (page.length < pageSize) return result;
  }
}

async function leave(backend: SharedBackend, document: StoredDocument): Promise<SharedOutcome> {
  const own = membershipOf(document);
  const others = (
    await backend.findDocuments("memberships", {
      where: { kind: own.kind, id: own.id },
      limit: pageSize,
    })
  ).filter(({ path }) => path !== document.path);
  const writes: Write[] = [{ delete: document.path }];
  let outcome: SharedOutcome = "left";
  if (others.length === 0) {
    outcome = "gone";
  } else {
    const heir = heirOf(own, others);
    if (heir !== undefined) {
      writes.push({ update: heir.path, data: { role: "owner" }, when: { exists: true } });
      outcome = "passed";
    }
  }
  await backend.commit(writes);
  return outcome;
}

/** Undefined when somebody else is an owner, or the account was none. Members come before viewers, the longest first. */
function heirOf(own: Membership, others: StoredDocument[]): StoredDocument | undefined {
  if (own.role !== "owner") return undefined;
  const roleOf = (document: StoredDocument) => membershipOf(document).role;
  if (others.some((other) => roleOf(other) === "owner")) return undefined;
  const byAge = others.toSorted((a, b) => (a.createTime < b.createTime ? -1 : 1));
  return byAge.find((other) => roleOf(other) === "member") ?? byAge[0];
}

/** Also of a document that has only its id to say it by. */
function membershipOf({ id: name, data }: StoredDocument): Membership {
  const uid = textOf(data["uid"]);
  const [, kind = "", id = ""] =
    /^([^_]+)_(.*)$/s.exec(name.endsWith(`_${uid}`) ? name.slice(0, -uid.length - 1) : "") ?? [];
  return {
    kind: textOf(data["kind"]) || kind,
    id: textOf(data["id"]) || id,
    uid,
    role: textOf(data["role"]),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
