/** SQL of one-time codes. Every function runs inside a store thread; what it makes void is told to the mailer. */
import { createHash } from "node:crypto";
import type { StoreDatabase } from "../../sqlite/index.ts";
import { noteVoidMails } from "../commit-notes.ts";
import type { CodeKind } from "./auth-mail.ts";

const MAX_OPEN = 5;
/** So long it is told that a code has expired, afterwards that it is none. */
const EXPIRED_KEPT_MS = 24 * 60 * 60 * 1000;
/** Deleted at one insertion; more than one insertion can add. */
const PRUNED_AT_ONCE = 100;
/** These are ways back for who has lost the account, so no change of it takes them away. */
const WAYS_BACK = ["RECOVER_EMAIL", "REVERT_SECOND_FACTOR_ADDITION"];

/** Times in milliseconds since 1970. */
export type Code = {
  codeHash: string;
  mailId: string;
  kind: CodeKind;
  /** Null: of nobody here, or a sign-in by link that may make an account. */
  uid: string | null;
  /** The account's address as the code knows it; of a sign-in the one that signs in. */
  email: string;
  newEmail: string | null;
  details: { enrollmentId?: string; displayName?: string | null; enrolledAt?: number } | null;
  createdAt: number;
  expiresAt: number;
};

/** The code itself is nowhere: who reads the database cannot use one. */
export function hashCode(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}

/**
 * Of one kind an account or address has at most five open; the oldest becomes void. Who offers a way back looks first
 * whether there is room (`hasRoomForCode`): the oldest is the owner's.
 */
export function addCode(db: StoreDatabase, code: Code): void {
  const { codeHash, mailId, kind, uid, email, newEmail, details, createdAt, expiresAt } = code;
  db.prepare("INSERT INTO auth_oob_codes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)").run(
    codeHash,
    mailId,
    kind,
    uid,
    email,
    newEmail,
    details === null ? null : JSON.stringify(details),
    createdAt,
    expiresAt,
  );
  const [column, owner] = uid === null ? ["email", email] : ["uid", uid];
  remove(
    db,
    `code_hash IN (SELECT code_hash FROM auth_oob_codes WHERE ${column} = ? AND kind = ?
      ORDER BY created_at DESC, rowid DESC LIMIT -1 OFFSET ?)`,
    owner,
    kind,
    MAX_OPEN,
  );
  remove(
    db,
    `code_hash IN (SELECT code_hash FROM auth_oob_codes WHERE expires_at < ? ORDER BY expires_at LIMIT ?)`,
    createdAt - EXPIRED_KEPT_MS,
    PRUNED_AT_ONCE,
  );
}

export function hasRoomForCode(
  db: StoreDatabase,
  { uid, kind }: { uid: string; kind: CodeKind },
  nowMs: number,
): boolean {
  const sql =
    "SELECT count(*) AS n FROM auth_oob_codes WHERE uid = ? AND kind = ? AND expires_at > ?";
  return (db.prepare(sql).get(uid, kind, nowMs)?.["n"] as number) < MAX_OPEN;
}

export function getCode(db: StoreDatabase, codeHash: string): Code | undefined {
  const row = db
    .prepare(`
      SELECT code_hash AS "codeHash", mail_id AS "mailId", kind, uid, email, new_email AS "newEmail", details,
        created_at AS "createdAt", expires_at AS "expiresAt"
      FROM auth_oob_codes WHERE code_hash = ?
    `)
    .get(codeHash);
  if (row === undefined) return undefined;
  const details = JSON.parse((row["details"] as string | null) ?? "null") as Code["details"];
  return { ...(row as Omit<Code, "details">), details };
}

export function removeCode(db: StoreDatabase, codeHash: string): void {
  remove(db, "code_hash = ?", codeHash);
}

/** @param which after a change of the account what it may have been changed against stays; `all`: it is gone */
export function voidCodes(db: StoreDatabase, uid: string, which: "after-change" | "all"): void {
  if (which === "all") remove(db, "uid = ?", uid);
  else remove(db, "uid = ? AND kind NOT IN (?, ?)", uid, ...WAYS_BACK);
}

/** Also those that were made before the account. */
export function voidSignInCodes(db: StoreDatabase, email: string): void {
  remove(db, "email = ? AND kind = 'EMAIL_SIGNIN'", email);
}

/** The second factor is gone, so there is nothing to take back; and codes of others must not be pushed out by it. */
export function voidRevertCodes(db: StoreDatabase, uid: string, enrollmentId: string): void {
  remove(
    db,
    "uid = ? AND kind = 'REVERT_SECOND_FACTOR_ADDITION' AND details ->> 'enrollmentId' = ?",
    uid,
    enrollmentId,
  );
}

/** What was sent after an account was taken over is not the owner's. */
export function voidCodesSince(db: StoreDatabase, uid: string, sinceMs: number): void {
  remove(db, "uid = ? AND created_at >= ?", uid, sinceMs);
}

/**
 * The account has an address again that a way back leads to: whoever held it in between keeps none.
 * @returns whether there was such a way back
 */
export function voidWaysBackBehind(db: StoreDatabase, uid: string, email: string): boolean {
  const sql =
    "SELECT min(created_at) AS since FROM auth_oob_codes WHERE uid = ? AND kind = 'RECOVER_EMAIL' AND email = ?";
  const since = db.prepare(sql).get(uid, email)?.["since"] as number | null;
  if (since === null) return false;
  voidCodesSince(db, uid, since);
  return true;
}

function remove(db: StoreDatabase, which: string, ...values: (string | number)[]): void {
  const rows = db
    .prepare(`DELETE FROM auth_oob_codes WHERE ${which} RETURNING mail_id AS id`)
    .all(...values);
  noteVoidMails(rows.map(({ id }) => id as string));
}
