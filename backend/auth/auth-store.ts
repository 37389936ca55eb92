/** The only SQL of this room. Every function runs inside a store thread. */
import type { StoreDatabase } from "../sqlite/index.ts";
import type { Account, Session, SignInProvider } from "./account.ts";

const ACCOUNT_COLUMNS = `
  uid, email, email_verified AS "emailVerified", password_hash AS "passwordHash",
  password_updated_at AS "passwordUpdatedAt", display_name AS "displayName", photo_url AS "photoUrl",
  custom_claims AS "customClaims", disabled, created_at AS "createdAt", last_login_at AS "lastLoginAt",
  last_refresh_at AS "lastRefreshAt", valid_since_s AS "validSinceS"`;

const MAX_SESSIONS_PER_ACCOUNT = 50;
const DELETED_ACCOUNT_KEPT_MS = 90 * 24 * 60 * 60 * 1000;

export type StoredSession = Session & { uid: string; revoked: boolean };
export type NewSession = Session & { tokenHash: string };
export type ServiceAccount = {
  clientEmail: string;
  clientId: string;
  keyId: string;
  /** PEM */
  publicKey: string;
  createdAt: number;
};

type Row = Record<string, unknown>;

export function getAccount(db: StoreDatabase, uid: string): Account | undefined {
  return toAccount(
    db.prepare(`SELECT ${ACCOUNT_COLUMNS} FROM auth_accounts WHERE uid = ?`).get(uid),
  );
}

export function getAccountByEmail(db: StoreDatabase, email: string): Account | undefined {
  return toAccount(
    db.prepare(`SELECT ${ACCOUNT_COLUMNS} FROM auth_accounts WHERE email = ?`).get(email),
  );
}

/** By uid, those behind `afterUid`. */
export function listAccounts(db: StoreDatabase, afterUid: string, limit: number): Account[] {
  const sql = `SELECT ${ACCOUNT_COLUMNS} FROM auth_accounts WHERE uid > ? ORDER BY uid LIMIT ?`;
  return db
    .prepare(sql)
    .all(afterUid, limit)
    .map((row) => toAccount(row) as Account);
}

export function countAccounts(db: StoreDatabase): number {
  return db.prepare("SELECT count(*) AS n FROM auth_accounts").get()?.["n"] as number;
}

export function putAccount(db: StoreDatabase, account: Account): void {
  db.prepare(`
    INSERT INTO auth_accounts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (uid) DO UPDATE SET
      email = excluded.email, email_verified = excluded.email_verified,
      password_hash = excluded.password_hash, password_updated_at = excluded.password_updated_at,
      display_name = excluded.display_name, photo_url = excluded.photo_url,
      custom_claims = excluded.custom_claims, disabled = excluded.disabled,
      last_login_at = excluded.last_login_at, last_refresh_at = excluded.last_refresh_at,
      valid_since_s = excluded.valid_since_s
  `).run(
    account.uid,
    account.email,
    account.emailVerified ? 1 : 0,
    account.passwordHash,
    account.passwordUpdatedAt,
    account.displayName,
    account.photoUrl,
    account.customClaims,
    account.disabled ? 1 : 0,
    account.createdAt,
    account.lastLoginAt,
    account.lastRefreshAt,
    account.validSinceS,
  );
}

export function removeAccount(db: StoreDatabase, uid: string, nowMs: number): void {
  db.prepare("DELETE FROM auth_accounts WHERE uid = ?").run(uid);
  db.prepare(
    "UPDATE auth_refresh_tokens SET revoked = 1, account_deleted_at = ? WHERE uid = ?",
  ).run(nowMs, uid);
  db.prepare("DELETE FROM auth_refresh_tokens WHERE account_deleted_at < ?").run(
    nowMs - DELETED_ACCOUNT_KEPT_MS,
  );
}

