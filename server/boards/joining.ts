/** Somebody becomes a member: by an invite to their address, or by a link. */
import type { Act } from "#lib/boards/acts.ts";
import type { InviteToMe, LinkedBoard } from "#lib/boards/api.ts";
import { textIn } from "#lib/boards/board-items.ts";
import { mostBoardsJoined, mostMembers } from "#lib/boards/limits.ts";
import { readMembers } from "#lib/boards/roles.ts";
import { faultOfKey } from "#lib/database-key.ts";
import { readItem } from "#lib/records/register.ts";
import type { ServerBackend, Write } from "#lib/server-backend.ts";
import { type UpdateBoard, updateOfAct } from "./board-updates.ts";
import {
  type InvitesBackend,
  type StoredInvite,
  addressOf,
  idOfSecret,
  isUsedUp,
  openInvite,
  openInvites,
} from "./invite-store.ts";
import { isHeld } from "./invites.ts";
import {
  type MembershipsBackend,
  followMember,
  membershipOf,
  membershipPath,
  nameOf,
  unlessQuicker,
} from "./memberships.ts";

export type Joined =
  | { board: string }
  /** It has ended, was taken back, is for somebody else, or who made it is no owner any more. */
  | "no-such-invite"
  | "board-full"
  | "too-many-boards"
  | "busy";

export type Joining = {
  /** Open invites to the address that the account has confirmed, the newest first. @throws BackendError */
  mine(uid: string): Promise<InviteToMe[]>;
  /** @throws BackendError */
  accept(uid: string, id: string): Promise<Joined>;
  /** @throws BackendError */
  decline(uid: string, id: string): Promise<"done" | "no-such-invite">;
  /** @throws BackendError */
  look(uid: string, secret: string): Promise<LinkedBoard | "no-such-invite">;
  /** Counts one use, but none for who is a member already. @throws BackendError */
  join(uid: string, secret: string): Promise<Joined>;
};

const mostShown = 50;
const tries = 20;

