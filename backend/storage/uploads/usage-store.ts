/** The SQL of what is used and allowed. Every function runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";

export type UsedSpace = {
  objects: number;
  usedBytes: number;
  reservedBytes: number;
  /** Of uploads under way. */
  receivedBytes: number;
};

/** Of an account, or of the whole site where `owner` is empty. */
export function getUsedSpace(db: StoreDatabase, owner: string): UsedSpace {
  const row = db
    .prepare(`
      SELECT objects, bytes AS usedBytes, reserved AS reservedBytes, received AS receivedBytes
      FROM storage_usage WHERE owner = ?
    `)
    .get(owner);
  const nothing = { objects: 0, usedBytes: 0, reservedBytes: 0, receivedBytes: 0 };
  return (row as UsedSpace | undefined) ?? nothing;
}

/** In bytes; null where the account has none of its own. */
export function getQuota(db: StoreDatabase, owner: string): number | null {
  const row = db.prepare("SELECT bytes FROM storage_quotas WHERE owner = ?").get(owner);
  return (row?.["bytes"] as number | undefined) ?? null;
}

export function putQuota(db: StoreDatabase, owner: string, bytes: number | null): void {
  if (bytes === null) {
    db.prepare("DELETE FROM storage_quotas WHERE owner = ?").run(owner);
    return;
  }
  const sql = `
    INSERT INTO storage_quotas VALUES (?, ?) ON CONFLICT DO UPDATE SET bytes = excluded.bytes
  `;
  db.prepare(sql).run(owner, bytes);
}

export function forgetUnused(db: StoreDatabase): void {
  db.prepare(`
    DELETE FROM storage_usage
    WHERE owner <> '' AND objects = 0 AND bytes = 0 AND reserved = 0
  `).run();
}
