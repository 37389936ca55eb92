/** What is decided about accounts inside one transaction of the writer: nothing can come between check and change. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { refusal } from "../errors.ts";
import {
  type NewSession,
  addSession,
  endSession,
  endSessions,
  endSessionsOfDeletedAccount,
  getSession,
} from "../sessions/session-store.ts";
import { type Revocation, floorOf, raiseFloor } from "../sessions/token-floors.ts";
import { type Account, newAccount, requireUsable, toSeconds } from "./account.ts";
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
  | "validSinceS";
export type AccountChanges = Partial<Pick<Account, Changeable>>;

/** The verified ID token of a person who changes the own account; `sid` is absent in tokens of an earlier version. */
export type ActingToken = { authTimeS: number; sid: string | undefined };

export function createAccount(
  db: StoreDatabase,
  input: { uid: string; fields: AccountChanges; session?: NewSession; nowMs: number },
): Account {
  const { uid, fields, session, nowMs } = input;
  if (getAccount(db, uid) !== undefined) throw refusal("DUPLICATE_LOCAL_ID");
  requireFree(db, uid, fields);
  // Tokens of an account that had this uid before must not be good for this one.
  const account = { ...newAccount(uid, nowMs), ...fields, epoch: floorOf(db, uid) };
  if (account.passwordHash !== null) account.passwordUpdatedAt = nowMs;
  if (session !== undefined) account.lastLoginAt = nowMs;
  putAccount(db, account);
  if (session !== undefined) addSession(db, uid, session, nowMs);
  return account;
}

/**
 * A change of e-mail or password ends every session of the account; the acting person goes on with `newSession`,
 * which takes the place of the acting session. Without `token` it is an administrator's change.
 */
export function updateAccount(
  db: StoreDatabase,
  input: {
    uid: string;
    changes: AccountChanges;
    /** Provider ids; `password` takes the password away. */
    removeProviders?: readonly string[];
    token?: ActingToken;
    /** Its provider, claims and second factor are those of the acting session unless `provider` says another. */
    newSession?: Omit<NewSession, "provider" | "claims" | "secondFactor"> &
      Partial<Pick<NewSession, "provider">>;
    nowMs: number;
  },
): { account: Account; session: NewSession | null; revocations: Revocation[] } {
  const { uid, changes, removeProviders = [], token, newSession, nowMs } = input;
  const stored = getAccount(db, uid);
  if (stored === undefined) throw refusal("USER_NOT_FOUND");
  if (token !== undefined) requireUsable(stored, token.authTimeS);
  requireFree(db, uid, changes);

  const account = { ...stored, ...changes };
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
  // A first e-mail or password takes nothing from anybody.
  const newCredential =
    (newEmail && stored.email !== null) || (newPassword && stored.passwordHash !== null);
  if (newCredential) account.validSinceS = Math.max(account.validSinceS, toSeconds(nowMs));
  const endsAll = newCredential || account.validSinceS > stored.validSinceS;
  const over =
    endsAll ||
    (account.disabled && !stored.disabled) ||
    losesClaims(stored.customClaims, account.customClaims);

  const acting = token?.sid === undefined ? undefined : getSession(db, token.sid);
  const revocations: Revocation[] = [];
  if (over) {
    account.epoch += 1;
    revocations.push(raiseFloor(db, uid, account.epoch, nowMs));
  }
  putAccount(db, account);
  for (const providerId of removeProviders) removeIdentity(db, uid, providerId);
  if (endsAll) endSessions(db, uid, nowMs);
  let session: NewSession | null = null;
  if (newSession !== undefined) {
    if (acting?.uid !== uid) throw refusal("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
    const { provider, claims, secondFactor } = acting;
    session = { provider, claims, secondFactor, ...newSession };
    endSession(db, acting.number, nowMs);
    addSession(db, uid, session, nowMs);
  }
  return { account, session, revocations };
}

/** Without `token` it is an administrator's deletion. */
export function deleteAccount(
  db: StoreDatabase,
  { uid, token, nowMs }: { uid: string; token?: ActingToken; nowMs: number },
): { revocations: Revocation[] } {
  const stored = getAccount(db, uid);
  if (stored === undefined) throw refusal("USER_NOT_FOUND");
  if (token !== undefined) requireUsable(stored, token.authTimeS);
  removeAccount(db, uid);
  endSessionsOfDeletedAccount(db, uid, nowMs);
  return { revocations: [raiseFloor(db, uid, stored.epoch + 1, nowMs)] };
}

/** In the order asked, each account once; who does not exist is left out. */
function findAccounts(
  db: StoreDatabase,
  input: { uids: string[]; emails: string[]; phoneNumbers?: string[] },
): Account[] {
  const found = [
    ...input.uids.map((uid) => getAccount(db, uid)),
    ...input.emails.map((email) => getAccountByEmail(db, email)),
    ...(input.phoneNumbers ?? []).map((number) => getAccountByPhoneNumber(db, number)),
  ].filter((account) => account !== undefined);
  return [...new Map(found.map((account) => [account.uid, account])).values()];
}

export const accountOperations = {
  "auth.createAccount": createAccount,
  "auth.updateAccount": updateAccount,
  "auth.deleteAccount": deleteAccount,
  "auth.accountByUid": getAccount,
  "auth.accountByEmail": getAccountByEmail,
  "auth.findAccounts": findAccounts,
  "auth.listAccounts": (db: StoreDatabase, input: { afterUid: string; limit: number }): Account[] =>
    listAccounts(db, input.afterUid, input.limit),
  "auth.countAccounts": countAccounts,
};

/** A new claim takes nothing away; a lost or changed one may have been a permission. */
function losesClaims(before: string | null, after: string | null): boolean {
  const left = parse(after);
  return Object.entries(parse(before)).some(
    ([name, value]) => JSON.stringify(left[name]) !== JSON.stringify(value),
  );
}

function parse(claims: string | null): Record<string, unknown> {
  return JSON.parse(claims ?? "{}") as Record<string, unknown>;
}

function requireFree(db: StoreDatabase, uid: string, { email, phoneNumber }: AccountChanges): void {
  const emailHolder = email && getAccountByEmail(db, email);
  if (emailHolder && emailHolder.uid !== uid) throw refusal("EMAIL_EXISTS");
  const phoneHolder = phoneNumber && getAccountByPhoneNumber(db, phoneNumber);
  if (phoneHolder && phoneHolder.uid !== uid) throw refusal("PHONE_NUMBER_EXISTS");
}
