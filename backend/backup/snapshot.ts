/**
 * The database of a back-up: a copy of one commit, made beside the server's connections, and what is in it. All SQL of
 * back-ups is here. It is synchronous and belongs into a process of its own.
 */
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { type MigrationMark, type StoreDatabase, cacheStatements } from "../sqlite/index.ts";
import type { PartDigest } from "./manifest.ts";

/** Derived and passing things are left out: each is rebuilt, or as good without. */
const parts = {
  accounts: ["auth_accounts", "auth_identities", "auth_second_factors"],
  database: ["database_leaves"],
  documents: ["firestore_documents"],
  files: ["storage_objects"],
};

/**
 * Writes a copy of one commit to `to`, which must not exist. Others read and write meanwhile; what was deleted is not in
 * it, as it would be in a copy of the file's pages.
 */
export function takeSnapshot(
  from: string,
  to: string,
  leaveOut: (copy: StoreDatabase) => void,
): void {
  using db = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  db.prepare("VACUUM INTO ?").run(to);
  using copy = new DatabaseSync(to);
  // Nobody waits for it on a disk that is full anyway; and the bytes of these uploads are in no back-up.
  copy.exec("PRAGMA synchronous = OFF; PRAGMA secure_delete = ON; BEGIN");
  copy.exec("DELETE FROM storage_uploads");
  leaveOut(cacheStatements(copy, new Map()));
  copy.exec("COMMIT");
}

export type Content = { sha256: string; bytes: number };

export type Snapshot = Disposable & {
  migrations(): MigrationMark[];
  /** Each content once, in the order of their names. */
  contents(): Iterable<Content>;
  digests(): PartDigest[];
  /** Empty when SQLite finds nothing wrong. */
  faults(): string[];
  countOf(part: keyof typeof parts): number;
};

export function openSnapshot(path: string): Snapshot {
  const db = new DatabaseSync(path, { readOnly: true });
  const main = (part: keyof typeof parts) => parts[part][0] ?? "";
  return {
    migrations: () =>
      db
        .prepare("SELECT room, number, file, checksum FROM applied_migrations ORDER BY 1, 2")
        .all() as MigrationMark[],
    *contents() {
      const rows = db
        .prepare(
          "SELECT sha256, max(size) AS bytes FROM storage_objects GROUP BY sha256 ORDER BY 1",
        )
        .iterate();
      for (const row of rows) yield row as Content;
    },
    digests: () =>
      Object.entries(parts).map(([part, tables]) => ({ part, ...digestOf(db, tables) })),
    faults: () =>
      db
        .prepare("PRAGMA integrity_check(10)")
        .all()
        .map((row) => String(row["integrity_check"]))
        .filter((line) => line !== "ok"),
    countOf: (part) =>
      Number(db.prepare(`SELECT count(*) AS rows FROM ${main(part)}`).get()?.["rows"]),
    [Symbol.dispose]: () => db.close(),
  };
}

/** Every byte of every row, in the order of the tables' keys; rows of the first table are counted. */
function digestOf(db: DatabaseSync, tables: readonly string[]): { rows: number; sha256: string } {
  const hash = createHash("sha256");
  let rows = 0;
  for (const table of tables) {
    hash.update(`table ${table}\n`);
    const statement = db.prepare(`SELECT * FROM ${table} ORDER BY ${keysOf(db, table)}`);
    // A number of 64 bits must not become another one.
    statement.setReadBigInts(true);
    for (const row of statement.iterate()) {
      if (table === tables[0]) rows += 1;
      for (const [column, value] of Object.entries(row)) {
        const bytes = value instanceof Uint8Array ? value : Buffer.from(String(value));
        hash.update(`${column} ${value === null ? "null" : typeof value} ${bytes.length}\n`);
        hash.update(bytes);
      }
    }
  }
  return { rows, sha256: hash.digest("hex") };
}

function keysOf(db: DatabaseSync, table: string): string {
  const columns = db.prepare("SELECT name, pk FROM pragma_table_info(?) ORDER BY pk").all(table);
  const keys = columns.filter(({ pk }) => Number(pk) > 0).map(({ name }) => String(name));
  return (keys.length > 0 ? keys : columns.map(({ name }) => String(name))).join(", ");
}
