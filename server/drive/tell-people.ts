/** Tells accounts of what becomes of shared folders with them: apart from the requests, so that their senders learn nothing. */
import { readDriveNode } from "#lib/drive/node.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { nameOf } from "../boards/memberships.ts";
import type { JobKinds } from "../jobs/jobs.ts";
import type { Notifier } from "../notifications/notify.ts";
import { type InvitesBackend, openFolderInvite } from "./invite-store.ts";
import { isFolderMember, membershipIn } from "./memberships.ts";

export function tellFolderPeopleJob(deps: {
  backend: InvitesBackend & Pick<ServerBackend, "getValue" | "findAccountByEmail">;
  notifier: Pick<Notifier, "notify">;
  /** Tells browsers of these accounts to look. */
  ping: (uids: readonly string[]) => Promise<void>;
  /** Milliseconds since 1970. */
  now: () => number;
}): JobKinds {
  const { backend, notifier, ping, now } = deps;

  const somebody = async (uid: string) => (await nameOf(backend, uid)) || "Somebody";

  /** Undefined: it is there no more. */
  async function folderName(owner: string, folder: string): Promise<string | undefined> {
    const document = await backend.getDocument(`users/${owner}/files/${folder}`);
    const node = document === null ? undefined : readDriveNode(document.data);
    return node?.kind === "folder" && node.trashedAt === null ? node.name : undefined;
  }

  async function tellInvite(id: string): Promise<void> {
    const invite = await openFolderInvite(backend, id, now());
    if (invite === undefined || invite.isDeclined) return;
    const { by, email, folder, createdAt } = invite;
    const account = await backend.findAccountByEmail(email);
    if (account === null || !account.emailVerified || account.disabled) return;
    const { uid } = account;
    const name = await folderName(by, folder);
    if (name === undefined || uid === by) return;
    if (await isFolderMember(backend, { owner: by, folder }, uid)) return;
    await notifier.notify({
      uid,
      id: `fi-${id.slice(0, 40)}-${createdAt}`,
      kind: "files",
      title: `${await somebody(by)} invites you to the folder “${name}”`,
      text: "",
      path: "/FileStorageApp?view=shared",
      at: createdAt,
    });
    await ping([uid]);
  }

  type Told = { owner: string; folder: string; uid: string; at: number };

  async function tellOf(what: string, { owner, folder, uid, at }: Told, role: string) {
    const name = await folderName(owner, folder);
    if (name === undefined) return;
    const found = await membershipIn(backend, folder, uid);
    const member = found?.owner === owner ? found : undefined;
    const query = new URLSearchParams({ folder, ...(what !== "joined" && { owner }) });
    const common = { kind: "files", text: "", at, path: `/FileStorageApp?${query}` } as const;
    const id = `fp-${what}-${folder}-${at}`;
    if (what === "joined" && member !== undefined) {
      const title = `${await somebody(uid)} is in your folder “${name}” now`;
      await notifier.notify({ ...common, uid: owner, id, title });
    }
    if (what === "role" && member !== undefined && member.role === role) {
      const title =
        role === "member"
          ? `You may change the folder “${name}” of ${await somebody(owner)} now`
          : `You may only look at the folder “${name}” of ${await somebody(owner)} now`;
      await notifier.notify({ ...common, uid, id, title });
    }
    if (what === "removed" && member === undefined) {
      const title = `${await somebody(owner)} has removed you from the folder “${name}”`;
      await notifier.notify({ ...common, uid, id, title, path: "/FileStorageApp?view=shared" });
    }
  }

  return {
    "tell-folder-people": {
      async run(data: PlainFields) {
        const { what, invite, owner, folder, uid, role, at } = data;
        if (what === "invite" && typeof invite === "string") await tellInvite(invite);
        else if (
          typeof what === "string" &&
          typeof owner === "string" &&
          typeof folder === "string" &&
          typeof uid === "string" &&
          typeof at === "number"
        ) {
          await tellOf(what, { owner, folder, uid, at }, typeof role === "string" ? role : "");
        }
      },
    },
  };
}
