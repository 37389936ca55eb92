/**
 * Invite links: `…/#invite=CODE`. Each has a role, an end and a number of people it lets in. An account made with one is
 * counted before it is made, so that a crash in between costs a use and never gives one away.
 */
import { randomBytes } from "node:crypto";
import type { AuditAction } from "#lib/audit-actions.ts";
import type { PlainFields } from "#lib/firestore-value.ts";
import type { Admission, Write } from "#lib/server-backend.ts";
import type { InviteRole, SignUpPolicy } from "#lib/sign-up-policy.ts";
import {
  hashOf,
  inviteOf,
  invitePath,
  pathOfUse,
  readInvite,
  shown,
  writeAsRead,
} from "./invite-store.ts";
import type { Invite, InviteBackend, StoredInvite } from "./invite-store.ts";

type InviteState = "open" | "used" | "expired" | "revoked";

export type InviteBounds = {
  /** UTF-16 units. */
  label: number;
  /** People that one invite lets in. */
  uses: number;
  lifeMs: number;
  /** Kept at once; those that ended long ago make room. */
  invites: number;
};

export const inviteBounds: InviteBounds = {
  label: 80,
  uses: 1000,
  lifeMs: 366 * 24 * 3_600_000,
  invites: 500,
};

/** In which somebody who was broken off between the provider and here may try again. */
const admissionMs = 24 * 3_600_000;
/** Longer than a credential is good. */
const admissionMarginMs = 600_000;
const keptAfterEndMs = 30 * 24 * 3_600_000;
/** Of one commit. */
const deletedAtOnce = 400;
const entriesAtOnce = 200;
const takenAway: AuditAction = "user.revoke-role";

/** Refused, with nothing changed; the message is for the caller. */
export class InviteError extends Error {
  override readonly name = "InviteError";
}

function admissionOf({ admission, at }: PlainFields): Admission | undefined {
  if (typeof admission !== "string" || typeof at !== "string") return undefined;
  return { id: admission, expiresAt: Date.parse(at) + admissionMs };
}

type Person = {
  uid: string;
  /** By which an invite may have been counted already: see `takeInvite`. */
  keys: readonly string[];
};

export type Invites = {
  /** `code` is handed out here and never again. @throws InviteError */
  create(invite: {
    label: string;
    role: InviteRole;
    expiresAt: Date;
    maxUses: number;
    /** A uid, or "cli". */
    by: string;
  }): Promise<{ id: string; code: string }>;
  /** Newest first. */
  list(): Promise<(Invite & { state: InviteState })[]>;
  /** Undefined when there is none; one that has ended stays as it is. */
  revoke(id: string): Promise<Invite | undefined>;
  /** Of an invite that can be used; undefined for any other. */
  check(code: string): Promise<Pick<Invite, "role" | "label"> | undefined>;
  /**
   * Counts one use before an account is made by a provider; null when there is none left. `key` names the person: the
   * verified e-mail in lower case, or `provider:id`. The same one gets the same admission for a day, by which one account
   * can be made, and counts once.
   */
  take(code: string, key: string): Promise<Admission | null>;
  /** Counts one use for an account that is about to be made; `giveBack` when it was refused. */
  count(
    code: string,
  ): Promise<{ giveBack(): Promise<void>; made(uid: string): Promise<void> } | undefined>;
  /**
   * Counts an account that there is, once. Undefined when the invite cannot be used. `isDue`: what it gives may be given
   * now, which is so until a call says `given` afterwards, or somebody takes a role from the account.
   */
  join(code: string, person: Person): Promise<{ invite: Invite; isDue: boolean } | undefined>;
  /** What a joining account was to get it has: whoever takes it away later does so for good. */
  given(invite: string, uid: string): Promise<void>;
  /** Deletes what ended long ago. */
  sweep(): Promise<void>;
};

