/** SQL of accounts and their identities. Every function runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { noteForCommit } from "../commit-notes.ts";
import type { Account, Identity, SecondFactor } from "./account.ts";

const ACCOUNT_COLUMNS = `
  uid, email, email_verified AS "emailVerified", password_hash AS "passwordHash",
  password_updated_at AS "passwordUpdatedAt", display_name AS "displayName", photo_url AS "photoUrl",
  phone_number AS "phoneNumber", email_link AS "emailLink", custom_claims AS "customClaims", disabled,
  created_at AS "createdAt", last_login_at AS "lastLoginAt", last_refresh_at AS "lastRefreshAt",
  valid_since_s AS "validSinceS", ways_in_since AS "waysInSince", epoch,
  (SELECT json_group_array(json_object(
      'providerId', provider_id, 'rawId', raw_id, 'email', i.email, 'displayName', i.display_name,
      'photoUrl', i.photo_url) ORDER BY provider_id)
    FROM auth_identities i WHERE i.uid = auth_accounts.uid) AS identities,
  (SELECT json_group_array(json_object(
      'enrollmentId', enrollment_id, 'displayName', f.display_name, 'enrolledAt', enrolled_at)
      ORDER BY enrolled_at, enrollment_id)
    FROM auth_second_factors f WHERE f.uid = auth_accounts.uid) AS "secondFactors"`;

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

export function getAccountByPhoneNumber(db: StoreDatabase, number: string): Account | undefined {
  return toAccount(
    db.prepare(`SELECT ${ACCOUNT_COLUMNS} FROM auth_accounts WHERE phone_number = ?`).get(number),
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

/**
 * All but identities and second factors, which have functions of their own.
 * @param what `use`: only the times of its use have changed, which nobody is told of.
 */
export function putAccount(
  db: StoreDatabase,
  account: Account,
  what: "account" | "use" = "account",
): void {
  if (what === "account") noteForCommit({ changedUid: account.uid });
  db.prepare(`
    INSERT INTO auth_accounts (
      uid, email, email_verified, password_hash, password_updated_at, display_name, photo_url, phone_number,
      email_link, custom_claims, disabled, created_at, last_login_at, last_refresh_at, valid_since_s,
      ways_in_since, epoch)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (uid) DO UPDATE SET
      email = excluded.email, email_verified = excluded.email_verified,
      password_hash = excluded.password_hash, password_updated_at = excluded.password_updated_at,
      display_name = excluded.display_name, photo_url = excluded.photo_url,
      phone_number = excluded.phone_number, email_link = excluded.email_link,
      custom_claims = excluded.custom_claims, disabled = excluded.disabled,
      created_at = excluded.created_at, last_login_at = excluded.last_login_at,
      last_refresh_at = excluded.last_refresh_at, valid_since_s = excluded.valid_since_s,
      ways_in_since = excluded.ways_in_since, epoch = excluded.epoch
  `).run(
    account.uid,
    account.email,
    account.emailVerified ? 1 : 0,
    account.passwordHash,
    account.passwordUpdatedAt,
    account.displayName,
    account.photoUrl,
    account.phoneNumber,
    account.emailLink ? 1 : 0,
    account.customClaims,
    account.disabled ? 1 : 0,
    account.createdAt,
    account.lastLoginAt,
    account.lastRefreshAt,
    account.validSinceS,
    account.waysInSince,
    account.epoch,
  );
}

/** With its identities and second factors; its sessions are not touched. */
export function removeAccount(db: StoreDatabase, uid: string): void {
  for (const table of ["auth_accounts", "auth_identities", "auth_second_factors"]) {
    db.prepare(`DELETE FROM ${table} WHERE uid = ?`).run(uid);
  }
}

export function uidOfIdentity(
  db: StoreDatabase,
  { providerId, rawId }: Pick<Identity, "providerId" | "rawId">,
): string | undefined {
  const sql = "SELECT uid FROM auth_identities WHERE provider_id = ? AND raw_id = ?";
  return db.prepare(sql).get(providerId, rawId)?.["uid"] as string | undefined;
}

export function putIdentity(db: StoreDatabase, uid: string, identity: Identity): void {
  const { providerId, rawId, email, displayName, photoUrl } = identity;
  noteForCommit({ changedUid: uid });
  db.prepare("INSERT OR REPLACE INTO auth_identities VALUES (?, ?, ?, ?, ?, ?)").run(
    uid,
    providerId,
    rawId,
    email,
    displayName,
    photoUrl,
  );
}

export function removeIdentity(db: StoreDatabase, uid: string, providerId: string): void {
  noteForCommit({ changedUid: uid });
  db.prepare("DELETE FROM auth_identities WHERE uid = ? AND provider_id = ?").run(uid, providerId);
}

function toAccount(row: Row | undefined): Account | undefined {
  if (row === undefined) return undefined;
  return {
    ...(row as Account),
    emailVerified: row["emailVerified"] === 1,
    emailLink: row["emailLink"] === 1,
    disabled: row["disabled"] === 1,
    identities: JSON.parse(row["identities"] as string) as Identity[],
    secondFactors: JSON.parse(row["secondFactors"] as string) as SecondFactor[],
  };
}
