/**
 * Rows of the indexes: scopes, entries and the definitions that are active. Every function runs inside a store thread.
 * How they are changed is in change-indexes.ts.
 */
import type { StoreDatabase } from "../sqlite/index.ts";
import { decodePath, encodePath, successor } from "./encode-path.ts";
import type {
  ActiveIndexes,
  CompositeIndex,
  FieldOverride,
  IndexDefinition,
  IndexScope,
} from "./index-definition.ts";
import { AFTER_NAMES, FIRST_NAME, type IndexEntry } from "./index-entries.ts";
import { parentOf, idOf } from "./resource-name.ts";

export type EntryRow = { key: Uint8Array; document: number };
type ScanOptions = { descending?: boolean; limit: number };

const SCOPE_TAG: Record<IndexScope, number> = { collection: 1, group: 2 };
const IN_RANGE = "FROM firestore_index_entries WHERE scope = ? AND key >= ? AND key < ?";

/** @param pathOrId the path of a collection, or the id of a group. */
export function scopeKey(scope: IndexScope, pathOrId: string): Buffer {
  return Buffer.concat([Buffer.of(SCOPE_TAG[scope]), encodePath(pathOrId)]);
}

/** The inverse of `scopeKey`. */
export function readScopeKey(key: Uint8Array): { scope: IndexScope; pathOrId: string } {
  const scope = key[0] === SCOPE_TAG.collection ? "collection" : "group";
  return { scope, pathOrId: decodePath(key.subarray(1)) };
}

/** All collections; the groups come after them. */
export const FIRST_COLLECTION = scopeKey("collection", "");
export const AFTER_COLLECTIONS = successor(FIRST_COLLECTION);

/** Undefined when no document is in it. */
export function findScope(
  db: StoreDatabase,
  scope: IndexScope,
  pathOrId: string,
): number | undefined {
  return findScopeByKey(db, scopeKey(scope, pathOrId));
}

function findScopeByKey(db: StoreDatabase, key: Uint8Array): number | undefined {
  const row = db.prepare("SELECT number FROM firestore_scopes WHERE key = ?").get(key);
  return row?.["number"] as number | undefined;
}

/** The smallest key of a scope in [from, to). */
export function nextScope(
  db: StoreDatabase,
  from: Uint8Array,
  to: Uint8Array,
): Uint8Array | undefined {
  const sql = "SELECT key FROM firestore_scopes WHERE key >= ? AND key < ? ORDER BY key LIMIT 1";
  return db.prepare(sql).get(from, to)?.["key"] as Uint8Array | undefined;
}

/** Of the keys in [from, to), in their order. */
export function scanEntries(
  db: StoreDatabase,
  scope: number,
  from: Uint8Array,
  to: Uint8Array,
  { descending = false, limit }: ScanOptions,
): EntryRow[] {
  const order = descending ? "DESC" : "ASC";
  const rows = db
    .prepare(`SELECT key, document ${IN_RANGE} ORDER BY key ${order} LIMIT ?`)
    .all(scope, from, to, limit);
  return rows as EntryRow[];
}

/** Of the keys in [from, to), no further than `most`. */
export function countEntries(
  db: StoreDatabase,
  scope: number,
  from: Uint8Array,
  to: Uint8Array,
  most: number,
): number {
  const sql = `SELECT count(*) AS count FROM (SELECT 1 ${IN_RANGE} LIMIT ?)`;
  return db.prepare(sql).get(scope, from, to, most)?.["count"] as number;
}

/** Where a document's entries go; a scope without documents has no row. */
export type ScopesOfDocument = Record<IndexScope, { number: number; key: Buffer }>;

/** Makes the scopes that are not there. */
export function openScopes(db: StoreDatabase, path: string): ScopesOfDocument {
  const collection = parentOf(path);
  const open = (key: Buffer) => ({ key, number: findScopeByKey(db, key) ?? insertScope(db, key) });
  return {
    collection: open(scopeKey("collection", collection)),
    group: open(scopeKey("group", idOf(collection))),
  };
}

function insertScope(db: StoreDatabase, key: Buffer): number {
  const sql = "INSERT INTO firestore_scopes (key) VALUES (?) RETURNING number";
  return db.prepare(sql).get(key)?.["number"] as number;
}

