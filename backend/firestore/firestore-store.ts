/** Rows of documents. Every function runs inside a store thread. */
import type { StoreDatabase } from "../sqlite/index.ts";
import { type StoredDocument, fieldsOf } from "./document.ts";
import { PATH_END, decodePath, encodePath } from "./encode-path.ts";
import { type IndexEntry, entriesOf } from "./index-entries.ts";
import {
  type EntryRow,
  closeEmptyScopes,
  deleteEntry,
  insertEntry,
  keptIndexes,
  openScopes,
} from "./index-store.ts";
import type { EntryWork } from "./work-budget.ts";

export type LastCommit = { number: number; time: number };

type DocumentRow = {
  key: Uint8Array;
  fieldsText: string;
  createTime: number;
  updateTime: number;
};

const VALUES = `fields AS "fieldsText", create_time AS "createTime", update_time AS "updateTime"`;

export function getDocument(db: StoreDatabase, path: string): StoredDocument | undefined {
  const row = db
    .prepare(`SELECT ${VALUES} FROM firestore_documents WHERE key = ?`)
    .get(encodePath(path));
  return row === undefined ? undefined : toDocument(path, row as Omit<DocumentRow, "key">);
}

/** Without reading the document; null when there is none. */
export function getUpdateTime(db: StoreDatabase, path: string): number | null {
  const row = db
    .prepare(`SELECT update_time AS "updateTime" FROM firestore_documents WHERE key = ?`)
    .get(encodePath(path));
  return (row?.["updateTime"] as number | undefined) ?? null;
}

/** @param number as an entry has it, read in the same transaction. */
export function getDocumentByNumber(db: StoreDatabase, number: number): StoredDocument {
  const row = db
    .prepare(`SELECT key, ${VALUES} FROM firestore_documents WHERE number = ?`)
    .get(number) as DocumentRow | undefined;
  if (row === undefined) throw new Error(`There is no document ${number}.`);
  return toDocument(decodePath(row.key), row);
}

/** By name: those whose encoded paths are in [from, to). */
export function scanDocuments(
  db: StoreDatabase,
  from: Uint8Array,
  to: Uint8Array,
  { descending = false, limit }: { descending?: boolean; limit: number },
): StoredDocument[] {
  const order = descending ? "DESC" : "ASC";
  const rows = db
    .prepare(
      `SELECT key, ${VALUES} FROM firestore_documents WHERE key >= ? AND key < ? ORDER BY key ${order} LIMIT ?`,
    )
    .all(from, to, limit) as DocumentRow[];
  return rows.map((row) => toDocument(decodePath(row.key), row));
}

/** The names of all documents as entries would have them: those with `from` <= encoded path and 00 < `to`. */
export function scanNames(
  db: StoreDatabase,
  from: Uint8Array,
  to: Uint8Array,
  { descending, limit }: { descending: boolean; limit: number },
): EntryRow[] {
  const order = descending ? "DESC" : "ASC";
  const rows = db
    .prepare(
      `SELECT key, number AS document FROM firestore_documents WHERE key >= ? AND key < ? ORDER BY key ${order} LIMIT ?`,
    )
    .all(withoutEnd(from), withoutEnd(to), limit) as EntryRow[];
  return rows.map(({ key, document }) => ({ key: Buffer.concat([key, NAME_END]), document }));
}

const NAME_END = Uint8Array.of(PATH_END);

// A name is a key and 00: it is not below `bound` and 00 when the key is not below `bound`.
function withoutEnd(bound: Uint8Array): Uint8Array {
  return bound.at(-1) === PATH_END ? bound.subarray(0, -1) : bound;
}

function toDocument(path: string, row: Omit<DocumentRow, "key">): StoredDocument {
  const { fieldsText, createTime, updateTime } = row;
  return { path, fieldsText, createTime, updateTime };
}

/**
 * Also keeps the entries: those that differ are written.
 * @param before what is stored now.
 * @param spend told before anything is written what it will be; may throw.
 * @throws OperationError INVALID_ARGUMENT when the document has more entries than a document may have.
 */
