/**
 * Who belongs to something of several people stands in two places: `{kind}/{id}/members/{uid}` of the Realtime Database is
 * what counts, and `memberships/{kind}_{id}_{uid}` follows it, for the rules of files and to find what an account belongs to.
 */
import { faultOfKey } from "#lib/database-key.ts";
import { oneLine } from "#lib/one-line.ts";
import {
  type OrderedKind,
  type ServerBackend,
  type Write,
  isConflict,
} from "#lib/server-backend.ts";

export type MembershipsBackend = Pick<
  ServerBackend,
  "getValue" | "getDocument" | "findDocuments" | "commit"
>;

export type MemberOf = { kind: OrderedKind; id: string; uid: string };

const tries = 20;

export function membershipPath({ kind, id, uid }: MemberOf): string {
  return `memberships/${kind}_${id}_${uid}`;
}

/**
 * @param of.name as the other members see it
 * @param of.now milliseconds since 1970: a document that is written anew differs from the one before
 */
export function membershipOf(of: MemberOf & { role: string; name: string; now: number }) {
  const { kind, id, uid, role, name, now } = of;
  return { kind, id, uid, role, name, since: now };
}

/**
 * Makes the document say what the database says. Whoever changes a member calls it afterwards, so that of any number of
 * servers the last one leaves both equal. @throws BackendError
 */
export async function followMember(
  backend: MembershipsBackend,
  { now, ...of }: MemberOf & { now: number },
): Promise<void> {
  const { kind, id, uid } = of;
  if (faultOfKey(uid) !== undefined) return;
  const path = membershipPath(of);
  for (let round = 0; round < tries; round += 1) {
    // oxlint-disable no-await-in-loop -- each round looks at what the one before has left
    // The document first: what changes the member after that follows it itself, and is in our way here.
    const document = await backend.getDocument(path);
    const { value } = await backend.getValue(`${kind}/${id}/members/${uid}`);
    const write = writeThatFollows(document, memberIn(value));
    if (write === undefined) return;
    await unlessQuicker(backend.commit([write]));
    // oxlint-enable no-await-in-loop
  }
  throw new Error("A membership is changed again and again.");

  function writeThatFollows(
    document: Awaited<ReturnType<typeof backend.getDocument>>,
    member: { role: string; name: string } | undefined,
  ): Write | undefined {
    if (member === undefined) {
      return document === null
        ? undefined
        : { delete: path, when: { updateTime: document.updateTime } };
    }
    const data = membershipOf({ ...of, ...member, now });
    if (document === null) return { set: path, data, when: { exists: false } };
    const { role, name } = document.data;
    if (role === member.role && name === member.name) return undefined;
    return { set: path, data, when: { updateTime: document.updateTime } };
  }
}

const roles: unknown[] = ["owner", "member", "viewer"];

function memberIn(value: unknown): { role: string; name: string } | undefined {
  const { role, name } = (value ?? {}) as Record<string, unknown>;
  if (typeof role !== "string" || !roles.includes(role)) return undefined;
  return { role, name: typeof name === "string" ? name : "" };
}

/** As they are called, on one line; empty: nobody knows. @throws BackendError */
export async function nameOf(
  backend: Pick<ServerBackend, "getValue">,
  uid: string,
): Promise<string> {
  if (faultOfKey(uid) !== undefined) return "";
  const { value } = await backend.getValue(`users/${uid}/name`);
  // It stands amid words of ours, and in lists of others: nothing in it turns or breaks a line.
  return typeof value === "string" ? oneLine(value, 80) : "";
}

/** False when the condition of a write does not hold. */
export async function unlessQuicker(commit: Promise<void>): Promise<boolean> {
  try {
    await commit;
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}
