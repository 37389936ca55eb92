/** The SQL of uploads under way and of those that were finished lately. Every function runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";
import type { UploadHead } from "./upload-head.ts";

export type UploadRow = {
  /** SHA-256 of the upload's id, in hexadecimal. */
  idHash: string;
  isResumable: boolean;
  /** Its name in incoming/. */
  file: string;
  /** Only this one may go on, see `nameOf`. */
  caller: string;
  /** Whom it is counted for, see `holderOf`. */
  holder: string;
  /** As in `StoredObject`. */
  owner: string | null;
  head: UploadHead;
  /** Announced. */
  sizeBytes: number;
  /** Of them, what is on the disk for good. */
  receivedBytes: number;
  lastUsedMs: number;
};

/** An upload that gave way or ended, and its file, which is to be removed. */
export type GoneUpload = { idHash: string; file: string };

type Finished = {
  idHash: string;
  caller: string;
  name: string;
  generation: number;
  sizeBytes: number;
};

/** Returns what it is charged, in bytes. */
export function addUpload(db: StoreDatabase, row: UploadRow): number {
  const insert = db.prepare(`
    INSERT INTO storage_uploads
      (id_hash, resumable, file, caller, holder, owner, name, head, size, received, created, last_used)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING charged
  `);
  const added = insert.get(
    row.idHash,
    row.isResumable ? 1 : 0,
    row.file,
    row.caller,
    row.holder,
    row.owner,
    row.head.name,
    JSON.stringify(row.head),
    row.sizeBytes,
    row.receivedBytes,
    row.lastUsedMs,
    row.lastUsedMs,
  );
  return added?.["charged"] as number;
}

export function getUpload(db: StoreDatabase, idHash: string): UploadRow | undefined {
  const row = db.prepare("SELECT * FROM storage_uploads WHERE id_hash = ?").get(idHash);
  if (row === undefined) return undefined;
  return {
    idHash,
    isResumable: row["resumable"] === 1,
    file: row["file"] as string,
    caller: row["caller"] as string,
    holder: row["holder"] as string,
    owner: row["owner"] as string | null,
    head: JSON.parse(row["head"] as string) as UploadHead,
    sizeBytes: row["size"] as number,
    receivedBytes: row["received"] as number,
    lastUsedMs: row["last_used"] as number,
  };
}

/**
 * Returns how much of what it is charged did not come yet, and whether all of its content did; undefined when there is
 * no such upload any more.
 */
export function putProgress(
  db: StoreDatabase,
  { idHash, receivedBytes, nowMs }: { idHash: string; receivedBytes: number; nowMs: number },
): { awaitedBytes: number; isWhole: boolean } | undefined {
  const sql = `
    UPDATE storage_uploads SET received = ?, last_used = max(last_used, ?) WHERE id_hash = ?
    RETURNING charged - received AS awaited, received >= size AS whole
  `;
  const row = db.prepare(sql).get(receivedBytes, nowMs, idHash);
  if (row === undefined) return undefined;
  return { awaitedBytes: row["awaited"] as number, isWhole: row["whole"] === 1 };
}

export function removeUpload(db: StoreDatabase, idHash: string): void {
  db.prepare("DELETE FROM storage_uploads WHERE id_hash = ?").run(idHash);
}

/** Of uploads of several requests; of all holders together when `holder` is null. */
export function countUploads(db: StoreDatabase, holder: string | null): number {
  const sql = "SELECT count(*) AS n FROM storage_uploads WHERE resumable = 1";
  const row =
    holder === null ? db.prepare(sql).get() : db.prepare(`${sql} AND holder = ?`).get(holder);
  return row?.["n"] as number;
}

/** Who has most of them first. */
export function largestHolder(db: StoreDatabase): { holder: string; uploads: number } | undefined {
  const row = db
    .prepare(`
      SELECT holder, count(*) AS uploads FROM storage_uploads WHERE resumable = 1
      GROUP BY holder ORDER BY uploads DESC, holder LIMIT 1
    `)
    .get();
  return row as { holder: string; uploads: number } | undefined;
}

