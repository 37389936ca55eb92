/**
 * The storage floor: SQLite behind an asynchronous port. Rooms hand over operation modules that run
 * inside the writer or the reader thread; nobody else in the process opens the database.
 */
export { cacheStatements } from "./connection.ts";
export { FolderLockedError, OperationError, StoreError, isFolderLockedError } from "./errors.ts";
export { lockDataFolder } from "./folder-lock.ts";
export { type Log, silentLog } from "./log.ts";
export { type MigrationMark, knownMigrations } from "./migrations.ts";
export { type SqlitePort, type SqliteStore, openSqlite } from "./open-sqlite.ts";
export type { OperationModule, StoreDatabase } from "./operation-module.ts";
