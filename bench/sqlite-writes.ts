/**
 * The reference of P7: the rows of as many puts, by `node:sqlite` alone in this process, as many in a transaction as
 * the server had. Arguments: folder, clients, writes in a transaction, seconds. Prints writes a second.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { encodePath } from "../backend/database/encode-path.ts";
import { childKey } from "./bench-tree.ts";

const folder = process.argv[2] as string;
const [clients, group, seconds] = process.argv.slice(3).map(Number) as [number, number, number];
const leaves = 100;
const keptChanges = 1000;
const warmUpMs = 1000;

const db = new DatabaseSync(join(folder, "reference.sqlite"));
db.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA wal_autocheckpoint = 2000;
  CREATE TABLE IF NOT EXISTS leaves (path BLOB NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS changes (number INTEGER NOT NULL PRIMARY KEY, paths TEXT NOT NULL) STRICT;
`);
const putLeaf = db.prepare("INSERT OR REPLACE INTO leaves VALUES (?, ?)");
const addChange = db.prepare("INSERT INTO changes VALUES (?, ?)");
const dropChange = db.prepare("DELETE FROM changes WHERE number = ?");
const last = db.prepare("SELECT coalesce(max(number), 0) AS number FROM changes").get();
let number = last?.["number"] as number;

function commitGroup(): void {
  db.exec("BEGIN IMMEDIATE");
  for (let write = 0; write < group; write += 1) {
    number += 1;
    const client = number % clients;
    const leaf = Math.floor(number / clients);
    const path = ["leaves", `c${childKey(client)}`, childKey(leaf % leaves)];
    putLeaf.run(encodePath(path), JSON.stringify(`value ${leaf} of a client`));
    addChange.run(number, JSON.stringify([path.join("/")]));
    dropChange.run(number - keptChanges);
  }
  db.exec("COMMIT");
}

function commitFor(ms: number): number {
  const before = number;
  const started = performance.now();
  while (performance.now() - started < ms) commitGroup();
  return ((number - before) / (performance.now() - started)) * 1000;
}

commitFor(warmUpMs);
console.log(commitFor(seconds * 1000));
db.close();
