/**
 * What an admin does to somebody's account, each kept in the audit log: its entry is written first, so what cannot be
 * written down does not happen. An act that then fails has a second entry that takes the first one back.
 */
import type { AuditAction } from "#lib/audit-actions.ts";
import type { Account, ServerBackend } from "#lib/server-backend.ts";
import type { UserAct, UserRole } from "#lib/user-admin.ts";
import {
  disableUser,
  enableUser,
  grantRole,
  revokeRole,
  UserChangeError,
} from "../accounts/change-user.ts";
import { claimRoles } from "../accounts/claim-roles.ts";
import { requireOtherAdmin } from "../accounts/find-admin.ts";
import { valueOfUser } from "../accounts/value-of-user.ts";
import type { Audit } from "../audit/audit.ts";
import { TokensError } from "../tokens/token-accounts.ts";
import type { TokenAccounts } from "../tokens/token-accounts.ts";

export type ActsBackend = Pick<
  ServerBackend,
  | "getValue"
  | "putValue"
  | "updateValues"
  | "listAccounts"
  | "getAccount"
  | "findAccountByEmail"
  | "setClaims"
  | "updateAccount"
>;

/** What deletes accounts: server/account-data, which keeps its own entries. Refusals are UserChangeErrors. */
export type Deletion = {
  scheduleDeletion(uid: string, options: { by: string }): Promise<unknown>;
  cancelDeletion(uid: string, by: string): Promise<unknown>;
};

type Actor = {
  /** Of the admin. */
  uid: string;
  /** The audit entry that is taken back by this. */
  undoes?: string | undefined;
};

type Done = { audit: string };

type Entry = {
  action: AuditAction;
  target?: string;
  details?: Record<string, string | number | boolean>;
};

type Step = {
  /** Without one, who runs it keeps it. */
  entry?: Entry;
  /** Refuses what needs no entry. @throws UserChangeError */
  check?: () => Promise<void>;
  run: () => Promise<unknown>;
};

const rank: Record<UserRole, number> = { user: 0, editor: 1, admin: 2 };
/** What takes which act back. */
const opposites: Partial<Record<AuditAction, AuditAction>> = {
  "user.grant-role": "user.revoke-role",
  "user.revoke-role": "user.grant-role",
  "user.disable": "user.enable",
  "user.enable": "user.disable",
  "tokens.grant": "tokens.take",
  "tokens.take": "tokens.grant",
};
type DatabaseMap = Record<string, unknown>;

export type UserActs = {
  /** @throws UserChangeError, BackendError */
  run(uid: string, act: UserAct, actor: Actor): Promise<{ audit: string | null }>;
  /** Any other act on an account, with its entry. @throws what `run` throws */
  record<Result>(actor: Actor, entry: Entry, run: () => Promise<Result>): Promise<Result & Done>;
};

