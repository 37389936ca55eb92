/** What an owner does with the people of a folder, and what these do themselves: accept, decline, leave. */
import { isDriveId } from "#lib/drive/node.ts";
import {
  type FolderPeople,
  type InvitedDriveRole,
  type JoinedFolder,
  folderInviteDays,
  mostFolderInvites,
  mostSharedFolders,
} from "#lib/drive/people.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { type ServerBackend, type Write, isConflict } from "#lib/server-backend.ts";
import { addressOf } from "../boards/invite-store.ts";
import { nameOf } from "../boards/memberships.ts";
import {
  type StoredFolderInvite,
  folderInviteId,
  folderInvitePath,
  openFolderInvite,
  openFolderInvites,
} from "./invite-store.ts";
import type { Access } from "./access.ts";
import {
  type FolderMember,
  type FolderPlace,
  type PeopleChange,
  changePeople,
  foldersOf,
  isFolderMember,
  isFull,
  membersOf,
  membershipIn,
} from "./memberships.ts";
import { DriveBusyError, type DriveStore } from "./store.ts";

export type PeopleActsBackend = Pick<
  ServerBackend,
  "getDocument" | "findDocuments" | "commit" | "getValue" | "getAccount"
>;

/** There is no such folder, it is in the trash, or it is not the caller's. */
type NotTheirs = "no-folder" | "busy";

export type PeopleActs = {
  /** Who is in it. @throws BackendError */
  list(by: string, owner: string, folder: string): Promise<FolderPeople | "no-folder">;
  /** Whoever has confirmed the address sees it, and is told. One that is open begins anew. @throws BackendError */
  invite(
    by: string,
    folder: string,
    asked: { email: string; role: InvitedDriveRole },
  ): Promise<"done" | "too-many-invites" | "own-address" | NotTheirs>;
  /** @throws BackendError */
  revoke(by: string, folder: string, id: string): Promise<"done" | NotTheirs>;
  /** @throws BackendError */
  setRole(
    by: string,
    folder: string,
    asked: { uid: string; role: InvitedDriveRole },
  ): Promise<"done" | "no-such-person" | NotTheirs>;
  /** @throws BackendError */
  remove(by: string, folder: string, uid: string): Promise<"done" | NotTheirs>;
  /** @throws BackendError */
  leave(uid: string, owner: string, folder: string): Promise<"done" | NotTheirs>;
  /** @throws BackendError */
  accept(
    uid: string,
    id: string,
  ): Promise<JoinedFolder | "no-such-invite" | "folder-full" | "too-many-folders" | "busy">;
  /** @throws BackendError */
  decline(uid: string, id: string): Promise<"done" | "no-such-invite">;
  /** Open ones to the address that the account has confirmed. @throws BackendError */
  invitesTo(uid: string): Promise<{ invite: StoredFolderInvite; folder: string; by: string }[]>;
  /** The account goes: it is in the folder no more. @throws BackendError */
  accountEnds(uid: string, folder: string): Promise<"left">;
};

type Jobs = {
  schedule(kind: string, job: { id?: string; dueAt: Date; data: PlainFields }): Promise<string>;
};

const dayMs = 24 * 3_600_000;
const mostShown = 50;

