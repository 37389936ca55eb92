/** All that an admin can see of somebody, from the places that hold it. */
import { faultOfKey } from "#lib/database-key.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { Account, AuthEvent, DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import type { LedgerEntry, SignInEvent, UserDetails } from "#lib/user-admin.ts";
import type { QuotaPolicy } from "../accounts/quota-policy.ts";
import type { Audit } from "../audit/audit.ts";
import type { TokenAccounts, TokenChange } from "../tokens/token-accounts.ts";
import type { AuditNames } from "./audit-names.ts";
import { findUid } from "./user-acts.ts";
import { toUserRow } from "./user-row.ts";

export type ReaderBackend = Pick<
  ServerBackend,
  "getValue" | "getAccount" | "listSessions" | "storageUsage" | "listAuthEvents"
>;

export type UserReader = {
  /** @throws UserChangeError when there is no such account */
  read(uid: string): Promise<UserDetails>;
};

const shownEntries = 50;

export function createUserReader(deps: {
  backend: ReaderBackend;
  audit: Pick<Audit, "list">;
  tokens: Pick<TokenAccounts, "account" | "ledger">;
  names: AuditNames;
  quotaOf: QuotaPolicy;
}): UserReader {
  const { backend, audit, tokens, names, quotaOf } = deps;

  async function readTokens(uid: string): Promise<UserDetails["tokens"]> {
    const [account, ledger] = await Promise.all([
      tokens.account(uid),
      tokens.ledger(uid, { limit: shownEntries }),
    ]);
    if (account === null) return null;
    return { balance: account.balance, ledger: ledger.map(toLedgerEntry) };
  }

  async function readStorage(account: Account): Promise<UserDetails["storage"]> {
    const usage = await backend.storageUsage(account.uid);
    const claims = { ...account.claims, email_verified: account.emailVerified };
    return {
      objects: usage.objects,
      usedBytes: usage.usedBytes,
      limitBytes: usage.isOwnLimit ? usage.limitBytes : quotaOf(claims),
      isOwnLimit: usage.isOwnLimit,
    };
  }

  return {
    async read(uid) {
      const account = await findUid(backend, uid);
      const hasRecord = faultOfKey(uid) === undefined;
      const valueAt = async (path: string): Promise<DatabaseJson> =>
        hasRecord ? (await backend.getValue(path)).value : null;
      const [record, row, ownTokens, sessions, storage, signIns, acts] = await Promise.all([
        valueAt(`users/${uid}`),
        valueAt(`directory/${uid}`),
        hasRecord ? readTokens(uid) : null,
        whereKnown(backend.listSessions(uid)),
        readStorage(account),
        whereKnown(backend.listAuthEvents({ uid, limit: shownEntries })),
        audit.list({ target: uid, limit: shownEntries }),
      ]);
      const fields = asMap(record);
      const roles = asMap(fields?.["roles"] ?? null) ?? {};
      return {
        row: { ...toUserRow(uid, row), ...rowOf(account) },
        record: fields,
        roles: {
          admin: roles["admin"] === true,
          editor: roles["editor"] === true,
          user: roles["user"] === true,
        },
        account: {
          email: account.email,
          emailVerified: account.emailVerified,
          displayName: account.displayName,
          disabled: account.disabled,
          hasSecondFactor: account.hasSecondFactor,
          providers: account.providers,
          createdAt: new Date(account.createdAt).toISOString(),
          lastLoginAt:
            account.lastLoginAt === null ? null : new Date(account.lastLoginAt).toISOString(),
        },
        tokens: ownTokens,
        sessions,
        storage,
        signIns: signIns?.map(toSignInEvent) ?? null,
        audit: await names.withNames(acts.entries),
      };
    },
  };
}

/** The account itself knows these at once, the directory a moment later. */
function rowOf(account: Account) {
  return {
    email: account.email ?? "",
    verified: account.emailVerified,
    disabled: account.disabled,
    secondFactor: account.hasSecondFactor,
  };
}

/** Null where the backend has no such list. */
async function whereKnown<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof BackendError && error.status === "UNIMPLEMENTED") return null;
    throw error;
  }
}

function asMap(value: DatabaseJson): { [field: string]: DatabaseJson } | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}

function toLedgerEntry({ id, at, amount, balance, reason, by }: TokenChange): LedgerEntry {
  return { id, at, amount, balance, reason, by };
}

function toSignInEvent({ id, at, kind, network }: AuthEvent): SignInEvent {
  return { id, at: new Date(at).toISOString(), kind, network };
}
