/** The writing part of `batchCreate`: all accounts of a request in one transaction. */
import { OperationError, type StoreDatabase } from "../../sqlite/index.ts";
import type { Account } from "../accounts/account.ts";
import {
  getAccount,
  getAccountByEmail,
  getAccountByPhoneNumber,
  putAccount,
  putIdentity,
  removeAccount,
  uidOfIdentity,
} from "../accounts/account-store.ts";
import { type ActedBy, addAuditEvent } from "../audit/audit-events.ts";
import { voidCodes } from "../codes/code-store.ts";
import { endTokens } from "../sessions/end-tokens.ts";
import { floorOf } from "../sessions/revocation-store.ts";

export type ImportError = { index: number; message: string };
export type ImportOutcome = { errors: ImportError[]; created: number; replaced: number };

/** Code of the error that undoes an import which was only to be tried; its details are the `ImportOutcome`. */
export const TRIED = "TRIED";

/** `index` is the one in the request. @throws OperationError TRIED when `isTrial` */
export function importAccounts(
  db: StoreDatabase,
  input: {
    users: readonly { index: number; account: Account }[];
    allowOverwrite: boolean;
    isTrial: boolean;
    by: ActedBy;
    nowMs: number;
  },
): ImportOutcome {
  const { users, allowOverwrite, isTrial, by, nowMs } = input;
  const outcome: ImportOutcome = { errors: [], created: 0, replaced: 0 };
  for (const { index, account } of users) {
    const stored = getAccount(db, account.uid);
    const message = conflictOf(db, account, stored, allowOverwrite);
    if (message !== undefined) {
      outcome.errors.push({ index, message });
      continue;
    }
    if (stored === undefined) outcome.created += 1;
    else {
      outcome.replaced += 1;
      removeWhole(db, stored, nowMs);
    }
    putWhole(db, { ...account, epoch: floorOf(db, account.uid) });
  }
  if (isTrial) throw new OperationError(TRIED, "It was only tried.", outcome);
  const { created, replaced } = outcome;
  if (created + replaced > 0) {
    const event = { kind: "users-imported", uid: null, ...by, details: { created, replaced } };
    addAuditEvent(db, event, nowMs);
  }
  return outcome;
}

/** As Identity Toolkit says it. */
function conflictOf(
  db: StoreDatabase,
  { uid, email, phoneNumber, identities }: Account,
  stored: Account | undefined,
  allowOverwrite: boolean,
): string | undefined {
  const isOther = (holder: string | undefined) => holder !== undefined && holder !== uid;
  if (stored !== undefined && !allowOverwrite) {
    return "localId belongs to an existing account - can not overwrite.";
  }
  if (email !== null && isOther(getAccountByEmail(db, email)?.uid)) {
    return "email exists in other account in database";
  }
  if (phoneNumber !== null && isOther(getAccountByPhoneNumber(db, phoneNumber)?.uid)) {
    return "phone number exists in other account in database";
  }
  if (identities.some((identity) => isOther(uidOfIdentity(db, identity)))) {
    return "raw id exists in other account in database";
  }
  return undefined;
}

/** What was signed in to the account that is replaced is signed out. */
function removeWhole(db: StoreDatabase, account: Account, nowMs: number): void {
  removeAccount(db, account.uid);
  voidCodes(db, account.uid, "all");
  endTokens(db, account, nowMs);
}

function putWhole(db: StoreDatabase, account: Account): void {
  putAccount(db, account);
  for (const identity of account.identities) putIdentity(db, account.uid, identity);
}
