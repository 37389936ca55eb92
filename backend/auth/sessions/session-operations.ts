/** What is decided about sessions inside one transaction of the writer. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { type Account, type Session, newAccount, requireUsable } from "../accounts/account.ts";
import { getAccount, putAccount } from "../accounts/account-store.ts";
import { refusal } from "../errors.ts";
import {
  type NewSession,
  type StoredSession,
  addSession,
  getSessionOfToken,
  listSessions,
  touchSession,
} from "./session-store.ts";
import { floorOf } from "./token-floors.ts";

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
  const account = stored ?? { ...newAccount(uid, nowMs), epoch: floorOf(db, uid) };
  return { account: beginSession(db, account, session, nowMs), isNewUser: stored === undefined };
}

/** The session of a refresh token, while it may be used. */
export function findSession(
  db: StoreDatabase,
  { tokenHash }: { tokenHash: string },
): { account: Account; session: StoredSession } {
  const session = getSessionOfToken(db, tokenHash);
  if (session === undefined) throw refusal("INVALID_REFRESH_TOKEN");
  const account = requireUsable(getAccount(db, session.uid), session.authTimeS);
  if (session.endedAt !== null) throw refusal("TOKEN_EXPIRED");
  return { account, session };
}

export function refreshSession(
  db: StoreDatabase,
  { tokenHash, nowMs }: { tokenHash: string; nowMs: number },
): { account: Account; session: Session } {
  const found = findSession(db, { tokenHash });
  const account = { ...found.account, lastRefreshAt: nowMs };
  putAccount(db, account);
  touchSession(db, found.session.number, nowMs);
  return { account, session: found.session };
}

export function beginSession(
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

export const sessionOperations = {
  "auth.signInWithPassword": signInWithPassword,
  "auth.signInWithCustomToken": signInWithCustomToken,
  "auth.findSession": findSession,
  "auth.refreshSession": refreshSession,
  "auth.sessions": listSessions,
};
