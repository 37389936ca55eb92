/** SQL of the signing keys; the keys themselves are files. Every function runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { addAuditEvent } from "../audit/audit-events.ts";

/** Times in milliseconds since 1970. */
export type StoredSigningKey = {
  kid: string;
  /** Its name in the folder of keys. */
  file: string;
  createdAt: number;
  /** It signs until the next one does. */
  signsFrom: number;
  /** Null while it signs or will. */
  verifiesUntil: number | null;
};

/** In the order in which they sign. */
function listSigningKeys(db: StoreDatabase): StoredSigningKey[] {
  const sql = `SELECT key_id AS kid, file, created_at AS "createdAt", signs_from AS "signsFrom",
    verifies_until AS "verifiesUntil" FROM auth_signing_keys ORDER BY signs_from, created_at`;
  return db.prepare(sql).all() as unknown[] as StoredSigningKey[];
}

/** `removed` go, `retiring` verify only until then, `added` comes: all at once. */
export type KeyChange = {
  removed?: readonly string[];
  retiring?: { kids: readonly string[]; verifiesUntil: number };
  added?: StoredSigningKey;
  /** `at-once`: all tokens of before are over. */
  rotation?: "planned" | "at-once";
  nowMs: number;
};

function changeSigningKeys(db: StoreDatabase, change: KeyChange): void {
  const { removed = [], retiring, added, rotation, nowMs } = change;
  for (const kid of removed) db.prepare("DELETE FROM auth_signing_keys WHERE key_id = ?").run(kid);
  for (const kid of retiring?.kids ?? []) {
    db.prepare("UPDATE auth_signing_keys SET verifies_until = ? WHERE key_id = ?").run(
      (retiring as { verifiesUntil: number }).verifiesUntil,
      kid,
    );
  }
  if (added !== undefined) {
    db.prepare("INSERT INTO auth_signing_keys VALUES (?, ?, ?, ?, ?)").run(
      added.kid,
      added.file,
      added.createdAt,
      added.signsFrom,
      added.verifiesUntil,
    );
  }
  if (rotation === undefined) return;
  const details = { rotation, key: added?.kid ?? "" };
  const event = { kind: "signing-key-rotated", uid: null, actor: "server", network: null, details };
  addAuditEvent(db, event, nowMs);
}

export const signingKeyOperations = {
  "auth.signingKeys": listSigningKeys,
  "auth.changeSigningKeys": changeSigningKeys,
};
