/** A database in memory with this room's tables, for tests of what runs inside a store thread. */
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { FirestoreFields } from "#lib/firestore-value.ts";
import { cacheStatements } from "../../sqlite/connection.ts";
import { buildIndexes, setIndexes } from "../change-indexes.ts";
import { type Write, commit } from "../commit.ts";
import { toFieldsText } from "../document.ts";
import { migrations } from "../firestore-operations.ts";
import { parseIndexDefinitions } from "../index-definition.ts";
import { checkEntries } from "./check-entries.ts";

/** As in the file of indexes. */
export type FileOfIndexes = { indexes?: object[]; fieldOverrides?: object[] };

export const setWrite = (path: string, fields: FirestoreFields): Write => ({
  kind: "update",
  path,
  fieldsText: toFieldsText(path, fields),
  mask: undefined,
  transforms: [],
  precondition: undefined,
});

export const deleteWrite = (path: string): Write => ({
  kind: "delete",
  path,
  precondition: undefined,
});

export const definitionsOf = (file: FileOfIndexes) =>
  parseIndexDefinitions({ file: "test.indexes.json", text: JSON.stringify(file) });

export function openStore() {
  const connection = new DatabaseSync(":memory:");
  for (const url of migrations) connection.exec(readFileSync(url, "utf8"));
  const db = cacheStatements(connection, new Map());
  let nowMicros = 0;
  const rows = (sql: string) =>
    connection
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));

  return {
    connection,
    db,
    commit: (...writes: Write[]) =>
      commit(db, { caller: "admin", writes, nowMicros: (nowMicros += 1) }),
    setIndexes: (file: FileOfIndexes) => setIndexes(db, { definitions: definitionsOf(file) }),
    /** One slice of so many documents; false when nothing was left. */
    buildSlice: (size: number) => buildIndexes(db, { size }) !== undefined,
    build() {
      while (buildIndexes(db, {}) !== undefined);
    },
    check: () => checkEntries(connection),
    /** Of the entries that begin with a byte. */
    entries: (tag: number) =>
      rows("SELECT scope, key, document FROM firestore_index_entries").filter(
        ({ key }) => (key as Uint8Array)[0] === tag,
      ),
    rows,
    [Symbol.dispose]: () => connection.close(),
  };
}
