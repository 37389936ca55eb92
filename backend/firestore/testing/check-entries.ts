/** Whether the entries of all documents are those that a fresh computation gives. */
import type { DatabaseSync } from "node:sqlite";
import { cacheStatements } from "../../sqlite/connection.ts";
import type { StoreDatabase } from "../../sqlite/index.ts";
import { fieldsOf } from "../document.ts";
import { decodePath } from "../encode-path.ts";
import { getDocumentByNumber } from "../firestore-store.ts";
import { entriesOf } from "../index-entries.ts";
import { findScope, keptIndexes } from "../index-store.ts";
import { parentOf, idOf } from "../resource-name.ts";

/**
 * @param connection to a database whose indexes are not being changed at the moment.
 * @returns how many there are.
 * @throws Error that says where they differ.
 */
export function checkEntries(connection: DatabaseSync): { documents: number; entries: number } {
  const db = cacheStatements(connection, new Map());
  const count = (table: string) =>
    connection.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.["count"] as number;
  if (count("firestore_index_work") > 0) {
    throw new Error("The indexes are being changed: open and close the backend first.");
  }
  const scopes = new Set<number>();
  let documents = 0;
  let entries = 0;
  for (const { number } of connection.prepare("SELECT number FROM firestore_documents").iterate()) {
    entries += checkDocument(db, number as number, scopes);
    documents += 1;
  }
  if (entries !== count("firestore_index_entries")) throw new Error(findSurplus(connection, db));
  if (scopes.size !== count("firestore_scopes")) {
    throw new Error(
      `${count("firestore_scopes")} scopes are stored, ${scopes.size} have documents.`,
    );
  }
  return { documents, entries };
}

function checkDocument(db: StoreDatabase, number: number, scopes: Set<number>): number {
  const expected = expectedEntries(db, number);
  const get = db.prepare(
    "SELECT document FROM firestore_index_entries WHERE scope = ? AND key = ?",
  );
  for (const { scope, key } of expected) {
    const found = get.get(scope, key)?.["document"];
    if (found !== number) {
      const { path } = getDocumentByNumber(db, number);
      throw new Error(
        `The document ${path} (${number}) should have the entry ${describe(scope, key)}; there is ${String(found ?? "none")}.`,
      );
    }
    scopes.add(scope);
  }
  return expected.length;
}

function expectedEntries(db: StoreDatabase, number: number): { scope: number; key: Buffer }[] {
  const document = getDocumentByNumber(db, number);
  const collection = parentOf(document.path);
  const scopes = {
    collection: findScope(db, "collection", collection),
    group: findScope(db, "group", idOf(collection)),
  };
  return entriesOf(document.path, fieldsOf(document), keptIndexes(db)).map(({ scope, key }) => {
    const stored = scopes[scope];
    if (stored === undefined) throw new Error(`${document.path} has no ${scope} scope.`);
    return { scope: stored, key };
  });
}

function findSurplus(connection: DatabaseSync, db: StoreDatabase): string {
  const rows = connection
    .prepare("SELECT scope, key, document FROM firestore_index_entries")
    .iterate();
  for (const row of rows as Iterable<unknown> as Iterable<EntryRow>) {
    const text = describe(row.scope, row.key);
    const stored = db
      .prepare("SELECT key FROM firestore_documents WHERE number = ?")
      .get(row.document);
    if (stored === undefined) return `The entry ${text} has no document.`;
    const expected = expectedEntries(db, row.document);
    if (!expected.some(({ scope, key }) => describe(scope, key) === text)) {
      const path = decodePath(stored["key"] as Uint8Array);
      return `The document ${path} (${row.document}) should not have the entry ${text}.`;
    }
  }
  return "The entries are not as many as they should be.";
}

type EntryRow = { scope: number; key: Uint8Array; document: number };

function describe(scope: number, key: Uint8Array): string {
  return `${scope}/${Buffer.from(key).toString("hex")}`;
}
