/**
 * Which tokens are over before they expire. Whatever ends one notes it here, inside the store thread and in the
 * transaction of the change; the service learns of it before anybody is answered (`commit-notes.ts`).
 */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { noteForCommit } from "../commit-notes.ts";
import { ID_TOKEN_LIFETIME_S, MAX_SKEW_S } from "../tokens/id-token.ts";

/** The longest time for which a token can still be good after it was revoked: then its own end has come. */
export const REVOCATION_KEPT_MS = (ID_TOKEN_LIFETIME_S + 2 * MAX_SKEW_S) * 1000;
/** Deleted at one insertion; more than one insertion can add. */
const PRUNED_AT_ONCE = 1000;

/** ID tokens of `uid` with an `ep` below `epoch`, those of one session, or a service account's access tokens. */
export type Revocation =
  | { uid: string; epoch: number; atMs: number }
  | { uid: string; sid: string; atMs: number }
  | { serviceAccount: string };

/** 0 when none is known: tokens of what was before have expired. */
export function floorOf(db: StoreDatabase, uid: string): number {
  const sql = "SELECT epoch FROM auth_revocations WHERE uid = ? AND session_id = ''";
  return (db.prepare(sql).get(uid)?.["epoch"] as number | undefined) ?? 0;
}

/** From now on tokens of the account with a lower epoch are over. */
export function raiseFloor(db: StoreDatabase, uid: string, epoch: number, nowMs: number): void {
  put(db, { uid, sid: "", epoch }, nowMs);
  noteForCommit({ uid, epoch, atMs: nowMs });
}

export function noteSessionEnd(db: StoreDatabase, uid: string, sid: string, nowMs: number): void {
  put(db, { uid, sid, epoch: 0 }, nowMs);
  noteForCommit({ uid, sid, atMs: nowMs });
}

/** Whether it exists is looked up with every use; only open connections have to be told. */
export function noteServiceAccountEnd(clientEmail: string): void {
  noteForCommit({ serviceAccount: clientEmail });
}

export type StoredRevocation = { uid: string; sid: string; epoch: number; atMs: number };

/** Those of the time since, newest first. */
function listRevocations(
  db: StoreDatabase,
  { sinceMs, limit }: { sinceMs: number; limit: number },
): StoredRevocation[] {
  const sql = `SELECT uid, session_id AS sid, epoch, at AS "atMs" FROM auth_revocations
    WHERE at >= ? ORDER BY at DESC LIMIT ?`;
  return db.prepare(sql).all(sinceMs, limit) as unknown[] as StoredRevocation[];
}

function isRevoked(
  db: StoreDatabase,
  { uid, epoch, sid }: { uid: string; epoch: number; sid: string | undefined },
): boolean {
  if (floorOf(db, uid) > epoch) return true;
  const sql = "SELECT 1 FROM auth_revocations WHERE uid = ? AND session_id = ?";
  return sid !== undefined && sid !== "" && db.prepare(sql).get(uid, sid) !== undefined;
}

export const revocationOperations = {
  "auth.revocations": listRevocations,
  "auth.isRevoked": isRevoked,
};

function put(
  db: StoreDatabase,
  { uid, sid, epoch }: { uid: string; sid: string; epoch: number },
  nowMs: number,
): void {
  db.prepare("INSERT OR REPLACE INTO auth_revocations VALUES (?, ?, ?, ?)").run(
    uid,
    sid,
    epoch,
    nowMs,
  );
  db.prepare(`
    DELETE FROM auth_revocations WHERE (uid, session_id) IN
      (SELECT uid, session_id FROM auth_revocations WHERE at < ? ORDER BY at LIMIT ?)
  `).run(nowMs - REVOCATION_KEPT_MS, PRUNED_AT_ONCE);
}