export function putDocument(
  db: StoreDatabase,
  before: StoredDocument | undefined,
  document: StoredDocument,
  spend?: (work: EntryWork) => void,
): void {
  const { path, fieldsText, createTime, updateTime } = document;
  const [entriesBefore, entriesAfter] = [entriesNow(db, before), entriesNow(db, document)];
  const { removed, added } = compareEntries(entriesBefore, entriesAfter);
  spend?.({
    // Also a document with as many entries as there may be can be replaced by another.
    changed: Math.max(removed.length, added.length),
    changedBytes: Math.max(bytesOf(removed), bytesOf(added)),
    computedBytes: bytesOf(entriesBefore) + bytesOf(entriesAfter),
    values: countValues(before?.fieldsText ?? "") + countValues(fieldsText),
  });
  const row = db
    .prepare(
      before === undefined
        ? `INSERT INTO firestore_documents (fields, create_time, update_time, key)
             VALUES (?, ?, ?, ?) RETURNING number`
        : `UPDATE firestore_documents SET fields = ?, create_time = ?, update_time = ?
             WHERE key = ? RETURNING number`,
    )
    .get(fieldsText, createTime, updateTime, encodePath(path));
  if (row === undefined) throw new Error(`The document ${path} is not stored.`);
  if (removed.length === 0 && added.length === 0) return;
  const scopes = openScopes(db, path);
  for (const entry of removed) deleteEntry(db, scopes, entry);
  for (const entry of added) insertEntry(db, scopes, entry, row["number"] as number);
}

/**
 * @param before what is stored now.
 * @param spend as of `putDocument`.
 */
export function removeDocument(
  db: StoreDatabase,
  before: StoredDocument,
  spend?: (work: EntryWork) => void,
): void {
  const removed = entriesNow(db, before);
  const bytes = bytesOf(removed);
  const values = countValues(before.fieldsText);
  spend?.({ changed: removed.length, changedBytes: bytes, computedBytes: bytes, values });
  db.prepare("DELETE FROM firestore_documents WHERE key = ?").run(encodePath(before.path));
  const scopes = openScopes(db, before.path);
  for (const entry of removed) deleteEntry(db, scopes, entry);
  closeEmptyScopes(db, scopes);
}

function entriesNow(db: StoreDatabase, document: StoredDocument | undefined): IndexEntry[] {
  if (document === undefined) return [];
  return entriesOf(document.path, fieldsOf(document), keptIndexes(db));
}

function bytesOf(entries: readonly IndexEntry[]): number {
  return entries.reduce((sum, { key }) => sum + key.length, 0);
}

/** Of canonical JSON, where each is `{"…Value":`; texts in which that stands count, too. */
function countValues(fieldsText: string): number {
  let count = 0;
  for (let at = -1; (at = fieldsText.indexOf('Value":', at + 1)) !== -1;) count += 1;
  return count;
}

function compareEntries(
  before: readonly IndexEntry[],
  after: readonly IndexEntry[],
): { removed: IndexEntry[]; added: IndexEntry[] } {
  if (before.length === 0) return { removed: [], added: [...after] };
  const removed = new Map(before.map((entry) => [textOf(entry), entry]));
  const added = after.filter((entry) => !removed.delete(textOf(entry)));
  return { removed: [...removed.values()], added };
}

/** One character a byte. */
function textOf({ scope, key }: IndexEntry): string {
  return scope + key.toString("latin1");
}

export function getLastCommit(db: StoreDatabase): LastCommit {
  const sql = "SELECT number, time FROM firestore_last_commit WHERE only_row = 1";
  return db.prepare(sql).get() as LastCommit;
}

export function putLastCommit(db: StoreDatabase, { number, time }: LastCommit): void {
  db.prepare("UPDATE firestore_last_commit SET number = ?, time = ? WHERE only_row = 1").run(
    number,
    time,
  );
}
