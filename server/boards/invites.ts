/** Owners invite: an address, whether it has an account or not, or whoever has a link. */
import { randomBytes } from "node:crypto";
import type { BoardInvite, InvitedRole, MadeLink } from "#lib/boards/api.ts";
import { inviteDays, mostOpenInvites } from "#lib/boards/limits.ts";
import { may } from "#lib/boards/roles.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import { inPages } from "#lib/in-pages.ts";
import type { ServerBackend, StoredDocument } from "#lib/server-backend.ts";
import type { UpdateBoard } from "./board-updates.ts";
import {
  type InvitesBackend,
  type StoredInvite,
  addressOf,
  idOfAddress,
  idOfSecret,
  invitePath,
  invitesCollection,
  isUsedUp,
  openInvite,
  openInvites,
} from "./invite-store.ts";
import type { Unreached } from "./member-acts.ts";
import { unlessQuicker } from "./memberships.ts";
import type { BoardHead } from "./read-board.ts";

type NotOwned = "not-owner" | Unreached;

export type Invites = {
  /** Whoever has confirmed the address sees it, and is told. One that is open begins anew. @throws BackendError */
  toAddress(
    by: string,
    board: string,
    invite: { email: string; role: InvitedRole },
  ): Promise<"done" | "too-many-invites" | NotOwned>;
  /** @throws BackendError */
  makeLink(
    by: string,
    board: string,
    link: { role: InvitedRole; days: number; uses: number },
  ): Promise<MadeLink | "too-many-invites" | NotOwned>;
  /** The newest first. @throws BackendError */
  list(by: string, board: string): Promise<BoardInvite[] | NotOwned>;
  /** Also one that is none any more. @throws BackendError */
  revoke(by: string, board: string, id: string): Promise<"done" | NotOwned>;
  /** Open links of the board, and the invite to its address, let this account in no more. @throws BackendError */
  bar(board: string, uid: string): Promise<void>;
  /** Those that this account made for the board, and the one to its address. @throws BackendError */
  endOf(board: string, uid: string): Promise<void>;
  /** All that were sent to this address. @throws BackendError */
  forgetAddress(email: string): Promise<void>;
  /** Those that have ended. @returns how many @throws BackendError */
  sweep(): Promise<number>;
};

type Jobs = {
  schedule(kind: string, job: { id?: string; dueAt: Date; data: PlainFields }): Promise<string>;
};

const dayMs = 24 * 3_600_000;
const tries = 20;

