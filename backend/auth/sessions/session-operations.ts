/** What is decided about sessions inside one transaction of the writer. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { type Account, admitting, newAccount, toSeconds } from "../accounts/account.ts";
import { getAccount, putAccount } from "../accounts/account-store.ts";
import { addAuditEvent } from "../audit/audit-events.ts";
import type { ActedBy } from "../audit/audit-events.ts";
import { refusal } from "../errors.ts";
import { type CredentialUse, isUsed, markUsed } from "../identities/used-credentials.ts";
import { floorOf } from "./revocation-store.ts";
import {
  type NewSession,
  type StoredSession,
  addSession,
  endSession,
  endSessions,
  getSession,
  isIdle,
  listSessions,
} from "./session-store.ts";

/** `passwordHash`: the one that the password was compared with; another one by now means another password. */
function signInWithPassword(
  db: StoreDatabase,
  input: {
    uid: string;
    passwordHash: string;
    /** Takes the place of `passwordHash`: the same password, hashed with today's parameters. */
    upgradedHash?: string;
    session: NewSession;
    nowMs: number;
  },
): Account {
  const { uid, passwordHash, upgradedHash = passwordHash, session, nowMs } = input;
  const stored = getAccount(db, uid);
  if (stored?.passwordHash !== passwordHash) throw refusal("INVALID_LOGIN_CREDENTIALS");
  if (stored.disabled) throw refusal("USER_DISABLED");
  return beginSession(db, { ...stored, passwordHash: upgradedHash }, session, nowMs);
}

/** Times in milliseconds since 1970, `…S` in seconds; `epoch`: the account's when the token was made. */
export type CustomTokenUse =
  | ({ by: "server"; issuedAt: number; epoch: number } & CredentialUse)
  | { by: "service-account"; iatS: number };

function signInWithCustomToken(
  db: StoreDatabase,
  input: { uid: string; use: CustomTokenUse; session: NewSession; nowMs: number },
): { account: Account; isNewUser: boolean } {
  const { uid, use, session, nowMs } = input;
  const stored = getAccount(db, uid);
  if (stored?.disabled) throw refusal("USER_DISABLED");
  if (!isStillGood(db, stored, use)) {
    const text = "The token was used before, or the account has ended its sign-ins since.";
    throw refusal("INVALID_CUSTOM_TOKEN", text);
  }
  if (use.by === "server") markUsed(db, use, nowMs);
  const account = stored ?? { ...newAccount(uid, nowMs), epoch: floorOf(db, uid) };
  if (stored === undefined) {
    const { network, provider } = session;
    const event = { kind: "signed-up", uid, actor: `uid:${uid}`, network, details: { provider } };
    addAuditEvent(db, event, nowMs);
  }
  return { account: beginSession(db, account, session, nowMs), isNewUser: stored === undefined };
}

/** Whoever ends what signs in to an account means what was handed out before, too. */
function isStillGood(
  db: StoreDatabase,
  account: Account | undefined,
  use: CustomTokenUse,
): boolean {
  if (use.by === "server") {
    if (account === undefined || account.epoch !== use.epoch || isUsed(db, use)) return false;
    return account.waysInSince === null || use.issuedAt > account.waysInSince;
  }
  if (account === undefined) return true;
  const { validSinceS, createdAt } = account;
  // A program may have made the token before it was used for the first time, which made the account.
  return use.iatS >= validSinceS || validSinceS <= toSeconds(createdAt);
}

export function beginSession(
  db: StoreDatabase,
  stored: Account,
  session: NewSession,
  nowMs: number,
): Account {
  const { uid } = stored;
  const { provider, network, secondFactor } = session;
  // Who enrolled a second factor between the first step and now is asked for it; a custom token is the server's word.
  if (secondFactor === null && provider !== "custom" && stored.secondFactors.length > 0) {
    throw refusal("INVALID_LOGIN_CREDENTIALS");
  }
  const account = { ...admitting(stored, session), lastLoginAt: nowMs, lastRefreshAt: nowMs };
  putAccount(db, account, stored.lastLoginAt === null ? "account" : "use");
  addSession(db, uid, session, nowMs);
  const details = { provider, secondFactor: secondFactor !== null };
  addAuditEvent(db, { kind: "signed-in", uid, actor: `uid:${uid}`, network, details }, nowMs);
  return account;
}

/** Who acts with an ID token: the account and the token's session as they are now. */
function findActingUser(
  db: StoreDatabase,
  { uid, sid }: { uid: string; sid: string | undefined },
): { account: Account | undefined; session: StoredSession | undefined } {
  const session = sid === undefined ? undefined : getSession(db, sid);
  return { account: getAccount(db, uid), session: session?.uid === uid ? session : undefined };
}

/** Its ID tokens are over, too. @returns false when the account has no such session. */
function endOneSession(
  db: StoreDatabase,
  input: { uid: string; sessionId: string; by: ActedBy; nowMs: number },
): boolean {
  const { uid, sessionId, by, nowMs } = input;
  const session = getSession(db, sessionId);
  if (session?.uid !== uid || session.endedAt !== null) return false;
  endSession(db, session.number, nowMs);
  addAuditEvent(db, { kind: "session-ended", uid, ...by }, nowMs);
  return true;
}

/** @returns how many ended. */
function endOtherSessions(
  db: StoreDatabase,
  input: { uid: string; sessionId: string; by: ActedBy; nowMs: number },
): number {
  const { uid, sessionId, by, nowMs } = input;
  const count = endSessions(db, uid, nowMs, sessionId);
  if (count > 0) {
    addAuditEvent(db, { kind: "sessions-ended", uid, ...by, details: { count } }, nowMs);
  }
  return count;
}

/** Newest first; those that can still be used. */
function usableSessions(
  db: StoreDatabase,
  { uid, nowMs }: { uid: string; nowMs: number },
): StoredSession[] {
  const account = getAccount(db, uid);
  if (account === undefined) throw refusal("USER_NOT_FOUND");
  return listSessions(db, uid).filter(
    (session) => session.authTimeS >= account.validSinceS && !isIdle(session, nowMs),
  );
}

export const sessionOperations = {
  "auth.signInWithPassword": signInWithPassword,
  "auth.signInWithCustomToken": signInWithCustomToken,
  "auth.actingUser": findActingUser,
  "auth.sessions": usableSessions,
  "auth.endSession": endOneSession,
  "auth.endOtherSessions": endOtherSessions,
};
