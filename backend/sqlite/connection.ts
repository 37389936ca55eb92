/** Opens a connection with the settings that durability rests on, and caches its statements. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Operation, StoreDatabase } from "./operation-module.ts";

const BUSY_TIMEOUT_MS = 5_000;
const AUTO_CHECKPOINT_PAGES = 2_000;
const WAL_KEPT_BYTES = 64 * 1024 * 1024;
/** Taken as pages are used. Entries of indexes go to random places: with SQLite's 2 MB most writes read a page first. */
const CACHE_KIB = 16 * 1024;

export function openWriter(path: string): DatabaseSync {
  const db = new DatabaseSync(path, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  });
  const journal = db.prepare("PRAGMA journal_mode = WAL").get();
  if (journal?.["journal_mode"] !== "wal") {
    throw new Error(`SQLite cannot keep a write-ahead log at ${path}; is it on a network disk?`);
  }
  // FULL: a commit returns after its frames of the log are on the disk, not merely in the system's cache;
  // macOS needs to be told that it means the disk (other systems ignore both).
  db.exec(`
    PRAGMA synchronous = FULL;
    PRAGMA fullfsync = ON;
    PRAGMA checkpoint_fullfsync = ON;
    PRAGMA cache_size = -${CACHE_KIB};
    PRAGMA wal_autocheckpoint = ${AUTO_CHECKPOINT_PAGES};
    PRAGMA journal_size_limit = ${WAL_KEPT_BYTES};
  `);
  return db;
}

export function openReader(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
  db.exec("PRAGMA query_only = ON");
  return db;
}

/** Operations use a bounded number of SQL texts; each is compiled once and lives as long as the connection. */
export function cacheStatements(
  db: DatabaseSync,
  operations: ReadonlyMap<string, Operation>,
): StoreDatabase {
  const statements = new Map<string, StatementSync>();
  const cached: StoreDatabase = {
    run(name, input) {
      const operation = operations.get(name);
      if (operation === undefined) throw new Error(`There is no operation ${name}.`);
      return operation(cached, input as never);
    },
    prepare(sql) {
      let statement = statements.get(sql);
      if (statement === undefined) {
        statement = db.prepare(sql);
        statements.set(sql, statement);
      }
      return statement;
    },
  };
  return cached;
}