export function createInvites(deps: {
  backend: InvitesBackend & Pick<ServerBackend, "getAccount">;
  update: UpdateBoard;
  jobs: () => Jobs;
  /** Milliseconds since 1970. */
  now: () => number;
}): Invites {
  const { backend, update, jobs, now } = deps;

  /** What an owner may do with the invites of a board. */
  function asOwner<Said>(
    by: string,
    board: string,
    work: (members: Members) => Promise<Said>,
  ): Promise<Said | NotOwned> {
    return update<Said | NotOwned>(board, async ({ members }) => {
      const role = members.get(by)?.role;
      if (role === undefined) return { said: "no-such-board" };
      if (!may(role, "people")) return { said: "not-owner" };
      return { said: await work(members) };
    });
  }

  const ofBoard = (board: string) => openInvites(backend, { board }, now());

  async function hasTooMany(board: string, id: string): Promise<boolean> {
    const open = (await ofBoard(board)).filter((one) => one.id !== id && !isUsedUp(one));
    return open.length >= mostOpenInvites;
  }

  async function forget(
    where: Record<string, string>,
    isMeant: (document: StoredDocument) => boolean = () => true,
  ): Promise<number> {
    let forgotten = 0;
    const pages = inPages(({ limit, last }) =>
      backend.findDocuments(invitesCollection, { where, after: last?.id, limit }),
    );
    for await (const page of pages) {
      const meant = page.filter(isMeant);
      if (meant.length > 0) await backend.commit(meant.map(({ path }) => ({ delete: path })));
      forgotten += meant.length;
    }
    return forgotten;
  }

  /** The one to the address of this account. */
  async function forgetOwn(board: string, uid: string): Promise<void> {
    const email = (await backend.getAccount(uid))?.email ?? null;
    if (email === null) return;
    await backend.commit([{ delete: invitePath(idOfAddress(board, addressOf(email))) }]);
  }

  /** Somebody may come in by it at the same moment. */
  async function barFrom(id: string, uid: string): Promise<void> {
    for (let round = 0; round < tries; round += 1) {
      // oxlint-disable no-await-in-loop -- each try waits for the one before
      const link = await openInvite(backend, id, now());
      if (link?.kind !== "link" || link.barred.includes(uid)) return;
      const { path, updateTime } = link;
      const data = { barred: [...link.barred, uid] };
      if (await unlessQuicker(backend.commit([{ update: path, data, when: { updateTime } }])))
        return;
      // oxlint-enable no-await-in-loop
    }
    throw new Error("An invite is used again and again.");
  }

  return {
    toAddress: (by, board, { email, role }) =>
      asOwner<"done" | "too-many-invites">(by, board, async () => {
        const address = addressOf(email);
        const id = idOfAddress(board, address);
        if (await hasTooMany(board, id)) return "too-many-invites";
        const createdAt = now();
        const expiresAt = createdAt + inviteDays * dayMs;
        const data = { board, email: address, role, by, createdAt, expiresAt };
        await backend.commit([{ set: invitePath(id), data }]);
        // Who has the address is looked up by nobody who waits: how long this takes says nothing of it.
        await jobs().schedule("tell-board-invite", {
          id: `board-invite-${id}-${createdAt}`,
          dueAt: new Date(createdAt),
          data: { invite: id },
        });
        return "done";
      }),

    makeLink: (by, board, { role, days, uses }) =>
      asOwner<MadeLink | "too-many-invites">(by, board, async () => {
        const secret = randomBytes(32).toString("base64url");
        const id = idOfSecret(secret);
        if (await hasTooMany(board, id)) return "too-many-invites";
        const createdAt = now();
        const expiresAt = createdAt + days * dayMs;
        const common = { board, role, by, createdAt, expiresAt };
        const data = { ...common, isLink: true, maxUses: uses, uses: 0, barred: [] };
        await backend.commit([{ set: invitePath(id), data, when: { exists: false } }]);
        return { id, secret, expiresAt };
      }),

    list: (by, board) =>
      asOwner(by, board, async (members) => {
        const open = (await ofBoard(board)).filter((invite) => !isUsedUp(invite));
        const held = open.filter((invite) => isHeld(invite, members));
        return held
          .toSorted((a, b) => b.createdAt - a.createdAt)
          .map((invite) => shownOf(invite, members));
      }),

    revoke: (by, board, id) =>
      asOwner<"done">(by, board, async () => {
        const invite = await openInvite(backend, id, now());
        if (invite?.board === board) await backend.commit([{ delete: invite.path }]);
        return "done";
      }),

    async bar(board, uid) {
      await forgetOwn(board, uid);
      const links = (await ofBoard(board)).filter(({ kind }) => kind === "link");
      await Promise.all(links.map(({ id }) => barFrom(id, uid)));
    },

    async endOf(board, uid) {
      await forget({ board, by: uid });
      await forgetOwn(board, uid);
    },

    async forgetAddress(email) {
      await forget({ email: addressOf(email) });
    },

    sweep: () => forget({}, ({ data }) => Number(data["expiresAt"] ?? 0) <= now()),
  };
}

type Members = BoardHead["members"];

/** Who made it is an owner still. */
export function isHeld({ by }: Pick<StoredInvite, "by">, members: Members): boolean {
  const role = members.get(by)?.role;
  return role !== undefined && may(role, "people");
}

function shownOf(invite: StoredInvite, members: Members): BoardInvite {
  const { id, role, createdAt, expiresAt } = invite;
  const common = { id, role, by: members.get(invite.by)?.name ?? "", createdAt, expiresAt };
  if (invite.kind === "address") return { ...common, kind: "address", email: invite.email };
  return { ...common, kind: "link", uses: invite.uses, maxUses: invite.maxUses };
}
