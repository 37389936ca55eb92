/** SQL of sessions and their refresh tokens. Every function runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import type { Session, SignInProvider } from "../accounts/account.ts";

const MAX_SESSIONS_PER_ACCOUNT = 50;
const DELETED_ACCOUNT_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

export type StoredSession = Session & {
  number: number;
  uid: string;
  /** User-Agent */
  device: string | null;
  network: string | null;
  createdAt: number;
  lastUsedAt: number;
  endedAt: number | null;
};

export type NewSession = Session & {
  tokenHash: string;
  device: string | null;
  network: string | null;
};

type Row = Record<string, unknown>;

/** The account's oldest session ends when it has too many. */
export function addSession(
  db: StoreDatabase,
  uid: string,
  session: NewSession,
  nowMs: number,
): void {
  const { id, provider, authTimeS, claims, secondFactor, device, network, tokenHash } = session;
  const { lastInsertRowid: number } = db
    .prepare(`
      INSERT INTO auth_sessions (
        session_id, uid, sign_in_provider, auth_time_s, session_claims, second_factor, device, network, created_at,
        last_used_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    `)
    .run(id, uid, provider, authTimeS, claims, secondFactor, device, network, nowMs, nowMs);
  db.prepare("INSERT INTO auth_session_tokens VALUES (?, ?, NULL, ?, NULL, 0)").run(
    tokenHash,
    number,
    nowMs,
  );
  const [tooOld] = db
    .prepare("SELECT number FROM auth_sessions WHERE uid = ? ORDER BY number DESC LIMIT 1 OFFSET ?")
    .all(uid, MAX_SESSIONS_PER_ACCOUNT);
  if (tooOld !== undefined) removeSessions(db, "uid = ? AND number <= ?", uid, tooOld["number"]);
}

export function getSessionOfToken(db: StoreDatabase, tokenHash: string): StoredSession | undefined {
  const row = db
    .prepare(`
      SELECT auth_sessions.* FROM auth_session_tokens
        JOIN auth_sessions ON auth_sessions.number = session_number
      WHERE token_hash = ?
    `)
    .get(tokenHash);
  return row === undefined ? undefined : toSession(row);
}

export function getSession(db: StoreDatabase, id: string): StoredSession | undefined {
  const row = db.prepare("SELECT * FROM auth_sessions WHERE session_id = ?").get(id);
  return row === undefined ? undefined : toSession(row);
}

/** Of one account, newest first. */
export function listSessions(db: StoreDatabase, uid: string): StoredSession[] {
  const sql = "SELECT * FROM auth_sessions WHERE uid = ? ORDER BY number DESC";
  return db.prepare(sql).all(uid).map(toSession);
}

export function touchSession(db: StoreDatabase, number: number, nowMs: number): void {
  db.prepare("UPDATE auth_sessions SET last_used_at = ? WHERE number = ?").run(nowMs, number);
}

export function endSession(db: StoreDatabase, number: number, nowMs: number): void {
  db.prepare("UPDATE auth_sessions SET ended_at = ? WHERE number = ? AND ended_at IS NULL").run(
    nowMs,
    number,
  );
}

export function endSessions(db: StoreDatabase, uid: string, nowMs: number): void {
  db.prepare("UPDATE auth_sessions SET ended_at = ? WHERE uid = ? AND ended_at IS NULL").run(
    nowMs,
    uid,
  );
}

export function endSessionsOfDeletedAccount(db: StoreDatabase, uid: string, nowMs: number): void {
  endSessions(db, uid, nowMs);
  db.prepare("UPDATE auth_sessions SET account_deleted_at = ? WHERE uid = ?").run(nowMs, uid);
  removeSessions(db, "account_deleted_at < ?", nowMs - DELETED_ACCOUNT_KEPT_MS);
}

function removeSessions(db: StoreDatabase, which: string, ...values: unknown[]): void {
  const parameters = values as (string | number)[];
  db.prepare(
    `DELETE FROM auth_session_tokens WHERE session_number IN (SELECT number FROM auth_sessions WHERE ${which})`,
  ).run(...parameters);
  db.prepare(`DELETE FROM auth_sessions WHERE ${which}`).run(...parameters);
}

function toSession(row: Row): StoredSession {
  return {
    number: row["number"] as number,
    id: row["session_id"] as string,
    uid: row["uid"] as string,
    provider: row["sign_in_provider"] as SignInProvider,
    authTimeS: row["auth_time_s"] as number,
    claims: row["session_claims"] as string | null,
    secondFactor: row["second_factor"] as string | null,
    device: row["device"] as string | null,
    network: row["network"] as string | null,
    createdAt: row["created_at"] as number,
    lastUsedAt: row["last_used_at"] as number,
    endedAt: row["ended_at"] as number | null,
  };
}
