/** The only SQL of this room. Every function runs inside a store thread. */
import type { DatabasePath, DatabaseValue } from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { decodePath, encodePath, endOfRange } from "./encode-path.ts";
import { tooBig } from "./errors.ts";
import { type DatabaseObject, type Leaf, isObject, leavesOf, newObject } from "./value.ts";

/** A value is built whole, in the memory of a store thread. */
export const MAX_VALUE_BYTES = 64 * 1024 * 1024;

/** About what a key costs in memory beside its text. */
const ROW_BYTES = 16;

const IN_RANGE = "FROM database_leaves WHERE path >= ? AND path < ?";

export function hasValue(db: StoreDatabase, path: DatabasePath): boolean {
  const start = encodePath(path);
  return db.prepare(`SELECT 1 ${IN_RANGE} LIMIT 1`).get(start, endOfRange(start)) !== undefined;
}

/** The value of a leaf exactly at `path`. */
export function getLeaf(db: StoreDatabase, path: DatabasePath): Leaf | undefined {
  const row = db.prepare("SELECT value FROM database_leaves WHERE path = ?").get(encodePath(path));
  return row === undefined ? undefined : (JSON.parse(row["value"] as string) as Leaf);
}

/** @throws OperationError too_big */
export function readValue(db: StoreDatabase, path: DatabasePath): DatabaseValue {
  const root = newObject();
  let sizeBytes = 0;
  for (const { keys, text } of scan(db, path)) {
    sizeBytes += text.length + ROW_BYTES + (keys.at(-1)?.length ?? 0);
    if (sizeBytes > MAX_VALUE_BYTES) {
      throw tooBig(`The value is larger than ${MAX_VALUE_BYTES} bytes; read a part of it.`);
    }
    const leaf = JSON.parse(text) as Leaf;
    const last = keys.pop();
    if (last === undefined) return leaf;
    let parent: DatabaseObject = root;
    for (const key of keys) {
      const child = (parent[key] ??= newObject());
      if (isObject(child)) parent = child;
    }
    parent[last] = leaf;
  }
  for (const _ in root) return root;
  return null;
}

/** The leaves at and below `path`, by their keys below it, in Firebase's order. */
export function* scan(
  db: StoreDatabase,
  path: DatabasePath,
): Iterable<{ keys: string[]; text: string }> {
  const start = encodePath(path);
  const rows = db
    .prepare(`SELECT path, value ${IN_RANGE} ORDER BY path`)
    .iterate(start, endOfRange(start));
  for (const row of rows) {
    const keys = decodePath(row["path"] as Uint8Array, start.length);
    yield { keys, text: row["value"] as string };
  }
}

/** The keys of the children, in Firebase's order; costs by their number, not by what is below them. */
export function* scanChildKeys(db: StoreDatabase, path: DatabasePath): Iterable<string> {
  const start = encodePath(path);
  const end = endOfRange(start);
  const next = db.prepare(
    "SELECT path FROM database_leaves WHERE path > ? AND path < ? ORDER BY path LIMIT 1",
  );
  let after = start;
  for (;;) {
    const row = next.get(after, end);
    if (row === undefined) return;
    const key = decodePath(row["path"] as Uint8Array, start.length)[0] as string;
    yield key;
    after = endOfRange(encodePath([...path, key]));
  }
}

/**
 * Returns the path of the leaf above that had to give way, `path` itself when there was none: what changed is at and
 * below that.
 */
export function putValue(
  db: StoreDatabase,
  path: DatabasePath,
  value: DatabaseValue,
): DatabasePath {
  const start = encodePath(path);
  db.prepare("DELETE FROM database_leaves WHERE path >= ? AND path < ?").run(
    start,
    endOfRange(start),
  );
  if (value === null) return path;
  const changed = removeLeafAbove(db, path) ?? path;
  const insert = db.prepare("INSERT INTO database_leaves VALUES (?, ?)");
  for (const { path: below, leaf } of leavesOf(value)) {
    insert.run(encodePath([...path, ...below]), JSON.stringify(leaf));
  }
  return changed;
}

function removeLeafAbove(db: StoreDatabase, path: DatabasePath): DatabasePath | undefined {
  const remove = db.prepare("DELETE FROM database_leaves WHERE path = ?");
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const above = path.slice(0, depth);
    if (remove.run(encodePath(above)).changes !== 0) return above;
  }
  return undefined;
}

export function getLastCommit(db: StoreDatabase): number {
  return db.prepare("SELECT number FROM database_last_commit").get()?.["number"] as number;
}

export function nextCommit(db: StoreDatabase): number {
  const sql = "UPDATE database_last_commit SET number = number + 1 RETURNING number";
  return db.prepare(sql).get()?.["number"] as number;
}
