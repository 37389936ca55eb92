/** SQL of sessions. Every function runs inside a store thread; what ends a session also ends its ID tokens. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import type { Session, SignInProvider } from "../accounts/account.ts";
import { addToken } from "./refresh-token-store.ts";
import { noteSessionEnd } from "./revocation-store.ts";

const MAX_SESSIONS_PER_ACCOUNT = 50;
const IDLE_MS = 90 * 24 * 60 * 60 * 1000;
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
  /** The session with which its own device went on. */
  replacedBy: string | null;
};

export type NewSession = Session & {
  tokenHash: string;
  device: string | null;
  network: string | null;
};

type Row = Record<string, unknown>;

/** When the account has too many, those go first that have ended, then the oldest. */
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
  addToken(db, { hash: tokenHash, sessionNumber: Number(number), parentHash: null }, nowMs);
  const tooMany = db
    .prepare(`
      SELECT number FROM auth_sessions WHERE uid = ? ORDER BY ended_at IS NULL DESC, number DESC LIMIT -1 OFFSET ?
    `)
    .all(uid, MAX_SESSIONS_PER_ACCOUNT);
  for (const { number: superfluous } of tooMany) {
    endSession(db, superfluous as number, nowMs);
    removeSessions(db, "number = ?", superfluous);
  }
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

/** Nobody has used it for so long that it is over; its ID tokens have long expired. */
export function isIdle(session: Pick<StoredSession, "lastUsedAt">, nowMs: number): boolean {
  return nowMs - session.lastUsedAt > IDLE_MS;
}

/** Those of one account that have not ended, newest first. */
export function listSessions(db: StoreDatabase, uid: string): StoredSession[] {
  const sql = "SELECT * FROM auth_sessions WHERE uid = ? AND ended_at IS NULL ORDER BY number DESC";
  return db.prepare(sql).all(uid).map(toSession);
}

/** `network`: from where it was used; null leaves the one that is known. */
export function touchSession(
  db: StoreDatabase,
  number: number,
  network: string | null,
  nowMs: number,
): void {
  db.prepare(
    "UPDATE auth_sessions SET last_used_at = ?, network = coalesce(?, network) WHERE number = ?",
  ).run(nowMs, network, number);
}

/** @param replacedBy the session with which its own device goes on. */
export function endSession(
  db: StoreDatabase,
  number: number,
  nowMs: number,
  replacedBy: string | null = null,
): void {
  end(db, "number = ?", [number], nowMs, replacedBy);
}

/** @returns how many there were. */
export function endSessions(
  db: StoreDatabase,
  uid: string,
  nowMs: number,
  exceptId: string | null = null,
): number {
  return end(db, "uid = ? AND session_id IS NOT ?", [uid, exceptId], nowMs, null);
}

export function endSessionsOfDeletedAccount(db: StoreDatabase, uid: string, nowMs: number): void {
  endSessions(db, uid, nowMs);
  db.prepare("UPDATE auth_sessions SET account_deleted_at = ? WHERE uid = ?").run(nowMs, uid);
  removeSessions(db, "account_deleted_at < ?", nowMs - DELETED_ACCOUNT_KEPT_MS);
}

function end(
  db: StoreDatabase,
  which: string,
  values: (string | number | null)[],
  nowMs: number,
  replacedBy: string | null,
): number {
  const ended = db
    .prepare(`
      UPDATE auth_sessions SET ended_at = ?, replaced_by = ? WHERE ended_at IS NULL AND ${which}
      RETURNING uid, session_id AS sid
    `)
    .all(nowMs, replacedBy, ...values);
  for (const { uid, sid } of ended) noteSessionEnd(db, uid as string, sid as string, nowMs);
  return ended.length;
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
    replacedBy: row["replaced_by"] as string | null,
  };
}
