/** The tree's rows: reading and writing values. Every function runs inside a store thread. */
import { getHeapStatistics } from "node:v8";
import type { DatabaseIndexNode, DatabasePath, DatabaseValue } from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import {
  AFTER_KEYS,
  FIRST_KEY,
  decodePath,
  encodeKey,
  encodePath,
  endOfRange,
  joinBytes,
  keyBytesAt,
} from "./encode-path.ts";
import { tooBig } from "./errors.ts";
import {
  indexesAt,
  indexesBelow,
  insertEntriesOf,
  movePriorityEntry,
  noteEntriesAbove,
  removeEntriesWithin,
} from "./index-entries.ts";
import {
  PRIORITY,
  VALUE,
  type DatabaseObject,
  type Leaf,
  type Priority,
  childKeys,
  isObject,
  leafOf,
  newObject,
  priorityOf,
} from "./value.ts";

const HEAP_SHARE_BYTES = getHeapStatistics().heap_size_limit / 8;

/** A value is built whole, in the memory of a store thread; a small heap refuses instead of ending the process. */
export const MAX_VALUE_BYTES = Math.min(64 * 1024 * 1024, HEAP_SHARE_BYTES);

/** About what a key costs in a text beside its own. */
export const ROW_BYTES = 16;

/** Measured: what an entry of an object and an object take in the heap. */
const ENTRY_HEAP_BYTES = 100;
const OBJECT_HEAP_BYTES = 200;

const PRIORITY_BYTES = encodePath([PRIORITY]);

const IN_RANGE = "FROM database_leaves WHERE path >= ? AND path < ?";

export function hasValue(db: StoreDatabase, path: DatabasePath): boolean {
  const start = encodePath(path);
  return db.prepare(`SELECT 1 ${IN_RANGE} LIMIT 1`).get(start, endOfRange(start)) !== undefined;
}

/** The value of a leaf exactly at `path`, without its priority. */
export function getLeaf(db: StoreDatabase, path: DatabasePath): Leaf | undefined {
  return getRow(db, encodePath(path));
}

export function getPriority(db: StoreDatabase, path: DatabasePath): Priority | null {
  return (getRow(db, encodePath([...path, PRIORITY])) as Priority | undefined) ?? null;
}

function getRow(db: StoreDatabase, path: Uint8Array): Leaf | undefined {
  const row = db.prepare("SELECT value FROM database_leaves WHERE path = ?").get(path);
  return row === undefined ? undefined : (JSON.parse(row["value"] as string) as Leaf);
}

/** How much may still be read for one answer; shared by the values in it. */
export type ReadBudget = { textBytes: number; heapBytes: number };

export const newReadBudget = (): ReadBudget => ({
  textBytes: MAX_VALUE_BYTES,
  heapBytes: HEAP_SHARE_BYTES,
});

/** In export form. @throws OperationError too_big */
export function readValue(
  db: StoreDatabase,
  path: DatabasePath,
  budget: ReadBudget = newReadBudget(),
): DatabaseValue {
  const root = newObject();
  let isEmpty = true;
  for (const { keys, text } of scan(db, path)) {
    isEmpty = false;
    const last = keys.pop();
    spend(budget, text, last);
    const leaf = JSON.parse(text) as Leaf;
    let parent = root;
    for (const key of keys) parent = objectAt(parent, key, budget);
    // Above the root of the value there is nothing: a leaf that is the whole value stands there as `.value`.
    parent[last ?? VALUE] = leaf;
  }
  if (isEmpty) return null;
  return Object.hasOwn(root, VALUE) && priorityOf(root) === null ? (root[VALUE] ?? null) : root;
}

/** The child that is, or is to become, an object; a leaf becomes one when its priority follows it. */
function objectAt(parent: DatabaseObject, key: string, budget: ReadBudget): DatabaseObject {
  const child = parent[key];
  if (child !== undefined && isObject(child)) return child;
  budget.heapBytes -= OBJECT_HEAP_BYTES;
  const object = newObject();
  if (child !== undefined) object[VALUE] = child;
  parent[key] = object;
  return object;
}

function spend(budget: ReadBudget, text: string, key = ""): void {
  const bytes = text.length + key.length;
  budget.textBytes -= bytes + ROW_BYTES;
  budget.heapBytes -= bytes + ENTRY_HEAP_BYTES;
  if (budget.textBytes < 0 || budget.heapBytes < 0) {
    const limit = Math.floor(MAX_VALUE_BYTES);
    throw tooBig(`The value is larger than about ${limit} bytes; read a part of it.`);
  }
}

/** The rows at and below `path`, priorities among them, by their keys below it, in Firebase's order. */
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
  for (const child of scanChildren(db, encodePath(path))) yield decodePath(child)[0] as string;
}

/** As `scanChildKeys`, in bytes: the children from the bytes `from` on and before the bytes `before`. */
export function* scanChildren(
  db: StoreDatabase,
  parent: Uint8Array,
  from: Uint8Array = FIRST_KEY,
  before: Uint8Array = AFTER_KEYS,
): Iterable<Uint8Array> {
  const next = db.prepare(`SELECT path ${IN_RANGE} ORDER BY path LIMIT 1`);
  const end = joinBytes(parent, before);
  for (let at = joinBytes(parent, from); ;) {
    const row = next.get(at, end);
    if (row === undefined) return;
    const child = keyBytesAt(row["path"] as Uint8Array, parent.length);
    yield child;
    at = endOfRange(joinBytes(parent, child));
  }
}