export function createInvites(deps: {
  backend: InviteBackend;
  policy: () => Promise<SignUpPolicy>;
  /** Milliseconds since 1970. */
  now: () => number;
}): Invites {
  const { backend, policy, now } = deps;

  async function usable(code: string): Promise<StoredInvite | undefined> {
    if ((await policy()) === "closed") return undefined;
    const invite = await readInvite(backend, hashOf(code));
    return invite === undefined || hasEnded(invite) ? undefined : invite;
  }

  function hasEnded({ revokedAt, expiresAt }: Invite): boolean {
    return revokedAt !== null || Date.parse(expiresAt) <= now();
  }

  function stateOf(invite: Invite): InviteState {
    if (invite.revokedAt !== null) return "revoked";
    if (Date.parse(invite.expiresAt) <= now()) return "expired";
    return invite.uses >= invite.maxUses ? "used" : "open";
  }

  function oneMore({ path, uses, updateTime }: StoredInvite): Write {
    return { update: path, data: { uses: uses + 1 }, when: { updateTime } };
  }

  /** The code is part of it: who reads the database learns no address by trying. */
  const keyOf = (code: string, key: string) => hashOf(`${code} ${key}`);
  /**
   * Whoever was broken off while it was given may try again. It may also have been given and only not been noted: then
   * what the audit log says of the account tells whether it was taken away since.
   */
  async function isDue({ isGiven, givenSince }: PlainFields, uid: string): Promise<boolean> {
    if (isGiven === true) return false;
    return typeof givenSince !== "string" || !(await mayHaveLost(uid, givenSince));
  }

  /** @param since ISO instant */
  async function mayHaveLost(uid: string, since: string): Promise<boolean> {
    const newest = await backend.findDocuments("auditLog", {
      where: { target: uid },
      order: { field: "id", descending: true },
      limit: entriesAtOnce,
    });
    const later = newest.filter(({ data: { at } }) => typeof at === "string" && at >= since);
    // What else there is stays unread: then rather nothing is given.
    return later.length === entriesAtOnce || later.some(({ data }) => data["action"] === takenAway);
  }

  const written = (invite: string, uid: string | null) => ({
    invite,
    uid,
    at: new Date(now()).toISOString(),
  });

  async function sweep(): Promise<void> {
    for (const document of await backend.listDocuments("invites")) {
      const { expiresAt, revokedAt, id } = inviteOf(document);
      if (Date.parse(revokedAt ?? expiresAt) + keptAfterEndMs > now()) continue;
      // One after the other: nobody waits for it.
      // oxlint-disable-next-line no-await-in-loop
      await deleteWhole(id);
    }
  }

  async function deleteWhole(id: string): Promise<void> {
    for (;;) {
      // oxlint-disable no-await-in-loop
      const uses = await backend.findDocuments("inviteUses", {
        where: { invite: id },
        limit: deletedAtOnce,
      });
      await backend.commit([
        ...uses.map((use) => ({ delete: use.path })),
        ...(uses.length < deletedAtOnce ? [{ delete: invitePath(id) }] : []),
      ]);
      // oxlint-enable no-await-in-loop
      if (uses.length < deletedAtOnce) return;
    }
  }

  return {
    async create({ label, role, expiresAt, maxUses, by }) {
      const isOver = expiresAt.getTime() <= now();
      if (isOver) throw new InviteError("The invite would have ended already.");
      if (expiresAt.getTime() - now() > inviteBounds.lifeMs)
        throw new InviteError("An invite ends within a year.");
      if (!Number.isInteger(maxUses) || maxUses < 1 || maxUses > inviteBounds.uses)
        throw new InviteError(`An invite lets in 1 to ${inviteBounds.uses} people.`);
      if (label.length > inviteBounds.label)
        throw new InviteError(`A label has at most ${inviteBounds.label} characters.`);
      await sweep();
      if ((await backend.listDocuments("invites")).length >= inviteBounds.invites) {
        throw new InviteError(
          `There are ${inviteBounds.invites} invites already. One that has ended makes room after 30 days.`,
        );
      }
      const code = randomBytes(24).toString("base64url");
      const id = hashOf(code);
      const data = {
        label,
        role,
        createdBy: by,
        createdAt: new Date(now()).toISOString(),
        expiresAt: expiresAt.toISOString(),
        revokedAt: null,
        maxUses,
        uses: 0,
      };
      await backend.commit([{ set: invitePath(id), data, when: { exists: false } }]);
      return { id, code };
    },

    async list() {
      const invites = (await backend.listDocuments("invites")).map(inviteOf);
      return invites
        .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
        .map((invite) => ({ ...shown(invite), state: stateOf(invite) }));
    },

    async revoke(id) {
      if (!/^[0-9a-f]{64}$/.test(id)) return undefined;
      return writeAsRead(backend, async () => {
        const invite = await readInvite(backend, id);
        if (invite === undefined || invite.revokedAt !== null)
          return { writes: [], result: invite };
        const revokedAt = new Date(now()).toISOString();
        const { updateTime, path } = invite;
        const writes: Write[] = [{ update: path, data: { revokedAt }, when: { updateTime } }];
        return { writes, result: { ...invite, revokedAt } };
      });
    },

    async check(code) {
      const invite = await usable(code);
      if (invite === undefined || invite.uses >= invite.maxUses) return undefined;
      return { role: invite.role, label: invite.label };
    },

    take(code, key) {
      return writeAsRead<Admission | null>(backend, async () => {
        const invite = await usable(code);
        if (invite === undefined) return { writes: [], result: null };
        const path = pathOfUse(invite.id, keyOf(code, key));
        const use = await backend.getDocument(path);
        const known = use === null || use.data["uid"] !== null ? undefined : admissionOf(use.data);
        if (known !== undefined && known.expiresAt - now() > admissionMarginMs)
          return { writes: [], result: known };
        if (invite.uses >= invite.maxUses) return { writes: [], result: null };
        const id = randomBytes(16).toString("base64url");
        const data = { ...written(invite.id, null), admission: id };
        const result = { id, expiresAt: Date.parse(data.at) + admissionMs };
        return { writes: [oneMore(invite), { set: path, data }], result };
      });
    },

    async count(code) {
      const id = await writeAsRead(backend, async () => {
        const invite = await usable(code);
        if (invite === undefined || invite.uses >= invite.maxUses)
          return { writes: [], result: undefined };
        return { writes: [oneMore(invite)], result: invite.id };
      });
      if (id === undefined) return undefined;
      return {
        giveBack: () =>
          writeAsRead(backend, async () => {
            const invite = await readInvite(backend, id);
            if (invite === undefined || invite.uses === 0) return { writes: [], result: undefined };
            const { path, uses, updateTime } = invite;
            const writes: Write[] = [
              { update: path, data: { uses: uses - 1 }, when: { updateTime } },
            ];
            return { writes, result: undefined };
          }),
        made: (uid) =>
          backend.commit([{ set: pathOfUse(id, hashOf(uid)), data: written(id, uid) }]),
      };
    },

    join(code, { uid, keys }) {
      return writeAsRead<{ invite: Invite; isDue: boolean } | undefined>(backend, async () => {
        const invite = await usable(code);
        if (invite === undefined) return { writes: [], result: undefined };
        const mine = pathOfUse(invite.id, hashOf(uid));
        const own = await backend.getDocument(mine);
        const result = { invite, isDue: own === null || (await isDue(own.data, uid)) };
        const givenSince = new Date(now()).toISOString();
        if (own !== null) {
          if (!result.isDue || typeof own.data["givenSince"] === "string")
            return { writes: [], result };
          const { path, updateTime } = own;
          return { writes: [{ update: path, data: { givenSince }, when: { updateTime } }], result };
        }
        const joined: Write = {
          set: mine,
          data: { ...written(invite.id, uid), givenSince },
          when: { exists: false },
        };
        for (const key of keys) {
          // The first that fits ends the search.
          // oxlint-disable-next-line no-await-in-loop
          const use = await backend.getDocument(pathOfUse(invite.id, keyOf(code, key)));
          if (use === null || use.data["uid"] !== null) continue;
          const { path, updateTime } = use;
          const taken: Write = { update: path, data: { uid }, when: { updateTime } };
          return { writes: [taken, joined], result };
        }
        if (invite.uses >= invite.maxUses) return { writes: [], result: undefined };
        return { writes: [oneMore(invite), joined], result };
      });
    },

    async given(invite, uid) {
      const update = pathOfUse(invite, hashOf(uid));
      await backend.commit([{ update, data: { isGiven: true }, when: { exists: true } }]);
    },

    sweep,
  };
}