/** The account's oldest session ends when it has too many. */
export function addSession(
  db: StoreDatabase,
  uid: string,
  session: NewSession,
  nowMs: number,
): void {
  db.prepare(`
    INSERT INTO auth_refresh_tokens
      (token_hash, uid, sign_in_provider, auth_time_s, session_claims, created_at, last_used_at, revoked)
    VALUES (?, ?, ?, ?, ?, ?, ?, 0)
  `).run(session.tokenHash, uid, session.provider, session.authTimeS, session.claims, nowMs, nowMs);
  db.prepare(`
    DELETE FROM auth_refresh_tokens WHERE uid = ?1 AND number <= (
      SELECT number FROM auth_refresh_tokens WHERE uid = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
  `).run(uid, MAX_SESSIONS_PER_ACCOUNT);
}

export function getSession(db: StoreDatabase, tokenHash: string): StoredSession | undefined {
  const row = db.prepare("SELECT * FROM auth_refresh_tokens WHERE token_hash = ?").get(tokenHash);
  return row === undefined ? undefined : toSession(row);
}

/** Of one account, newest first. */
export function listSessions(db: StoreDatabase, uid: string): StoredSession[] {
  const sql = "SELECT * FROM auth_refresh_tokens WHERE uid = ? ORDER BY number DESC";
  return db.prepare(sql).all(uid).map(toSession);
}

export function touchSession(db: StoreDatabase, tokenHash: string, nowMs: number): void {
  db.prepare("UPDATE auth_refresh_tokens SET last_used_at = ? WHERE token_hash = ?").run(
    nowMs,
    tokenHash,
  );
}

export function revokeSessions(db: StoreDatabase, uid: string): void {
  db.prepare("UPDATE auth_refresh_tokens SET revoked = 1 WHERE uid = ?").run(uid);
}

const SERVICE_ACCOUNT_COLUMNS = `client_email AS "clientEmail", client_id AS "clientId", key_id AS "keyId",
  public_key AS "publicKey", created_at AS "createdAt"`;

export function getServiceAccount(
  db: StoreDatabase,
  clientEmail: string,
): ServiceAccount | undefined {
  const sql = `SELECT ${SERVICE_ACCOUNT_COLUMNS} FROM auth_service_accounts WHERE client_email = ?`;
  return db.prepare(sql).get(clientEmail) as ServiceAccount | undefined;
}

export function listServiceAccounts(db: StoreDatabase): ServiceAccount[] {
  const sql = `SELECT ${SERVICE_ACCOUNT_COLUMNS} FROM auth_service_accounts ORDER BY created_at, client_email`;
  return db.prepare(sql).all() as unknown[] as ServiceAccount[];
}

export function addServiceAccount(db: StoreDatabase, account: ServiceAccount): void {
  const { clientEmail, clientId, keyId, publicKey, createdAt } = account;
  db.prepare("INSERT INTO auth_service_accounts VALUES (?, ?, ?, ?, ?)").run(
    clientEmail,
    clientId,
    keyId,
    publicKey,
    createdAt,
  );
}

export function removeServiceAccount(db: StoreDatabase, clientEmail: string): boolean {
  const sql = "DELETE FROM auth_service_accounts WHERE client_email = ?";
  return db.prepare(sql).run(clientEmail).changes > 0;
}

export function getSigningKeyId(db: StoreDatabase): string | null {
  const row = db.prepare("SELECT key_id FROM auth_signing_key").get();
  return (row?.["key_id"] as string | undefined) ?? null;
}

export function putSigningKeyId(db: StoreDatabase, keyId: string): void {
  db.prepare(
    "INSERT INTO auth_signing_key VALUES (1, ?) ON CONFLICT DO UPDATE SET key_id = excluded.key_id",
  ).run(keyId);
}

function toAccount(row: Row | undefined): Account | undefined {
  if (row === undefined) return undefined;
  return {
    ...(row as Account),
    emailVerified: row["emailVerified"] === 1,
    disabled: row["disabled"] === 1,
  };
}

function toSession(row: Row): StoredSession {
  return {
    uid: row["uid"] as string,
    provider: row["sign_in_provider"] as SignInProvider,
    authTimeS: row["auth_time_s"] as number,
    claims: row["session_claims"] as string | null,
    revoked: row["revoked"] === 1,
  };
}