/** As `scanChildren`, from the last to the first. */
export function* scanChildrenBackwards(
  db: StoreDatabase,
  parent: Uint8Array,
  from: Uint8Array,
  before: Uint8Array,
): Iterable<Uint8Array> {
  const previous = db.prepare(`SELECT path ${IN_RANGE} ORDER BY path DESC LIMIT 1`);
  const start = joinBytes(parent, from);
  for (let end = joinBytes(parent, before); ;) {
    const row = previous.get(start, end);
    if (row === undefined) return;
    const child = keyBytesAt(row["path"] as Uint8Array, parent.length);
    yield child;
    end = joinBytes(parent, child);
  }
}

/**
 * Null deletes. A path may end in `.priority`; the priority of a node without a value stays null.
 * @param value in export form; an object in it has children.
 * Returns at and below which path something may have changed: `path`, or that of a leaf above that had to give way, or
 * of a node above that is gone with its priority; undefined when nothing has.
 */
export function putValue(
  db: StoreDatabase,
  path: DatabasePath,
  value: DatabaseValue,
): DatabasePath | undefined {
  if (path.at(-1) === PRIORITY) {
    return putPriority(db, path.slice(0, -1), value as Priority | null) ? path : undefined;
  }
  const start = encodePath(path);
  const last = lastRowBefore(db, endOfRange(start));
  const order = last === undefined ? -1 : Buffer.compare(last, start);
  const isThere = order >= 0;
  if (!isThere && value === null) return undefined;

  const priority = order > 0 ? getPriority(db, path) : null;
  const updateEntriesAbove = noteEntriesAbove(db, path, isThere && value !== null);
  if (order > 0) removeEntriesWithin(db, start);
  // A leaf that replaces a leaf is one row that changes.
  if (isThere && (order > 0 || leafOf(value) === undefined)) removeRows(db, start);
  const gaveWay = isThere ? undefined : removeLeafAbove(db, path, start, last);
  storeValue(db, indexesAt(path), start, value);
  const gone = value === null ? removeEmptyAbove(db, path) : undefined;
  movePriorityEntry(db, path, priority, priorityOf(value));
  updateEntriesAbove();
  return gaveWay ?? gone ?? path;
}

/** Returns whether it has changed. */
function putPriority(db: StoreDatabase, path: DatabasePath, priority: Priority | null): boolean {
  if (!hasValue(db, path)) return false;
  const before = getPriority(db, path);
  if (before === priority) return false;
  const row = encodePath([...path, PRIORITY]);
  if (priority === null) db.prepare("DELETE FROM database_leaves WHERE path = ?").run(row);
  else putRow(db, row, priority);
  movePriorityEntry(db, path, before, priority);
  return true;
}

function putRow(db: StoreDatabase, path: Uint8Array, leaf: Leaf): void {
  db.prepare("REPLACE INTO database_leaves VALUES (?, ?)").run(path, JSON.stringify(leaf));
}

function removeRows(db: StoreDatabase, path: Uint8Array): void {
  db.prepare(`DELETE ${IN_RANGE}`).run(path, endOfRange(path));
}

function lastRowBefore(db: StoreDatabase, end: Uint8Array): Uint8Array | undefined {
  const sql = "SELECT path FROM database_leaves WHERE path < ? ORDER BY path DESC LIMIT 1";
  return db.prepare(sql).get(end)?.["path"] as Uint8Array | undefined;
}

/**
 * Below a leaf there is no row but its priority's, so a leaf above a path where nothing is is the last row before that
 * path, or the one before its priority, which stays.
 */
function removeLeafAbove(
  db: StoreDatabase,
  path: DatabasePath,
  start: Uint8Array,
  last: Uint8Array | undefined,
): DatabasePath | undefined {
  if (last === undefined) return undefined;
  const keys = decodePath(last);
  if (keys.at(-1) === PRIORITY) keys.pop();
  if (keys.length >= path.length || keys.some((key, depth) => path[depth] !== key)) {
    return undefined;
  }
  const remove = db.prepare("DELETE FROM database_leaves WHERE path = ?");
  const removed = remove.run(encodePath(keys));
  return removed.changes === 0 ? undefined : keys;
}

/** The rows of `value`, which is all there is at `path`, and the entries of what is below it. */
function storeValue(
  db: StoreDatabase,
  indexes: DatabaseIndexNode | undefined,
  path: Uint8Array,
  value: DatabaseValue,
): void {
  const leaf = leafOf(value);
  const priority = priorityOf(value);
  if (leaf !== undefined) putRow(db, path, leaf);
  if (priority !== null) putRow(db, joinBytes(path, PRIORITY_BYTES), priority);
  if (!isObject(value) || leaf !== undefined) return;
  for (const key of childKeys(value)) {
    const child = value[key] ?? null;
    const bytes = encodeKey(key);
    insertEntriesOf(db, indexes, path, bytes, child);
    storeValue(db, indexesBelow(indexes, key), joinBytes(path, bytes), child);
  }
}

/** A node that has lost its last child has no value, so no priority either. Returns the highest that had one. */
function removeEmptyAbove(db: StoreDatabase, path: DatabasePath): DatabasePath | undefined {
  const remove = db.prepare("DELETE FROM database_leaves WHERE path = ? RETURNING value");
  let highest: DatabasePath | undefined;
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const above = path.slice(0, depth);
    const start = encodePath(above);
    for (const _ of scanChildren(db, start)) return highest;
    const row = remove.get(joinBytes(start, PRIORITY_BYTES));
    if (row === undefined) continue;
    movePriorityEntry(db, above, JSON.parse(row["value"] as string) as Priority, null);
    highest = above;
  }
  return highest;
}