/** After a document is gone: every document has its name in both of its scopes. */
export function closeEmptyScopes(db: StoreDatabase, scopes: ScopesOfDocument): void {
  const hasNames = db.prepare(`SELECT 1 ${IN_RANGE} LIMIT 1`);
  for (const { number } of Object.values(scopes)) {
    if (hasNames.get(number, FIRST_NAME, AFTER_NAMES) !== undefined) continue;
    // What an index that is being dropped has left.
    db.prepare("DELETE FROM firestore_index_entries WHERE scope = ?").run(number);
    db.prepare("DELETE FROM firestore_scopes WHERE number = ?").run(number);
  }
}

export function insertEntry(
  db: StoreDatabase,
  scopes: ScopesOfDocument,
  { scope, key }: IndexEntry,
  document: number,
): void {
  // A build may find what a write has put there meanwhile.
  db.prepare("REPLACE INTO firestore_index_entries (scope, key, document) VALUES (?, ?, ?)").run(
    scopes[scope].number,
    key,
    document,
  );
}

export function deleteEntry(
  db: StoreDatabase,
  scopes: ScopesOfDocument,
  { scope, key }: IndexEntry,
): void {
  db.prepare("DELETE FROM firestore_index_entries WHERE scope = ? AND key = ?").run(
    scopes[scope].number,
    key,
  );
}

/** The first ones in [from, to), at most so many. Returns how many there were. */
export function deleteEntries(
  db: StoreDatabase,
  scope: number,
  from: Uint8Array,
  to: Uint8Array,
  most: number,
): number {
  const found = scanEntries(db, scope, from, to, { limit: most });
  const last = found.at(-1);
  if (last === undefined) return 0;
  db.prepare("DELETE FROM firestore_index_entries WHERE scope = ? AND key >= ? AND key <= ?").run(
    scope,
    from,
    last.key,
  );
  return found.length;
}

type KnownIndexes = {
  version: string;
  /** What every write keeps. */
  kept: ActiveIndexes;
  /** What queries may use. */
  usable: ActiveIndexes;
};

let known: KnownIndexes | undefined;

/** For queries: nothing in it lacks an entry. */
export function activeIndexes(db: StoreDatabase): ActiveIndexes {
  return knownIndexes(db).usable;
}

/** For writes: also what is still being built. */
export function keptIndexes(db: StoreDatabase): ActiveIndexes {
  return knownIndexes(db).kept;
}

/** Kept in the thread; a version is never used again, so also a change that was undone cannot be taken for another. */
function knownIndexes(db: StoreDatabase): KnownIndexes {
  const sql = "SELECT version FROM firestore_index_settings WHERE only_row = 1";
  const version = db.prepare(sql).get()?.["version"] as string;
  if (known?.version !== version) known = readIndexes(db, version);
  return known;
}

function readIndexes(db: StoreDatabase, version: string): KnownIndexes {
  const { kept, usable } = getOverrides(db);
  const rows = getIndexRows(db);
  const inState = (...states: IndexState[]): CompositeIndex[] =>
    rows
      .filter(({ state }) => states.includes(state))
      .map(({ number, definition }) => ({ ...definition, number }));
  return {
    version,
    kept: { composites: inState("building", "ready"), overrides: kept },
    usable: { composites: inState("ready"), overrides: usable },
  };
}

type IndexState = "building" | "ready" | "dropping";
export type IndexRow = { number: number; state: IndexState; definition: IndexDefinition };

export function getIndexRows(db: StoreDatabase): IndexRow[] {
  return db
    .prepare("SELECT number, definition, state FROM firestore_indexes WHERE number > 0")
    .all()
    .map((row) => ({
      number: row["number"] as number,
      state: row["state"] as IndexState,
      definition: JSON.parse(row["definition"] as string) as IndexDefinition,
    }));
}

/** What writes keep, and what queries may use. */
export type Overrides = { kept: readonly FieldOverride[]; usable: readonly FieldOverride[] };

export function getOverrides(db: StoreDatabase): Overrides {
  const sql = `SELECT kept_overrides AS "kept", usable_overrides AS "usable"
    FROM firestore_index_settings WHERE only_row = 1`;
  const row = db.prepare(sql).get() as { kept: string; usable: string };
  return {
    kept: JSON.parse(row.kept) as FieldOverride[],
    usable: JSON.parse(row.usable) as FieldOverride[],
  };
}
