/** What administrators' forms do inside one transaction, beyond what people can do to their own account. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import type { Account, Identity } from "../accounts/account.ts";
import {
  type AccountChanges,
  deleteAccount,
  updateAccount,
} from "../accounts/account-operations.ts";
import {
  getAccount,
  getAccountByEmail,
  getAccountByPhoneNumber,
  uidOfIdentity,
} from "../accounts/account-store.ts";
import type { ActedBy } from "../audit/audit-events.ts";
import { voidCodes } from "../codes/code-store.ts";
import { refusal } from "../errors.ts";
import { linkIdentity } from "../identities/link-identity.ts";
import { removeSecondFactors } from "../second-factors/second-factor-operations.ts";
import { importAccounts } from "./import-operation.ts";

/** What an account is looked up by. */
type AccountNames = {
  uids: readonly string[];
  emails: readonly string[];
  phoneNumbers?: readonly string[];
  identities?: readonly Pick<Identity, "providerId" | "rawId">[];
};

export type AccountQuery = {
  sortBy: "uid" | "email";
  descending: boolean;
  offset: number;
  limit: number;
};

/** In the order asked, each account once; who does not exist is left out. */
function findAccounts(db: StoreDatabase, names: AccountNames): Account[] {
  const { uids, emails, phoneNumbers = [], identities = [] } = names;
  const found = [
    ...uids.map((uid) => getAccount(db, uid)),
    ...emails.map((email) => getAccountByEmail(db, email)),
    ...phoneNumbers.map((number) => getAccountByPhoneNumber(db, number)),
    ...identities.map((identity) => getAccount(db, uidOfIdentity(db, identity) ?? "")),
  ].filter((account) => account !== undefined);
  return [...new Map(found.map((account) => [account.uid, account])).values()];
}

/** Along an index, so that a page costs what stands before and in it. */
function queryAccounts(db: StoreDatabase, query: AccountQuery): Account[] {
  const order = `${query.sortBy} ${query.descending ? "DESC" : "ASC"}`;
  return db
    .prepare(`SELECT uid FROM auth_accounts ORDER BY ${order} LIMIT ? OFFSET ?`)
    .all(query.limit, query.offset)
    .map(({ uid }) => getAccount(db, uid as string) as Account);
}

function updateAsAdmin(
  db: StoreDatabase,
  input: {
    uid: string;
    changes: AccountChanges;
    removeProviders: readonly string[];
    link: Identity | undefined;
    /** Enrollment ids of those that stay; undefined: all stay. */
    secondFactors: readonly string[] | undefined;
    by: ActedBy;
    nowMs: number;
  },
): Account {
  const { uid, changes, removeProviders, link, secondFactors, by, nowMs } = input;
  const stored = getAccount(db, uid);
  if (stored === undefined) throw refusal("USER_NOT_FOUND");
  const { account } = updateAccount(db, { uid, changes, removeProviders, by, nowMs });
  const isRescued = account.email !== stored.email || account.passwordHash !== stored.passwordHash;
  // The administrator's word stands above any link: a thief's own way back must not take the account again.
  if (isRescued || (account.disabled && !stored.disabled)) voidCodes(db, uid, "all");
  if (link !== undefined) linkIdentity(db, { uid, identity: link, by, nowMs });
  if (secondFactors !== undefined) {
    const known = account.secondFactors.map(({ enrollmentId }) => enrollmentId);
    if (secondFactors.some((id) => !known.includes(id))) throw refusal("MFA_ENROLLMENT_NOT_FOUND");
    const enrollmentIds = known.filter((id) => !secondFactors.includes(id));
    removeSecondFactors(db, { uid, enrollmentIds, actor: by.actor, nowMs });
  }
  return getAccount(db, uid) as Account;
}

/** Who is not there is no error. Without `force` only disabled accounts are deleted, and the others told. */
function deleteAccounts(
  db: StoreDatabase,
  input: { uids: readonly string[]; force: boolean; by: ActedBy; nowMs: number },
): { errors: { index: number; localId: string; message: string }[] } {
  const { uids, force, by, nowMs } = input;
  const errors: { index: number; localId: string; message: string }[] = [];
  for (const [index, uid] of uids.entries()) {
    const account = getAccount(db, uid);
    if (account === undefined) continue;
    if (force || account.disabled) deleteAccount(db, { uid, by, nowMs });
    else {
      const message = "NOT_DISABLED : Disable the account before batch deletion.";
      errors.push({ index, localId: uid, message });
    }
  }
  return { errors };
}

export const adminOperations = {
  "auth.findAsAdmin": findAccounts,
  "auth.queryAccounts": queryAccounts,
  "auth.updateAsAdmin": updateAsAdmin,
  "auth.deleteAccounts": deleteAccounts,
  "auth.importAccounts": importAccounts,
};
