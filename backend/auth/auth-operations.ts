/** What this room runs inside the store threads. */
import type { OperationModule, StoreDatabase } from "../sqlite/index.ts";
import type { Account } from "./account.ts";
import {
  createAccount,
  deleteAccount,
  findSession,
  refreshSession,
  signInWithCustomToken,
  signInWithPassword,
  updateAccount,
} from "./account-operations.ts";
import {
  addServiceAccount,
  countAccounts,
  getAccount,
  getAccountByEmail,
  getServiceAccount,
  getSigningKeyId,
  listAccounts,
  listServiceAccounts,
  putSigningKeyId,
  removeServiceAccount,
} from "./auth-store.ts";

export const room = "auth";

export const migrations = [new URL("./migrations/0001-accounts.sql", import.meta.url)];

/** In the order asked, each account once; who does not exist is left out. */
function findAccounts(db: StoreDatabase, input: { uids: string[]; emails: string[] }): Account[] {
  const found = [
    ...input.uids.map((uid) => getAccount(db, uid)),
    ...input.emails.map((email) => getAccountByEmail(db, email)),
  ].filter((account) => account !== undefined);
  return [...new Map(found.map((account) => [account.uid, account])).values()];
}

export const operations = {
  "auth.createAccount": createAccount,
  "auth.updateAccount": updateAccount,
  "auth.deleteAccount": deleteAccount,
  "auth.signInWithPassword": signInWithPassword,
  "auth.signInWithCustomToken": signInWithCustomToken,
  "auth.findSession": findSession,
  "auth.refreshSession": refreshSession,
  "auth.accountByUid": getAccount,
  "auth.accountByEmail": getAccountByEmail,
  "auth.findAccounts": findAccounts,
  "auth.listAccounts": (db: StoreDatabase, input: { afterUid: string; limit: number }): Account[] =>
    listAccounts(db, input.afterUid, input.limit),
  "auth.countAccounts": countAccounts,
  "auth.serviceAccount": getServiceAccount,
  "auth.serviceAccounts": listServiceAccounts,
  "auth.addServiceAccount": addServiceAccount,
  "auth.removeServiceAccount": removeServiceAccount,
  "auth.signingKeyId": getSigningKeyId,
  "auth.putSigningKeyId": putSigningKeyId,
} satisfies OperationModule["operations"];

export type AuthOperations = typeof operations;