/** Of a holder's uploads of several requests the one that waits longest, last used before `beforeMs`. */
export function longestIdle(
  db: StoreDatabase,
  asked: { holder: string; beforeMs: number; busy: readonly string[] },
): GoneUpload | undefined {
  const row = db
    .prepare(`
      SELECT id_hash AS idHash, file FROM storage_uploads
      WHERE holder = ? AND resumable = 1 AND last_used <= ?
        AND id_hash NOT IN (SELECT value FROM json_each(?))
      ORDER BY last_used LIMIT 1
    `)
    .get(asked.holder, asked.beforeMs, JSON.stringify(asked.busy));
  return row as GoneUpload | undefined;
}

/**
 * Of an account's uploads of several requests those that may give way to a new one of the object `name`, the first to
 * do so first: with the same name and nothing of them, which is what a client leaves that has lost the answer and begins
 * again, if they were last used before `againMs`; with less than half of them, before `fewMs`; others before `mostMs`.
 */
export function findSpare(
  db: StoreDatabase,
  asked: {
    holder: string;
    name: string;
    busy: readonly string[];
    againMs: number;
    fewMs: number;
    mostMs: number;
  },
): (GoneUpload & { chargedBytes: number })[] {
  const { holder, name, busy, againMs, fewMs, mostMs } = asked;
  return db
    .prepare(`
      SELECT id_hash AS idHash, file, charged AS chargedBytes FROM storage_uploads
      WHERE holder = ? AND resumable = 1 AND id_hash NOT IN (SELECT value FROM json_each(?))
        AND last_used <= CASE
          WHEN received = 0 AND name = ? THEN ?
          WHEN received = 0 OR received * 2 < size THEN ?
          ELSE ?
        END
      ORDER BY received > 0, received * 2 >= size, name <> ?, last_used
    `)
    .all(holder, JSON.stringify(busy), name, againMs, fewMs, mostMs, name) as (GoneUpload & {
    chargedBytes: number;
  })[];
}

/**
 * Removes those that were last used before `beforeMs`, those that began before `emptyBeforeMs` and of which nothing came,
 * and those of one request that have none any more.
 */
export function expireUploads(
  db: StoreDatabase,
  asked: { beforeMs: number; emptyBeforeMs: number; busy: readonly string[] },
): GoneUpload[] {
  return db
    .prepare(`
      DELETE FROM storage_uploads
      WHERE (last_used < ? OR (received = 0 AND created < ?) OR resumable = 0)
        AND id_hash NOT IN (SELECT value FROM json_each(?))
      RETURNING id_hash AS idHash, file
    `)
    .all(asked.beforeMs, asked.emptyBeforeMs, JSON.stringify(asked.busy)) as GoneUpload[];
}

/** All of an account. */
export function removeUploadsOf(db: StoreDatabase, owner: string): GoneUpload[] {
  const sql = "DELETE FROM storage_uploads WHERE owner = ? RETURNING id_hash AS idHash, file";
  return db.prepare(sql).all(owner) as GoneUpload[];
}

/** Of these names in incoming/ those that belong to no upload. */
export function findStrayFiles(db: StoreDatabase, { names }: { names: string[] }): string[] {
  const sql = `
    SELECT value AS name FROM json_each(?) WHERE value NOT IN (SELECT file FROM storage_uploads)
  `;
  return db
    .prepare(sql)
    .all(JSON.stringify(names))
    .map((row) => row["name"] as string);
}

export function addFinished(db: StoreDatabase, finished: Finished & { nowMs: number }): void {
  const { idHash, caller, name, generation, sizeBytes, nowMs } = finished;
  db.prepare("INSERT INTO storage_finished_uploads VALUES (?, ?, ?, ?, ?, ?)").run(
    idHash,
    caller,
    name,
    generation,
    sizeBytes,
    nowMs,
  );
}

export function getFinished(db: StoreDatabase, idHash: string): Finished | undefined {
  const row = db
    .prepare(`
      SELECT id_hash AS idHash, caller, name, generation, size AS sizeBytes
      FROM storage_finished_uploads WHERE id_hash = ?
    `)
    .get(idHash);
  return row as Finished | undefined;
}

/** Keeps the latest. */
export function forgetFinished(
  db: StoreDatabase,
  { beforeMs, keep }: { beforeMs: number; keep: number },
): void {
  db.prepare(`
    DELETE FROM storage_finished_uploads WHERE finished < ? OR id_hash IN (
      SELECT id_hash FROM storage_finished_uploads ORDER BY finished DESC LIMIT -1 OFFSET ?
    )
  `).run(beforeMs, keep);
}
