/** What is decided about accounts inside one transaction of the writer: nothing can come between check and change. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { addChangeEvents } from "../audit/account-events.ts";
import { type ActedBy, addAuditEvent } from "../audit/audit-events.ts";
import { voidCodes } from "../codes/code-store.ts";
import { noteForCommit } from "../commit-notes.ts";
import { refusal } from "../errors.ts";
import { endTokens, raiseEpoch } from "../sessions/end-tokens.ts";
import { floorOf } from "../sessions/revocation-store.ts";
import {
  type NewSession,
  type StoredSession,
  addSession,
  endSession,
  endSessionsOfDeletedAccount,
  getSession,
  listSessions,
} from "../sessions/session-store.ts";
import { type Account, admitting, newAccount, requireUsable, toSeconds } from "./account.ts";
import {
  countAccounts,
  getAccount,
  getAccountByEmail,
  getAccountByPhoneNumber,
  listAccounts,
  putAccount,
  removeAccount,
  removeIdentity,
} from "./account-store.ts";
import { readClaims } from "./claims.ts";
import { type DirectEmailChange, requireEmailChangeable } from "./email-change.ts";

type Changeable =
  | "email"
  | "emailVerified"
  | "passwordHash"
  | "displayName"
  | "photoUrl"
  | "phoneNumber"
  | "emailLink"
  | "customClaims"
  | "disabled"
  | "validSinceS"
  | "waysInSince";
export type AccountChanges = Partial<Pick<Account, Changeable>>;

/** The verified ID token of a person who changes the own account; `sid` is absent in tokens of an earlier version. */
export type ActingToken = { authTimeS: number; sid: string | undefined };

const SERVER: ActedBy = { actor: "server", network: null };

/** With a session it is a sign-up, else `by` (the server when it is absent) makes the account. */
export function createAccount(
  db: StoreDatabase,
  input: {
    uid: string;
    fields: AccountChanges;
    session?: NewSession;
    by?: ActedBy;
    nowMs: number;
  },
): Account {
  const { uid, fields, session, by = SERVER, nowMs } = input;
  if (getAccount(db, uid) !== undefined) throw refusal("DUPLICATE_LOCAL_ID");
  requireFree(db, uid, fields);
  // Tokens of an account that had this uid before must not be good for this one.
  const fresh = { ...newAccount(uid, nowMs), ...fields, epoch: floorOf(db, uid) };
  const account = session === undefined ? fresh : admitting(fresh, session);
  if (account.passwordHash !== null) account.passwordUpdatedAt = nowMs;
  if (session !== undefined) account.lastLoginAt = nowMs;
  putAccount(db, account);
  if (session === undefined) {
    addAuditEvent(db, { kind: "account-created", uid, ...by }, nowMs);
    return account;
  }
  addSession(db, uid, session, nowMs);
  const { provider, network } = session;
  const event = { kind: "signed-up", uid, actor: `uid:${uid}`, network, details: { provider } };
  addAuditEvent(db, event, nowMs);
  return account;
}

/**
 * A change of e-mail or password ends every session of the account; the acting person goes on with `newSession`,
 * which takes the place of the acting session. Without `token` it is a change by an administrator or by a code.
 */
