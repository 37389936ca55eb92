/**
 * The entries of `database_index`: for each child of an indexed node what it is ordered by, also when that is null; and
 * for each child that has a priority its priority. A write changes the entries that it can change, in its transaction.
 */
import type { DatabaseIndexNode, DatabasePath, DatabaseValue } from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { NULL_INDEXED, OBJECT_INDEXED, encodeIndexed } from "./encode-indexed.ts";
import { encodeKey, encodePath, endOfRange } from "./encode-path.ts";
import { PRIORITY, type Leaf, type Priority, VALUE, childAt, priorityOf } from "./value.ts";

const NO_INDEXES: DatabaseIndexNode = { names: [], children: new Map() };

let indexes = NO_INDEXES;

/** Once per store thread, before anything is read or written. */
export function configureIndexes(configured: DatabaseIndexNode | undefined): void {
  indexes = configured ?? NO_INDEXES;
}

export const configuredIndexes = (): DatabaseIndexNode => indexes;

export function indexesBelow(
  node: DatabaseIndexNode | undefined,
  key: string,
): DatabaseIndexNode | undefined {
  return node?.children.get(key) ?? node?.wildcard;
}

export function indexesAt(path: DatabasePath): DatabaseIndexNode | undefined {
  let node: DatabaseIndexNode | undefined = indexes;
  for (const key of path) node = indexesBelow(node, key);
  return node;
}

/** Where below a child is what it is ordered by. */
export const placeOf = (name: string): DatabasePath => (name === VALUE ? [] : name.split("/"));

/** What is stored at `path`, as children are ordered by it; reads one row. */
export function readIndexed(db: StoreDatabase, path: Uint8Array): Uint8Array {
  const sql =
    "SELECT path, value FROM database_leaves WHERE path >= ? AND path < ? ORDER BY path LIMIT 1";
  const row = db.prepare(sql).get(path, endOfRange(path));
  if (row === undefined) return NULL_INDEXED;
  if ((row["path"] as Uint8Array).length > path.length) return OBJECT_INDEXED;
  return encodeIndexed(JSON.parse(row["value"] as string) as Leaf);
}

/** @param parent and `child` in bytes */
export function insertEntry(
  db: StoreDatabase,
  parent: Uint8Array,
  name: string,
  value: Uint8Array,
  child: Uint8Array,
): void {
  db.prepare("INSERT INTO database_index VALUES (?, ?, ?, ?)").run(parent, name, value, child);
}

function removeEntry(
  db: StoreDatabase,
  parent: Uint8Array,
  name: string,
  value: Uint8Array,
  child: Uint8Array,
): void {
  const sql =
    "DELETE FROM database_index WHERE parent = ? AND name = ? AND value = ? AND child = ?";
  db.prepare(sql).run(parent, name, value, child);
}

/** The priority of the node at `path` changes from `before` to `after`. */
export function movePriorityEntry(
  db: StoreDatabase,
  path: DatabasePath,
  before: Priority | null,
  after: Priority | null,
): void {
  const key = path.at(-1);
  if (key === undefined || before === after) return;
  const parent = encodePath(path.slice(0, -1));
  const child = encodeKey(key);
  if (before !== null) removeEntry(db, parent, PRIORITY, encodeIndexed(before), child);
  if (after !== null) insertEntry(db, parent, PRIORITY, encodeIndexed(after), child);
}

/** Of all children of nodes at and below `path`. */
export function removeEntriesWithin(db: StoreDatabase, path: Uint8Array): void {
  const sql = "DELETE FROM database_index WHERE parent >= ? AND parent < ?";
  db.prepare(sql).run(path, endOfRange(path));
}

/** Of the child `key` of the node `parent`, which has these indexes. */
export function insertEntriesOf(
  db: StoreDatabase,
  node: DatabaseIndexNode | undefined,
  parent: Uint8Array,
  key: Uint8Array,
  value: DatabaseValue,
): void {
  const priority = priorityOf(value);
  if (priority !== null) insertEntry(db, parent, PRIORITY, encodeIndexed(priority), key);
  for (const name of node?.names ?? []) {
    insertEntry(db, parent, name, encodeIndexed(childAt(value, placeOf(name))), key);
  }
}

type Entry = {
  parent: Uint8Array;
  name: string;
  child: Uint8Array;
  /** Undefined when the child does not exist. */
  before: Uint8Array | undefined;
  read: () => Uint8Array | undefined;
};

/**
 * Notes the entries of nodes above `path`, for a write at `path`; what is returned brings them up to date after it.
 * @param staysThere whether there is something at `path` before and after: then no child comes or goes above.
 */
export function noteEntriesAbove(
  db: StoreDatabase,
  path: DatabasePath,
  staysThere: boolean,
): () => void {
  const entries: Entry[] = [];
  let node: DatabaseIndexNode | undefined = indexes;
  for (let depth = 0; depth < path.length && node !== undefined; depth += 1) {
    const childPath = path.slice(0, depth + 1);
    for (const name of node.names) {
      const place = placeOf(name);
      if (staysThere && !isTouched(place, path.slice(depth + 1))) continue;
      const read = () => readEntry(db, childPath, place);
      const key = path[depth] as string;
      const parent = encodePath(path.slice(0, depth));
      entries.push({ parent, name, child: encodeKey(key), before: read(), read });
    }
    node = indexesBelow(node, path[depth] as string);
  }
  return () => {
    for (const { parent, name, child, before, read } of entries) {
      const after = read();
      if (before && after && Buffer.compare(before, after) === 0) continue;
      if (before) removeEntry(db, parent, name, before, child);
      if (after) insertEntry(db, parent, name, after, child);
    }
  };
}

/** Whether one of the two paths leads to or through the other. */
function isTouched(place: DatabasePath, written: DatabasePath): boolean {
  const length = Math.min(place.length, written.length);
  for (let i = 0; i < length; i += 1) if (place[i] !== written[i]) return false;
  return true;
}

function readEntry(
  db: StoreDatabase,
  childPath: DatabasePath,
  place: DatabasePath,
): Uint8Array | undefined {
  const value = readIndexed(db, encodePath([...childPath, ...place]));
  if (value !== NULL_INDEXED) return value;
  const isThere = place.length > 0 && readIndexed(db, encodePath(childPath)) !== NULL_INDEXED;
  return isThere ? value : undefined;
}