export function createJoining(deps: {
  backend: MembershipsBackend & InvitesBackend & Pick<ServerBackend, "getAccount">;
  update: UpdateBoard;
  /** Milliseconds since 1970. */
  now: () => number;
}): Joining {
  const { backend, update, now } = deps;

  async function inviteFor(uid: string, id: string): Promise<StoredInvite | undefined> {
    const invite = await openInvite(backend, id, now());
    if (invite?.kind !== "address") return undefined;
    return invite.email === (await provedAddress(uid)) ? invite : undefined;
  }

  /** Anybody may sign up with any address. */
  async function provedAddress(uid: string): Promise<string | undefined> {
    const account = await backend.getAccount(uid);
    return account?.email && account.emailVerified ? addressOf(account.email) : undefined;
  }

  async function linkFor(uid: string, secret: string): Promise<StoredInvite | undefined> {
    const invite = await openInvite(backend, idOfSecret(secret), now());
    return invite?.kind === "link" && !invite.barred.includes(uid) ? invite : undefined;
  }

  async function admit(
    uid: string,
    found: StoredInvite,
    again: () => Promise<StoredInvite | undefined>,
  ): Promise<Joined> {
    const { board } = found;
    if (faultOfKey(uid) !== undefined) return "no-such-invite";
    const name = await nameOf(backend, uid);
    let role: StoredInvite["role"] | undefined;
    const said = await update<Joined>(board, async (head) => {
      if (head.members.has(uid)) return { said: { board } };
      if (!isHeld(found, head.members)) return { said: "no-such-invite" };
      if (head.members.size >= mostMembers) return { said: "board-full" };
      if (await belongsToTooMany(uid)) return { said: "too-many-boards" };
      role ??= await take({ uid, name, board }, again);
      if (role === undefined) return { said: "no-such-invite" };
      const acts: Act[] = [{ k: "join", who: uid, role }];
      const own = readItem((await backend.getValue(`boards/${board}/board/board`)).value);
      const at = now();
      const values = {
        [`boards/${board}/members/${uid}`]: { role, name, since: at },
        [`boardsOf/${uid}/${board}`]: {
          role,
          name: textIn(own, "name"),
          colour: textIn(own, "colour"),
          at,
        },
      };
      return { said: { board }, update: updateOfAct(board, head, { by: uid, acts, values }) };
    });
    // Also what was begun and came to nothing.
    await followMember(backend, { board, uid, now: now() });
    return said === "no-such-board" ? "no-such-invite" : said;
  }

  async function belongsToTooMany(uid: string): Promise<boolean> {
    const where = { kind: "boards", uid };
    const limit = mostBoardsJoined;
    return (await backend.findDocuments("memberships", { where, limit })).length >= limit;
  }

  /**
   * The membership is written in the same commit as the use of the invite: whoever was broken off after that comes in
   * without another one.
   */
  async function take(
    { uid, name, board }: { uid: string; name: string; board: string },
    again: () => Promise<StoredInvite | undefined>,
  ): Promise<StoredInvite["role"] | undefined> {
    const set = membershipPath(board, uid);
    for (let round = 0; round < tries; round += 1) {
      // oxlint-disable no-await-in-loop -- each try waits for the one before
      const invite = await again();
      if (invite === undefined) return undefined;
      const begun = await backend.getDocument(set);
      const { role, path, updateTime } = invite;
      const writes: Write[] = [{ set, data: membershipOf({ board, uid, role, name, now: now() }) }];
      if (invite.kind === "address") {
        writes.push({ update: path, data: { takenAt: now() }, when: { updateTime } });
      } else if (begun === null) {
        if (isUsedUp(invite)) return undefined;
        writes.push({ update: path, data: { uses: invite.uses + 1 }, when: { updateTime } });
      }
      if (await unlessQuicker(backend.commit(writes))) return role;
      // oxlint-enable no-await-in-loop
    }
    return undefined;
  }

  async function lookedAt({ board, by }: StoredInvite) {
    const [members, own] = await Promise.all([
      backend.getValue(`boards/${board}/members`),
      backend.getValue(`boards/${board}/board/board`),
    ]);
    const item = readItem(own.value);
    const all = readMembers(members.value);
    return {
      members: all,
      name: textIn(item, "name"),
      colour: textIn(item, "colour"),
      by: all.get(by)?.name ?? "",
    };
  }

  return {
    async mine(uid) {
      const email = await provedAddress(uid);
      if (email === undefined) return [];
      const open = await openInvites(backend, { email }, now());
      const newest = open.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, mostShown);
      const seen = await Promise.all(
        newest.map(async (invite): Promise<InviteToMe[]> => {
          const { id, role, createdAt, expiresAt } = invite;
          const { members, name, colour, by } = await lookedAt(invite);
          if (!isHeld(invite, members) || members.has(uid)) return [];
          return [{ id, board: { name, colour }, by, role, createdAt, expiresAt }];
        }),
      );
      return seen.flat();
    },

    async accept(uid, id) {
      const again = () => inviteFor(uid, id);
      const invite = await again();
      if (invite === undefined) return "no-such-invite";
      const said = await admit(uid, invite, again);
      // The last step: until then it can be accepted again.
      if (typeof said === "object") await backend.commit([{ delete: invite.path }]);
      return said;
    },

    async decline(uid, id) {
      const invite = await inviteFor(uid, id);
      if (invite === undefined) return "no-such-invite";
      await backend.commit([{ delete: invite.path }]);
      return "done";
    },

    async look(uid, secret) {
      const invite = await openInvite(backend, idOfSecret(secret), now());
      if (invite?.kind !== "link") return "no-such-invite";
      const { members, name, colour, by } = await lookedAt(invite);
      const isMember = members.has(uid);
      const isOpen = !isUsedUp(invite) && !invite.barred.includes(uid);
      if (!isHeld(invite, members) || !(isMember || isOpen)) return "no-such-invite";
      return { name, colour, by, role: invite.role, board: isMember ? invite.board : null };
    },

    async join(uid, secret) {
      const again = () => linkFor(uid, secret);
      const invite = await again();
      return invite === undefined ? "no-such-invite" : admit(uid, invite, again);
    },
  };
}
