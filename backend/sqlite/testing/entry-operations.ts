/** A small room for the tests of the storage floor. */
import { OperationError, type OperationModule, type StoreDatabase } from "../index.ts";

export const room = "entries";

export const migrations = [new URL("./migrations/0001-entries.sql", import.meta.url)];

let settings = { greeting: "" };

export function configure(given: { greeting: string } = { greeting: "" }): void {
  settings = given;
}

type Entry = { key: string; value: string; parent?: string };

function put(db: StoreDatabase, { key, value, parent }: Entry): number {
  db.prepare("INSERT INTO entries VALUES (?, ?, ?)").run(key, value, parent ?? null);
  return count(db);
}

function count(db: StoreDatabase): number {
  return db.prepare("SELECT count(*) AS n FROM entries").get()?.["n"] as number;
}

export const operations = {
  put,
  count,
  putThenRefuse(db: StoreDatabase, entry: Entry): never {
    put(db, entry);
    throw new OperationError("REFUSED", `No ${entry.key} here.`, { key: entry.key });
  },
  keys: (db: StoreDatabase): string[] =>
    db
      .prepare("SELECT key FROM entries ORDER BY rowid")
      .all()
      .map((row) => row["key"] as string),
  greeting: (): string => settings.greeting,
  runs: (db: StoreDatabase, { name, input }: { name: string; input: unknown }): unknown =>
    db.run(name, input),
  pragma: (db: StoreDatabase, name: string): unknown =>
    Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0],
  block: (_db: StoreDatabase, ms: number): void => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  },
  crash(): never {
    // In a thread this ends the thread.
    process.exit(3);
  },
} satisfies OperationModule["operations"];

export type EntryOperations = typeof operations;
