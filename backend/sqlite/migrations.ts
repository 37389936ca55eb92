/** Brings a database up to this version of the program, or refuses to touch it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "./errors.ts";
import type { OperationModule } from "./operation-module.ts";

type Migration = { room: string; number: number; file: string; sql: string; checksum: string };

/** One that a database has or a version of the program knows. */
export type MigrationMark = Pick<Migration, "room" | "number" | "file" | "checksum">;

/** All that this version of the program knows. */
export function knownMigrations(modules: readonly OperationModule[]): MigrationMark[] {
  return modules.flatMap(readMigrations);
}

/**
 * All that is missing is applied in one transaction.
 * @throws StoreError `migration-refused` when the database is newer than the files or a file has changed.
 */
export function migrate(db: DatabaseSync, modules: readonly OperationModule[]): void {
  const known = modules.flatMap(readMigrations);
  db.exec("BEGIN IMMEDIATE");
  try {
    db.exec(`
      CREATE TABLE IF NOT EXISTS applied_migrations (
        room TEXT NOT NULL,
        number INTEGER NOT NULL,
        file TEXT NOT NULL,
        checksum TEXT NOT NULL,
        applied_at TEXT NOT NULL,
        PRIMARY KEY (room, number)
      ) STRICT
    `);
    const applied = checkApplied(db, known);
    for (const migration of known) {
      if (!applied.has(`${migration.room}/${migration.number}`)) apply(db, migration);
    }
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

function readMigrations(module: OperationModule): Migration[] {
  return module.migrations.map((url, index) => {
    const file = basename(fileURLToPath(url));
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1]);
    if (number !== index + 1) {
      throw new Error(`Migration ${index + 1} of ${module.room} must not be the file ${file}.`);
    }
    // A checkout may have other line ends; that is no change.
    const sql = readFileSync(url, "utf8").replaceAll("\r\n", "\n");
    const checksum = createHash("sha256").update(sql).digest("hex");
    return { room: module.room, number, file, sql, checksum };
  });
}

function checkApplied(db: DatabaseSync, known: readonly Migration[]): Set<string> {
  const applied = new Set<string>();
  const rows = db.prepare("SELECT room, number, file, checksum FROM applied_migrations").all();
  for (const row of rows as Omit<Migration, "sql">[]) {
    const migration = known.find(({ room, number }) => room === row.room && number === row.number);
    if (migration === undefined) {
      throw new StoreError(
        "migration-refused",
        `The database was written by a newer version: it has ${row.room} ${row.file}, ` +
          "which this version does not know. Start the newer version, or restore a back-up.",
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new StoreError(
        "migration-refused",
        `The migration ${migration.room} ${migration.file} is not the one that this database was made with. ` +
          "Start the version that made it, or a new data folder; who develops adds a migration instead.",
      );
    }
    applied.add(`${row.room}/${row.number}`);
  }
  return applied;
}

function apply(db: DatabaseSync, migration: Migration): void {
  db.exec(migration.sql);
  if (!db.isTransaction) throw new Error(`${migration.file} must not end the transaction.`);
  db.prepare("INSERT INTO applied_migrations VALUES (?, ?, ?, ?, ?)").run(
    migration.room,
    migration.number,
    migration.file,
    migration.checksum,
    new Date().toISOString(),
  );
}