export function updateAccount(
  db: StoreDatabase,
  input: {
    uid: string;
    changes: AccountChanges;
    /** Provider ids; `password` takes the password away. */
    removeProviders?: readonly string[];
    token?: ActingToken;
    /** Its provider, claims and second factor are those of the acting session unless it says others. */
    newSession?: Omit<NewSession, "provider" | "claims" | "secondFactor"> &
      Partial<Pick<NewSession, "provider" | "secondFactor">>;
    /** Who acts, for the audit; absent, the person of the token or else the server. */
    by?: ActedBy;
    /** Why the password changes. */
    reason?: "reset";
    nowMs: number;
  },
): { account: Account; session: NewSession | null } {
  const { uid, changes, removeProviders = [], token, newSession, nowMs } = input;
  const stored = getAccount(db, uid);
  if (stored === undefined) throw refusal("USER_NOT_FOUND");
  if (token !== undefined) requireUsable(stored, token.authTimeS);
  const acting = actingSession(db, uid, token);
  requireFree(db, uid, changes);

  let account = { ...stored, ...changes };
  if (removeProviders.includes("password")) {
    account.passwordHash = null;
    account.emailLink = false;
  }
  if (removeProviders.includes("phone")) account.phoneNumber = null;
  account.identities = stored.identities.filter(
    ({ providerId }) => !removeProviders.includes(providerId),
  );
  const newEmail = account.email !== stored.email;
  const newPassword = account.passwordHash !== stored.passwordHash;
  if (newEmail) account.emailVerified = changes.emailVerified ?? false;
  if (newPassword) account.passwordUpdatedAt = account.passwordHash === null ? null : nowMs;
  // A first e-mail or password takes nothing from anybody; nor does a password that is taken away.
  const newCredential =
    (newEmail && stored.email !== null) ||
    (newPassword && stored.passwordHash !== null && account.passwordHash !== null);
  if (newCredential) account.validSinceS = Math.max(account.validSinceS, toSeconds(nowMs));
  const revokes =
    changes.validSinceS !== undefined && endsSessions(db, stored, changes.validSinceS);
  const isDisabledNow = account.disabled && !stored.disabled;
  // Whoever is in must not be in again on the day it is enabled.
  const endsAll = newCredential || revokes || isDisabledNow;
  let session: NewSession | null = null;
  if (newSession !== undefined) {
    if (acting === undefined) throw refusal("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
    const { provider, claims, secondFactor } = acting;
    session = { provider, claims, secondFactor, ...newSession };
    endSession(db, acting.number, nowMs, session.id);
  }
  if (endsAll) account = endTokens(db, account, nowMs);
  else if (losesClaims(stored.customClaims, account.customClaims)) {
    account = raiseEpoch(db, account, nowMs);
  }
  if (session !== null) account = admitting(account, session);
  putAccount(db, account);
  if (newEmail || newPassword || isDisabledNow) voidCodes(db, uid, "after-change");
  for (const providerId of removeProviders) removeIdentity(db, uid, providerId);
  if (session !== null) addSession(db, uid, session, nowMs);
  const person = { actor: `uid:${uid}`, network: session?.network ?? acting?.network ?? null };
  const by = input.by ?? (token === undefined ? SERVER : person);
  addChangeEvents(db, stored, account, { by, reason: input.reason, nowMs });
  if (revokes) {
    addAuditEvent(db, { kind: "sessions-ended", uid, ...by }, nowMs);
  }
  return { account, session };
}

/** A person's own change. The account may be another one than when the request was looked at. */
function updateOwnAccount(
  db: StoreDatabase,
  input: { update: Parameters<typeof updateAccount>[1]; directEmailChange: DirectEmailChange },
): ReturnType<typeof updateAccount> {
  const { update } = input;
  const stored = getAccount(db, update.uid);
  if (stored === undefined) throw refusal("USER_NOT_FOUND");
  requireEmailChangeable(stored, update.changes.email, input.directEmailChange);
  return updateAccount(db, update);
}

/** Without `token` it is an administrator's deletion. */
export function deleteAccount(
  db: StoreDatabase,
  input: { uid: string; token?: ActingToken; by?: ActedBy; nowMs: number },
): void {
  const { uid, token, nowMs } = input;
  const stored = getAccount(db, uid);
  if (stored === undefined) throw refusal("USER_NOT_FOUND");
  if (token !== undefined) requireUsable(stored, token.authTimeS);
  const acting = actingSession(db, uid, token);
  raiseEpoch(db, stored, nowMs);
  removeAccount(db, uid);
  voidCodes(db, uid, "all");
  endSessionsOfDeletedAccount(db, uid, nowMs);
  noteForCommit({ deletedUid: uid });
  const person = { actor: `uid:${uid}`, network: acting?.network ?? null };
  const by = input.by ?? (token === undefined ? SERVER : person);
  addAuditEvent(db, { kind: "account-deleted", uid, ...by }, nowMs);
}

/** Who revokes means those of the same second, too. */
function endsSessions(
  db: StoreDatabase,
  { uid, ...stored }: Account,
  validSinceS: number,
): boolean {
  if (validSinceS > stored.validSinceS) return true;
  return listSessions(db, uid).some(({ authTimeS }) => authTimeS <= validSinceS);
}

/** Undefined for a token of an earlier version. @throws TOKEN_EXPIRED when it has ended meanwhile */
export function actingSession(
  db: StoreDatabase,
  uid: string,
  token: ActingToken | undefined,
): StoredSession | undefined {
  if (token?.sid === undefined) return undefined;
  const session = getSession(db, token.sid);
  if (session?.uid !== uid || session.endedAt !== null) throw refusal("TOKEN_EXPIRED");
  return session;
}

export const accountOperations = {
  "auth.createAccount": createAccount,
  "auth.updateAccount": updateAccount,
  "auth.updateOwnAccount": updateOwnAccount,
  "auth.deleteAccount": deleteAccount,
  "auth.accountByUid": getAccount,
  "auth.accountByEmail": getAccountByEmail,
  "auth.listAccounts": (db: StoreDatabase, input: { afterUid: string; limit: number }): Account[] =>
    listAccounts(db, input.afterUid, input.limit),
  "auth.countAccounts": countAccounts,
};

/** A new claim takes nothing away; a lost or changed one may have been a permission. */
function losesClaims(before: string | null, after: string | null): boolean {
  const left = readClaims(after);
  return Object.entries(readClaims(before)).some(
    ([name, value]) => JSON.stringify(left[name]) !== JSON.stringify(value),
  );
}

/** @throws EMAIL_EXISTS, PHONE_NUMBER_EXISTS when another account has it */
function requireFree(db: StoreDatabase, uid: string, { email, phoneNumber }: AccountChanges): void {
  const emailHolder = email && getAccountByEmail(db, email);
  if (emailHolder && emailHolder.uid !== uid) throw refusal("EMAIL_EXISTS");
  const phoneHolder = phoneNumber && getAccountByPhoneNumber(db, phoneNumber);
  if (phoneHolder && phoneHolder.uid !== uid) throw refusal("PHONE_NUMBER_EXISTS");
}