export function createUserActs(deps: {
  backend: ActsBackend;
  audit: Pick<Audit, "add" | "get">;
  tokens: Pick<TokenAccounts, "grant" | "debit" | "knows">;
  deletion: Deletion;
  now: () => number;
}): UserActs {
  const { backend, audit, tokens, deletion, now } = deps;

  function stepOf(account: Account, act: UserAct, actor: Actor): Step | Promise<Step> {
    const { uid } = account;
    switch (act.do) {
      case "role":
        return roleStep(account, act.role);
      case "disable":
        return {
          entry: { action: "user.disable", details: { reason: act.reason } },
          check: async () => {
            refuseOwn(uid, actor, "You cannot disable your own account.");
            await requireOtherAdmin(backend, uid);
          },
          async run() {
            await disableUser(backend, account);
            await keepReason(uid, act.reason);
          },
        };
      case "enable":
        return {
          entry: { action: "user.enable" },
          async run() {
            await enableUser(backend, account);
            await keepReason(uid, null);
          },
        };
      case "tokens":
        return tokenStep(uid, act, actor);
      case "delete":
        return {
          check: async () => {
            refuseOwn(uid, actor, "Delete your own account in Settings.");
            await requireOtherAdmin(backend, uid);
          },
          run: () => deletion.scheduleDeletion(uid, { by: actor.uid }),
        };
      case "restore":
        return { run: () => deletion.cancelDeletion(uid, actor.uid) };
    }
  }

  async function roleStep(account: Account, role: UserRole): Promise<Step> {
    const { uid } = account;
    if (account.disabled) throw new UserChangeError("Enable the account first.");
    const from = await highestRole(uid);
    const isMore = rank[role] > rank[from];
    return {
      // What follows the record is put right all the same.
      ...(role !== from && {
        entry: {
          action: isMore ? "user.grant-role" : "user.revoke-role",
          details: { from, to: role },
        },
      }),
      check: async () => {
        if (role !== "admin") await requireOtherAdmin(backend, uid);
      },
      async run() {
        const at = new Date(now());
        if (role !== "admin") await revokeRole(backend, account, "admin", at);
        if (role === "user") await revokeRole(backend, account, "editor", at);
        else await grantRole(backend, account, role, at);
      },
    };
  }

  async function highestRole(uid: string): Promise<UserRole> {
    const roles = await valueOfUser(backend, uid, "roles");
    const has = (role: string) =>
      typeof roles === "object" && roles !== null && (roles as DatabaseMap)[role] === true;
    return claimRoles.find(has) ?? "user";
  }

  async function tokenStep(
    uid: string,
    { amount, reason, key }: Extract<UserAct, { do: "tokens" }>,
    actor: Actor,
  ): Promise<Step> {
    const isGrant = amount > 0;
    return {
      // Sent again after an answer that was lost it changes nothing, and has its entry.
      ...(!(await tokens.knows(uid, key)) && {
        entry: {
          action: isGrant ? "tokens.grant" : "tokens.take",
          details: { amount: Math.abs(amount), reason },
        },
      }),
      run: () =>
        isGrant
          ? tokens.grant(uid, { amount, reason, key, by: actor.uid })
          : tokens.debit(uid, { amount: -amount, reason, key, by: actor.uid }),
    };
  }

  /** Nobody makes an entry look taken back that is not. @throws UserChangeError */
  async function requireOpposite(id: string, uid: string, action: AuditAction): Promise<void> {
    const before = await audit.get(id);
    if (before?.target === uid && opposites[before.action] === action) return;
    throw new UserChangeError("There is no such act to take back. Load the account again.");
  }

  async function keepReason(uid: string, reason: string | null): Promise<void> {
    await backend.updateValues({ [`directory/${uid}/disabledReason`]: reason });
  }

  async function record<Result>(
    actor: Actor,
    entry: Entry,
    run: () => Promise<Result>,
  ): Promise<Result & Done> {
    const kept = { actor: actor.uid, action: entry.action, target: entry.target };
    const details = entry.details ?? {};
    const id = await audit.add({ ...kept, details, undoes: actor.undoes });
    try {
      return { ...(await run()), audit: id };
    } catch (error) {
      const isRefusal = error instanceof UserChangeError || error instanceof TokensError;
      const failed = isRefusal ? error.message : "It failed.";
      await audit.add({ ...kept, details: { ...details, failed }, undoes: id });
      throw error;
    }
  }

  return {
    async run(uid, act, actor) {
      const account = await findUid(backend, uid);
      const { entry, check, run } = await stepOf(account, act, actor);
      await check?.();
      if (entry !== undefined && actor.undoes !== undefined) {
        await requireOpposite(actor.undoes, uid, entry.action);
      }
      if (entry === undefined) {
        await run();
        return { audit: null };
      }
      const { audit } = await record(actor, { ...entry, target: uid }, async () => {
        await run();
        return {};
      });
      return { audit };
    },
    record,
  };
}

function refuseOwn(uid: string, actor: Actor, sentence: string): void {
  if (uid === actor.uid) throw new UserChangeError(sentence);
}

/** By uid alone: an address may be somebody else's by now. @throws UserChangeError */
export async function findUid(
  backend: Pick<ServerBackend, "getAccount">,
  uid: string,
): Promise<Account> {
  const account = await backend.getAccount(uid);
  if (account === null) throw new UserChangeError("There is no such account any more.");
  return account;
}
