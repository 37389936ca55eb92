/**
 * The reference of P9c: the rows of as many new documents, by `node:sqlite` alone in this process, as many in a
 * transaction as the server had. What is in the rows is worked out before the clock runs. Arguments: folder, documents
 * in a transaction, seconds, and the round's number. Prints documents a second.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { encodePath } from "../backend/firestore/encode-path.ts";
import { type IndexEntry, entriesOf } from "../backend/firestore/index-entries.ts";
import type { FirestoreFields } from "#lib/firestore-value.ts";
import { smallWrite } from "./document-set.ts";

type Row = { key: Buffer; fields: string; entries: IndexEntry[] };

const folder = process.argv[2] as string;
const [group, seconds, round] = process.argv.slice(3).map(Number) as [number, number, number];
const clients = 100;
const warmUpMs = 1000;

const db = new DatabaseSync(join(folder, "reference.sqlite"));
db.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -16384;
  PRAGMA wal_autocheckpoint = 2000;
  CREATE TABLE IF NOT EXISTS documents (number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, fields TEXT NOT NULL, create_time INTEGER NOT NULL, update_time INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS entries (scope INTEGER NOT NULL, key BLOB NOT NULL, document INTEGER NOT NULL, PRIMARY KEY (scope, key)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS last_commit (number INTEGER NOT NULL, time INTEGER NOT NULL) STRICT;
  INSERT INTO last_commit SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM last_commit);
`);
const addDocument = db.prepare(
  "INSERT INTO documents (key, fields, create_time, update_time) VALUES (?, ?, ?, ?)",
);
const addEntry = db.prepare("INSERT INTO entries VALUES (?, ?, ?)");
const putLastCommit = db.prepare("UPDATE last_commit SET number = ?, time = ?");
let written = 0;

function nextRow(): Row {
  const number = Math.floor(written / clients) + 1;
  const id = `${round}-${written % clients}-${number}`;
  written += 1;
  const { fields } = smallWrite(id, number).update as { fields: FirestoreFields };
  const path = `small/${id}`;
  const entries = entriesOf(path, fields, { composites: [], overrides: [] });
  return { key: encodePath(path), fields: JSON.stringify(fields), entries };
}

/** Returns how long it took. */
function commitGroup(): number {
  const rows = Array.from({ length: group }, nextRow);
  const started = performance.now();
  db.exec("BEGIN IMMEDIATE");
  for (const [index, { key, fields, entries }] of rows.entries()) {
    const time = Date.now() * 1000;
    const { lastInsertRowid } = addDocument.run(key, fields, time, time);
    for (const { scope, key: entry } of entries) {
      addEntry.run(scope === "group" ? 2 : 1, entry, lastInsertRowid);
    }
    putLastCommit.run(written - rows.length + index + 1, time);
  }
  db.exec("COMMIT");
  return performance.now() - started;
}

function commitFor(ms: number): number {
  const before = written;
  let took = 0;
  while (took < ms) took += commitGroup();
  return ((written - before) / took) * 1000;
}

commitFor(warmUpMs);
console.log(commitFor(seconds * 1000));
db.close();
