/** SQL of credentials and admissions that are good once. Every function runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";

/** More than one use can add. */
const PRUNED_AT_ONCE = 20;

export type CredentialUse = { id: string; expiresAt: number };

export function isUsed(db: StoreDatabase, { id }: CredentialUse): boolean {
  const sql = "SELECT 1 FROM auth_used_credentials WHERE credential_id = ?";
  return db.prepare(sql).get(id) !== undefined;
}

/** In the transaction of what it is used for. */
export function markUsed(db: StoreDatabase, { id, expiresAt }: CredentialUse, nowMs: number): void {
  db.prepare("INSERT INTO auth_used_credentials VALUES (?, ?)").run(id, expiresAt);
  db.prepare(`
    DELETE FROM auth_used_credentials WHERE credential_id IN
      (SELECT credential_id FROM auth_used_credentials WHERE expires_at < ? ORDER BY expires_at LIMIT ?)
  `).run(nowMs, PRUNED_AT_ONCE);
}
