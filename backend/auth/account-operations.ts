/** What is decided inside one transaction of the writer: nothing can come between the check and the change. */
import type { StoreDatabase } from "../sqlite/index.ts";
import { type Account, type Session, newAccount, requireUsable, toSeconds } from "./account.ts";
import {
  type NewSession,
  addSession,
  getAccount,
  getAccountByEmail,
  getSession,
  listSessions,
  putAccount,
  removeAccount,
  revokeSessions,
  touchSession,
} from "./auth-store.ts";
import { refusal } from "./errors.ts";

type Changeable =
  | "email"
  | "emailVerified"
  | "passwordHash"
  | "displayName"
  | "photoUrl"
  | "customClaims"
  | "disabled"
  | "validSinceS";
export type AccountChanges = Partial<Pick<Account, Changeable>>;

/** The verified ID token of a person who changes the own account. */
export type ActingToken = { authTimeS: number; claims: Record<string, unknown> };

export function createAccount(
  db: StoreDatabase,
  input: { uid: string; fields: AccountChanges; session?: NewSession; nowMs: number },
): Account {
  const { uid, fields, session, nowMs } = input;
  if (getAccount(db, uid) !== undefined) throw refusal("DUPLICATE_LOCAL_ID");
  requireFreeEmail(db, uid, fields.email);
  const account = { ...newAccount(uid, nowMs), ...fields };
  if (account.passwordHash !== null) account.passwordUpdatedAt = nowMs;
  if (session !== undefined) account.lastLoginAt = nowMs;
  putAccount(db, account);
  if (session !== undefined) addSession(db, uid, session, nowMs);
  return account;
}

/**
 * A change of e-mail or password revokes every session of the account; the acting one goes on as `newTokenHash`.
 * Without `token` it is an administrator's change.
 */
export function updateAccount(
  db: StoreDatabase,
  input: {
    uid: string;
    changes: AccountChanges;
    token?: ActingToken;
    newTokenHash?: string;
    nowMs: number;
  },
): { account: Account; session: Session | null } {
  const { uid, changes, token, newTokenHash, nowMs } = input;
  const stored = getAccount(db, uid);
  if (stored === undefined) throw refusal("USER_NOT_FOUND");
  if (token !== undefined) requireUsable(stored, token.authTimeS);
  requireFreeEmail(db, uid, changes.email);

  const account = { ...stored, ...changes };
  const newEmail = account.email !== stored.email;
  const newPassword = changes.passwordHash !== undefined;
  if (newEmail) account.emailVerified = changes.emailVerified ?? false;
  if (newPassword) account.passwordUpdatedAt = account.passwordHash === null ? null : nowMs;
  const revokes = newEmail || newPassword;
  if (revokes) account.validSinceS = toSeconds(nowMs);
  const session =
    newTokenHash === undefined || token === undefined ? null : goOn(db, uid, token, nowMs);

  putAccount(db, account);
  if (account.validSinceS > stored.validSinceS || revokes) revokeSessions(db, uid);
  if (session !== null && newTokenHash !== undefined) {
    addSession(db, uid, { ...session, tokenHash: newTokenHash }, nowMs);
  }
  return { account, session };
}

/** `passwordHash`: the one that the password was compared with; another one by now means another password. */
export function signInWithPassword(
  db: StoreDatabase,
  input: { uid: string; passwordHash: string; session: NewSession; nowMs: number },
): Account {
  const { uid, passwordHash, session, nowMs } = input;
  const stored = getAccount(db, uid);
  if (stored?.passwordHash !== passwordHash) throw refusal("INVALID_LOGIN_CREDENTIALS");
  if (stored.disabled) throw refusal("USER_DISABLED");
  return beginSession(db, stored, session, nowMs);
}

export function signInWithCustomToken(
  db: StoreDatabase,
  input: { uid: string; session: NewSession; nowMs: number },
): { account: Account; isNewUser: boolean } {
  const { uid, session, nowMs } = input;
  const stored = getAccount(db, uid);
  if (stored?.disabled) throw refusal("USER_DISABLED");
  const account = beginSession(db, stored ?? newAccount(uid, nowMs), session, nowMs);
  return { account, isNewUser: stored === undefined };
}

/** The session of a refresh token, while it may be used. */
export function findSession(
  db: StoreDatabase,
  { tokenHash }: { tokenHash: string },
): { account: Account; session: Session } {
  const session = getSession(db, tokenHash);
  if (session === undefined) throw refusal("INVALID_REFRESH_TOKEN");
  const account = requireUsable(getAccount(db, session.uid), session.authTimeS);
  if (session.revoked) throw refusal("TOKEN_EXPIRED");
  return { account, session };
}

export function refreshSession(
  db: StoreDatabase,
  { tokenHash, nowMs }: { tokenHash: string; nowMs: number },
): { account: Account; session: Session } {
  const found = findSession(db, { tokenHash });
  const account = { ...found.account, lastRefreshAt: nowMs };
  putAccount(db, account);
  touchSession(db, tokenHash, nowMs);
  return { account, session: found.session };
}

/** Without `token` it is an administrator's deletion. */
export function deleteAccount(
  db: StoreDatabase,
  { uid, token, nowMs }: { uid: string; token?: ActingToken; nowMs: number },
): void {
  const stored = getAccount(db, uid);
  if (stored === undefined) throw refusal("USER_NOT_FOUND");
  if (token !== undefined) requireUsable(stored, token.authTimeS);
  removeAccount(db, uid, nowMs);
}

function beginSession(
  db: StoreDatabase,
  stored: Account,
  session: NewSession,
  nowMs: number,
): Account {
  // With a clock that was set back, a new session must not count as one from before the last revocation.
  const validSinceS = Math.min(stored.validSinceS, session.authTimeS);
  const account = { ...stored, validSinceS, lastLoginAt: nowMs, lastRefreshAt: nowMs };
  putAccount(db, account);
  addSession(db, stored.uid, session, nowMs);
  return account;
}

// An ID token does not name its session, and may hold claims that the account has lost since. So the claims of the
// custom token are taken from the stored session that this ID token can have come from.
function goOn(db: StoreDatabase, uid: string, token: ActingToken, nowMs: number): Session {
  const provider = providerOf(token.claims);
  const origin = listSessions(db, uid).find(
    (session) =>
      !session.revoked &&
      session.provider === provider &&
      session.authTimeS === token.authTimeS &&
      holdsAll(token.claims, session.claims),
  );
  return { provider, authTimeS: toSeconds(nowMs), claims: origin?.claims ?? null };
}

function providerOf(claims: Record<string, unknown>): Session["provider"] {
  const firebase = claims["firebase"] as { sign_in_provider?: unknown } | undefined;
  return firebase?.sign_in_provider === "custom" ? "custom" : "password";
}

function holdsAll(claims: Record<string, unknown>, wanted: string | null): boolean {
  return Object.entries(JSON.parse(wanted ?? "{}") as Record<string, unknown>).every(
    ([name, value]) =>
      Object.hasOwn(claims, name) && JSON.stringify(claims[name]) === JSON.stringify(value),
  );
}

function requireFreeEmail(db: StoreDatabase, uid: string, email: string | null | undefined): void {
  if (email === null || email === undefined) return;
  const holder = getAccountByEmail(db, email);
  if (holder !== undefined && holder.uid !== uid) throw refusal("EMAIL_EXISTS");
}
