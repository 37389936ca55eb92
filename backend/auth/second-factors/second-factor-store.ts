/** SQL of second factors. Every function runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";

export type StoredSecondFactor = {
  enrollmentId: string;
  displayName: string | null;
  enrolledAt: number;
  sealedSecret: string;
  /** Of the last code that was taken. */
  lastStep: number;
};

export function getSecondFactor(
  db: StoreDatabase,
  uid: string,
  enrollmentId: string,
): StoredSecondFactor | undefined {
  const sql = `
    SELECT enrollment_id AS "enrollmentId", display_name AS "displayName", enrolled_at AS "enrolledAt",
      sealed_secret AS "sealedSecret", last_step AS "lastStep"
    FROM auth_second_factors WHERE uid = ? AND enrollment_id = ?`;
  return db.prepare(sql).get(uid, enrollmentId) as StoredSecondFactor | undefined;
}

export function addSecondFactor(db: StoreDatabase, uid: string, factor: StoredSecondFactor): void {
  const { enrollmentId, displayName, enrolledAt, sealedSecret, lastStep } = factor;
  db.prepare(`
    INSERT INTO auth_second_factors (enrollment_id, uid, display_name, enrolled_at, sealed_secret, last_step)
    VALUES (?, ?, ?, ?, ?, ?)
  `).run(enrollmentId, uid, displayName, enrolledAt, sealedSecret, lastStep);
}

/** False when a code of that step or of a later one was taken before. */
export function takeStep(db: StoreDatabase, enrollmentId: string, step: number): boolean {
  const sql =
    "UPDATE auth_second_factors SET last_step = ? WHERE enrollment_id = ? AND last_step < ?";
  return db.prepare(sql).run(step, enrollmentId, step).changes === 1;
}

/** False when there was none. */
export function removeSecondFactor(db: StoreDatabase, uid: string, enrollmentId: string): boolean {
  const sql = "DELETE FROM auth_second_factors WHERE uid = ? AND enrollment_id = ?";
  return db.prepare(sql).run(uid, enrollmentId).changes === 1;
}

/** Of any account, to try the key with. */
export function anySealedSecret(
  db: StoreDatabase,
): { uid: string; sealedSecret: string } | undefined {
  const sql = `SELECT uid, sealed_secret AS "sealedSecret" FROM auth_second_factors LIMIT 1`;
  return db.prepare(sql).get() as { uid: string; sealedSecret: string } | undefined;
}

export function uidsWithSecondFactors(db: StoreDatabase): string[] {
  const rows = db.prepare("SELECT DISTINCT uid FROM auth_second_factors ORDER BY uid").all();
  return rows.map((row) => row["uid"] as string);
}