export function createPeopleActs(deps: {
  backend: PeopleActsBackend;
  access: Pick<Access, "of">;
  store: Pick<DriveStore, "update" | "readNode">;
  /** Tells browsers of these accounts to look. */
  ping: (uids: readonly string[]) => Promise<void>;
  jobs: () => Jobs;
  /** Milliseconds since 1970. */
  now: () => number;
}): PeopleActs {
  const { backend, access, ping, jobs, now } = deps;

  async function change<Said>(
    owner: string,
    folder: string,
    work: Parameters<typeof changePeople<Said>>[2],
  ): Promise<Said | "no-folder" | "busy"> {
    if (!isFolderId(owner, folder)) return "no-folder";
    try {
      return await changePeople<Said>(deps, { owner, folder }, work);
    } catch (error) {
      if (error instanceof DriveBusyError) return "busy";
      throw error;
    }
  }

  /** Told apart from the request: how long it takes says nothing of who has an address. */
  const tell = (id: string, data: PlainFields) =>
    jobs().schedule("tell-folder-people", { id, dueAt: new Date(now()), data });

  /** Of a folder that is not in the trash, nor what it lies in. */
  async function openFolder(owner: string, folder: string) {
    if (!isFolderId(owner, folder)) return undefined;
    const found = await access.of({ uid: owner }, owner, folder);
    const [node] = found?.chain ?? [];
    if (found === undefined || node?.kind !== "folder") return undefined;
    return found.chain.some(({ trashedAt }) => trashedAt !== null) ? undefined : node;
  }

  /** Anybody may sign up with any address. */
  async function provedAddress(uid: string): Promise<string | undefined> {
    const account = await backend.getAccount(uid);
    // One that is disabled may be on its way out of everything.
    if (account === null || account.disabled || !account.emailVerified) return undefined;
    return account.email ? addressOf(account.email) : undefined;
  }

  async function inviteFor(uid: string, id: string): Promise<StoredFolderInvite | undefined> {
    const invite = await openFolderInvite(backend, id, now());
    if (invite === undefined || invite.isDeclined || invite.by === uid) return undefined;
    return invite.email === (await provedAddress(uid)) ? invite : undefined;
  }

  /** What would let them in again: the invite to the address of their account. */
  async function withoutInvite(place: FolderPlace, uid: string): Promise<Write[]> {
    const email = (await backend.getAccount(uid))?.email ?? null;
    return email === null
      ? []
      : [{ delete: folderInvitePath(folderInviteId(place, addressOf(email))) }];
  }

  async function goes(
    place: FolderPlace,
    members: readonly FolderMember[],
    uid: string,
  ): Promise<PeopleChange<"done">> {
    // Of whoever is not in it nothing is changed: an invite that vanished would tell its owner whose address it was to.
    if (!members.some((member) => member.uid === uid)) return { said: "done" };
    return { said: "done", uid, member: null, also: await withoutInvite(place, uid) };
  }

  return {
    async list(by, owner, folder) {
      if (!isFolderId(owner, folder)) return "no-folder";
      const found = await access.of({ uid: by }, owner, folder);
      const [node] = found?.chain ?? [];
      if (found === undefined || node?.kind !== "folder") return "no-folder";
      const { role, chain } = found;
      const isOwner = role === "owner";
      const [members, invites, ownerName] = await Promise.all([
        membersOf(backend, { owner, folder }),
        isOwner ? openFolderInvites(backend, { folder, by }, now()) : [],
        nameOf(backend, owner),
      ]);
      const named = await Promise.all(
        members.map(async (member) => ({ ...member, name: await nameOf(backend, member.uid) })),
      );
      return {
        role,
        owner: { uid: owner, name: ownerName },
        people: named
          .toSorted((a, b) => a.since - b.since)
          .map(({ uid, name, role: of, since }) => ({ uid, name, role: of, since })),
        invites: invites.map(({ id, email, role: as, createdAt, expiresAt }) => ({
          id,
          email,
          role: as,
          createdAt,
          expiresAt,
        })),
        above: isOwner
          ? chain.slice(1).flatMap(({ id, name, shared }) => (shared ? [{ id, name }] : []))
          : [],
      };
    },

    async invite(by, folder, { email, role }) {
      const address = addressOf(email);
      if ((await openFolder(by, folder)) === undefined) return "no-folder";
      if (addressOf((await backend.getAccount(by))?.email ?? "") === address) return "own-address";
      const id = folderInviteId({ owner: by, folder }, address);
      const open = await openFolderInvites(backend, { folder, by }, now());
      if (open.filter((one) => one.id !== id).length >= mostFolderInvites) {
        return "too-many-invites";
      }
      const createdAt = now();
      const expiresAt = createdAt + folderInviteDays * dayMs;
      const data = { folder, email: address, role, by, createdAt, expiresAt };
      await backend.commit([{ set: folderInvitePath(id), data }]);
      await tell(`folder-invite-${id}-${createdAt}`, { what: "invite", invite: id });
      return "done";
    },

    async revoke(by, folder, id) {
      if (!isFolderId(by, folder)) return "no-folder";
      const invite = await openFolderInvite(backend, id, now());
      if (invite?.folder === folder && invite.by === by) {
        await backend.commit([{ delete: invite.path }]);
      }
      return "done";
    },

    async setRole(by, folder, { uid, role }) {
      const said = await change<"done" | "no-such-person" | "same">(
        by,
        folder,
        async ({ members }) => {
          const member = members.find((one) => one.uid === uid);
          if (member === undefined) return { said: "no-such-person" };
          if (member.role === role) return { said: "same" };
          const { name, since } = member;
          // An older invite would make them again what they were invited as.
          const also = await withoutInvite({ owner: by, folder }, uid);
          return { said: "done", uid, member: { role, name, since }, also };
        },
      );
      if (said === "same") return "done";
      if (said !== "done") return said;
      const data = { what: "role", owner: by, folder, uid, role, at: now() };
      await tell(`folder-role-${folder}-${uid}-${now()}`, data);
      await ping([by, uid]);
      return "done";
    },

    async remove(by, folder, uid) {
      const said = await change<"removed" | "done">(by, folder, async ({ members }) => {
        const isIn = members.some((member) => member.uid === uid);
        const change = await goes({ owner: by, folder }, members, uid);
        return isIn ? { ...change, said: "removed" } : change;
      });
      if (said !== "removed") return said;
      const data = { what: "removed", owner: by, folder, uid, at: now() };
      await tell(`folder-removed-${folder}-${uid}-${now()}`, data);
      await ping([by, uid]);
      return "done";
    },

    async leave(uid, owner, folder) {
      const said = await change<"done" | "no-folder">(owner, folder, async ({ members }) =>
        members.some((member) => member.uid === uid)
          ? goes({ owner, folder }, members, uid)
          : { said: "no-folder" },
      );
      if (said === "done") await ping([owner, uid]);
      return said;
    },

    async accept(uid, id) {
      const first = await inviteFor(uid, id);
      if (first === undefined) return "no-such-invite";
      const { by: owner, folder } = first;
      const name = await nameOf(backend, uid);
      const said = await change<
        "joined" | "is-in" | "no-such-invite" | "folder-full" | "too-many-folders"
      >(owner, folder, async ({ members }) => {
        // After the folder was read: what takes it back, or makes it anew, is seen here or is in our way.
        const invite = await inviteFor(uid, id);
        if (invite === undefined || (await openFolder(owner, folder)) === undefined) {
          return { said: "no-such-invite" };
        }
        const used: Write = { delete: invite.path, when: { updateTime: invite.updateTime } };
        if (members.some((member) => member.uid === uid)) {
          await backend.commit([{ delete: invite.path }]);
          return { said: "is-in" };
        }
        if (isFull(members)) return { said: "folder-full" };
        // Of somebody else, under the same id.
        if (await membershipIn(backend, folder, uid)) return { said: "no-such-invite" };
        const others = await foldersOf(backend, uid, mostSharedFolders);
        if (others.length >= mostSharedFolders) return { said: "too-many-folders" };
        const member = { role: invite.role, name, since: now() };
        return { said: "joined", uid, member, also: [used] };
      });
      if (said === "no-folder") return "no-such-invite";
      if (said === "is-in") return { owner, id: folder };
      if (said !== "joined") return said;
      const data = { what: "joined", owner, folder, uid, at: now() };
      await tell(`folder-joined-${folder}-${uid}-${now()}`, data);
      await ping([owner, uid]);
      return { owner, id: folder };
    },

    async decline(uid, id) {
      const invite = await inviteFor(uid, id);
      if (invite === undefined) return "no-such-invite";
      const { path, updateTime } = invite;
      try {
        await backend.commit([{ update: path, data: { isDeclined: true }, when: { updateTime } }]);
      } catch (error) {
        if (!isConflict(error)) throw error;
        return "no-such-invite";
      }
      return "done";
    },

    async invitesTo(uid) {
      const email = await provedAddress(uid);
      if (email === undefined) return [];
      const open = await openFolderInvites(backend, { email }, now());
      const wanted = open.filter(({ isDeclined, by }) => !isDeclined && by !== uid);
      const seen = await Promise.all(
        wanted.slice(0, mostShown).map(async (invite) => {
          const { by, folder } = invite;
          const [there, isIn] = await Promise.all([
            openFolder(by, folder),
            isFolderMember(backend, { owner: by, folder }, uid),
          ]);
          if (there === undefined || isIn) return [];
          return [{ invite, folder: there.name, by: await nameOf(backend, by) }];
        }),
      );
      return seen.flat();
    },

    async accountEnds(uid, folder) {
      const member = await membershipIn(backend, folder, uid);
      if (member === undefined) return "left";
      const gone: PeopleChange<"done"> = { said: "done", uid, member: null, also: [] };
      const said = await change<"done">(member.owner, folder, async () => gone);
      if (said === "busy") throw new Error("A folder is changed again and again.");
      // A folder that is gone, or somebody's whose account is.
      if (said === "no-folder") await backend.commit([{ delete: member.path }]);
      else await ping([member.owner]);
      return "left";
    },
  };
}

function isFolderId(owner: string, folder: string): boolean {
  return owner !== "" && !owner.includes("/") && isDriveId(folder);
}
