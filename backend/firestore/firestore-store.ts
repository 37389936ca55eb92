/** The only SQL of this room. Every function runs inside a store thread. */
import type { StoreDatabase } from "../sqlite/index.ts";
import type { StoredDocument } from "./document.ts";
import { collectionOf, idOf } from "./resource-name.ts";

export type LastCommit = { number: number; time: number };

const COLUMNS = `path, fields AS "fieldsText", create_time AS "createTime", update_time AS "updateTime"`;

export function getDocument(db: StoreDatabase, path: string): StoredDocument | undefined {
  const row = db.prepare(`SELECT ${COLUMNS} FROM firestore_documents WHERE path = ?`).get(path);
  return row as StoredDocument | undefined;
}

export function putDocument(db: StoreDatabase, document: StoredDocument): void {
  const { path, fieldsText, createTime, updateTime } = document;
  const collection = collectionOf(path);
  db.prepare(`
    INSERT INTO firestore_documents (path, collection, collection_id, fields, create_time, update_time)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (path) DO UPDATE SET
      fields = excluded.fields, create_time = excluded.create_time, update_time = excluded.update_time
  `).run(path, collection, idOf(collection), fieldsText, createTime, updateTime);
}

export function removeDocument(db: StoreDatabase, path: string): void {
  db.prepare("DELETE FROM firestore_documents WHERE path = ?").run(path);
}

/** The documents directly in a collection, in no particular order. */
export function scanCollection(db: StoreDatabase, collection: string): Iterable<StoredDocument> {
  const sql = `SELECT ${COLUMNS} FROM firestore_documents WHERE collection = ?`;
  return db.prepare(sql).iterate(collection) as Iterable<unknown> as Iterable<StoredDocument>;
}

/** The documents of every collection with this id at or below `parent` ("" is the root). */
export function* scanCollectionGroup(
  db: StoreDatabase,
  collectionId: string,
  parent: string,
): Iterable<StoredDocument> {
  const sql = `SELECT ${COLUMNS} FROM firestore_documents WHERE collection_id = ?`;
  const below = parent === "" ? "" : `${parent}/`;
  for (const row of db.prepare(sql).iterate(collectionId)) {
    const document = row as unknown as StoredDocument;
    if (document.path.startsWith(below)) yield document;
  }
}

export function getLastCommit(db: StoreDatabase): LastCommit {
  const row = db.prepare("SELECT number, time FROM firestore_last_commit").get();
  return row as LastCommit;
}

export function putLastCommit(db: StoreDatabase, { number, time }: LastCommit): void {
  db.prepare("UPDATE firestore_last_commit SET number = ?, time = ?").run(number, time);
}
