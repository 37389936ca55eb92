/** The SQL of objects. Every function runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import { type ObjectMetadata, PUBLIC_PREFIX, type StoredObject } from "./object.ts";

type Row = {
  name: string;
  generation: number;
  metageneration: number;
  time_created: number;
  updated: number;
  sha256: string;
  md5: string;
  size: number;
  metadata: string;
  download_tokens: string;
  owner: string | null;
  sniffed_type: string | null;
};

export function getObject(db: StoreDatabase, name: string): StoredObject | undefined {
  const row = db.prepare("SELECT * FROM storage_objects WHERE name = ?").get(name);
  return row && toObject(row as Row);
}

export function putObjectRow(db: StoreDatabase, object: StoredObject): void {
  const { content } = object;
  // No REPLACE: it would not fire the triggers that keep the usage.
  db.prepare(`
    INSERT INTO storage_objects
      (name, generation, metageneration, time_created, updated, sha256, md5, size, metadata, download_tokens,
       owner, sniffed_type)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET
      generation = excluded.generation, metageneration = excluded.metageneration,
      time_created = excluded.time_created, updated = excluded.updated, sha256 = excluded.sha256,
      md5 = excluded.md5, size = excluded.size, metadata = excluded.metadata,
      download_tokens = excluded.download_tokens, owner = excluded.owner, sniffed_type = excluded.sniffed_type
  `).run(
    object.name,
    object.generation,
    object.metageneration,
    object.timeCreatedMs,
    object.updatedMs,
    content.sha256,
    content.md5,
    content.sizeBytes,
    JSON.stringify(object.metadata),
    JSON.stringify(object.downloadTokens),
    object.owner,
    object.sniffedType,
  );
}

export function removeObject(db: StoreDatabase, name: string): void {
  db.prepare("DELETE FROM storage_objects WHERE name = ?").run(name);
}

/** Of all that this account uploaded and that is not public. */
export function removePrivateTokens(
  db: StoreDatabase,
  { owner, nowMs }: { owner: string; nowMs: number },
): void {
  db.prepare(`
    UPDATE storage_objects
    SET download_tokens = '[]', metageneration = metageneration + 1, updated = ?
    WHERE owner = ? AND download_tokens <> '[]' AND substr(name, 1, ?) <> ?
  `).run(nowMs, owner, PUBLIC_PREFIX.length, PUBLIC_PREFIX);
}

/** The first name at or after `from` and, unless that is null, before `before`, in the order of their UTF-8. */
export function firstName(
  db: StoreDatabase,
  from: string,
  before: string | null,
): string | undefined {
  const row =
    before === null
      ? db
          .prepare("SELECT name FROM storage_objects WHERE name >= ? ORDER BY name LIMIT 1")
          .get(from)
      : db
          .prepare(
            "SELECT name FROM storage_objects WHERE name >= ? AND name < ? ORDER BY name LIMIT 1",
          )
          .get(from, before);
  return row?.["name"] as string | undefined;
}

export function isReferenced(db: StoreDatabase, sha256: string): boolean {
  const sql = "SELECT 1 FROM storage_objects WHERE sha256 = ? LIMIT 1";
  return db.prepare(sql).get(sha256) !== undefined;
}

/** Microseconds since 1970, later than every generation before, whatever the clock says. */
export function nextGeneration(db: StoreDatabase, nowMs: number): number {
  const sql =
    "UPDATE storage_last_generation SET generation = max(generation + 1, ?) RETURNING generation";
  return db.prepare(sql).get(Math.floor(nowMs) * 1000)?.["generation"] as number;
}

function toObject(row: Row): StoredObject {
  return {
    name: row.name,
    generation: row.generation,
    metageneration: row.metageneration,
    timeCreatedMs: row.time_created,
    updatedMs: row.updated,
    content: { sha256: row.sha256, md5: row.md5, sizeBytes: row.size },
    metadata: JSON.parse(row.metadata) as ObjectMetadata,
    downloadTokens: JSON.parse(row.download_tokens) as string[],
    owner: row.owner,
    sniffedType: row.sniffed_type,
  };
}
