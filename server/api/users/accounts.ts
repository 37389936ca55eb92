/**
 * What admins do to one account that cannot be done to many: making it, a link that sets a password, the ends of its
 * sign-ins, its second factor and its space for files. `POST /api/users/create`, `…/reset-link`, `…/end-sessions`,
 * `…/remove-second-factor`, `…/quota`.
 */
import * as z from "zod/mini";
import type { Account, ServerBackend } from "#lib/server-backend.ts";
import { usernameMaxLength } from "#lib/user-record.ts";
import { forgetExportTickets } from "../../account-data/export-desk.ts";
import { UserChangeError } from "../../accounts/change-user.ts";
import type { Audit } from "../../audit/audit.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { Log } from "../../log.ts";
import type { SecurityNotice } from "../../security-notices/security-notice.ts";
import { findUid } from "../../user-admin/user-acts.ts";
import type { ActsBackend, UserActs } from "../../user-admin/user-acts.ts";
import type { AdminDoor } from "../../user-admin/admin-door.ts";
import { uidSchema } from "./list.ts";

export type AccountsBackend = ActsBackend &
  Pick<
    ServerBackend,
    | "createAccount"
    | "deleteAccount"
    | "createPasswordResetLink"
    | "endSession"
    | "revokeSessions"
    | "removeSecondFactors"
    | "commit"
    | "findDocuments"
    | "setStorageQuota"
  >;

const maxQuotaBytes = 2 ** 50;
const email = z.string().check(z.trim(), z.minLength(3), z.maxLength(254));

const bodies = {
  create: z.strictObject({
    email,
    name: z.optional(z.string().check(z.trim(), z.maxLength(usernameMaxLength))),
    role: z._default(z.enum(["admin", "editor", "user"]), "user"),
  }),
  one: z.strictObject({ uid: uidSchema }),
  endSessions: z.strictObject({
    uid: uidSchema,
    /** Without one all of them. */
    session: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  quota: z.strictObject({
    uid: uidSchema,
    /** Null: the usual one. */
    bytes: z.nullable(z.int().check(z.minimum(0), z.maximum(maxQuotaBytes))),
  }),
};

type NewUser = z.infer<typeof bodies.create>;

export function createAccountEndpoints(deps: {
  door: AdminDoor;
  backend: AccountsBackend;
  audit: Pick<Audit, "add">;
  acts: UserActs;
  /** Undefined at Firebase: nothing is sent from here. */
  notice: SecurityNotice | undefined;
  log: Log;
}): Endpoint[] {
  const { door, backend, audit, acts, notice, log } = deps;
  const recent = { needsRecentSignIn: () => true };

  async function linkFor(address: string | null): Promise<string> {
    if (address === null) {
      throw new UserChangeError("This account has no e-mail address, so it can have no password.");
    }
    return backend.createPasswordResetLink(address);
  }

  /** Whose entry cannot be written is gone again. */
  async function make({ email: address, name, role }: NewUser, admin: string): Promise<Account> {
    const account = await backend.createAccount({
      email: address,
      ...(name !== undefined && name !== "" && { displayName: name }),
    });
    try {
      const entry = { action: "user.create", target: account.uid, details: { role } } as const;
      await audit.add({ actor: admin, ...entry });
    } catch (error) {
      await backend.deleteAccount(account.uid);
      throw error;
    }
    return account;
  }

  return [
    door.post(
      "/api/users/create",
      bodies.create,
      async (asked, admin) => {
        const account = await make(asked, admin);
        try {
          if (asked.role !== "user") {
            await acts.run(account.uid, { do: "role", role: asked.role }, { uid: admin });
          }
          return Response.json({ uid: account.uid, link: await linkFor(account.email) });
        } catch (error) {
          // The account is there: to say only what failed would hide it.
          log.error({ err: error, uid: account.uid }, "a new account has no role or no link yet");
          return Response.json({ uid: account.uid, link: null });
        }
      },
      recent,
    ),
    door.post(
      "/api/users/reset-link",
      bodies.one,
      async ({ uid }, admin) => {
        const account = await findUid(backend, uid);
        const entry = { action: "user.reset-link", target: uid } as const;
        const { link } = await acts.record({ uid: admin }, entry, async () => ({
          link: await linkFor(account.email),
        }));
        await notice?.(uid, "password-link-made");
        return Response.json({ link });
      },
      recent,
    ),
    door.post("/api/users/end-sessions", bodies.endSessions, async ({ uid, session }, admin) => {
      await findUid(backend, uid);
      const action = session === undefined ? "user.end-sessions" : "user.end-session";
      await acts.record({ uid: admin }, { action, target: uid }, async () => {
        if (session === undefined) {
          await backend.revokeSessions(uid);
          await forgetExportTickets(backend, uid);
        } else await backend.endSession(uid, session);
        return {};
      });
      return Response.json({});
    }),
    door.post(
      "/api/users/remove-second-factor",
      bodies.one,
      async ({ uid }, admin) => {
        await findUid(backend, uid);
        const entry = { action: "user.reset-second-factor", target: uid } as const;
        await acts.record({ uid: admin }, entry, async () => {
          await backend.removeSecondFactors(uid);
          // They stand in for a factor that is gone.
          await backend.commit([{ delete: `recoveryCodes/${uid}` }]);
          return {};
        });
        await notice?.(uid, "second-step-removed");
        return Response.json({});
      },
      recent,
    ),
    door.post("/api/users/quota", bodies.quota, async ({ uid, bytes }, admin) => {
      await findUid(backend, uid);
      const details = { bytes: bytes ?? "usual" };
      const entry = { action: "storage.set-quota", target: uid, details } as const;
      await acts.record({ uid: admin }, entry, async () => {
        await backend.setStorageQuota(uid, bytes);
        return {};
      });
      return Response.json({});
    }),
  ];
}
