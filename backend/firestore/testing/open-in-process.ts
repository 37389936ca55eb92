/** The service without threads, on a database that remembers each statement that is prepared. */
import { readFileSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { SqlitePort, StoreDatabase } from "../../sqlite/index.ts";
import {
  type FirestoreOperations,
  configure,
  migrations,
  operations,
} from "../firestore-operations.ts";
import { createFirestoreService } from "../index.ts";
import {
  type DocumentsOptions,
  clientOf,
  moduleSettings,
  serviceSettings,
} from "./open-documents.ts";

type AnyOperation = (db: StoreDatabase, input: unknown) => unknown;

/** Rules are those of the one that was opened last. */
export async function openInProcess(options: DocumentsOptions = {}) {
  configure(moduleSettings(options));
  const db = new DatabaseSync(":memory:");
  for (const migration of migrations) db.exec(readFileSync(migration, "utf8"));
  const statements = new Map<string, StatementSync>();
  /** What each read cost, by its own word; see scan-budget.ts. */
  const costs: number[] = [];
  const recording: StoreDatabase = {
    prepare(sql) {
      const statement = statements.get(sql) ?? db.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
    run(name, input) {
      const operation = (operations as Record<string, AnyOperation>)[name];
      if (operation === undefined) throw new Error(`This room has no operation ${name}.`);
      return operation(recording, input);
    },
  };
  const run = (name: string, input: unknown) => recording.run(name, structuredClone(input));

  const port = {
    async read(name: string, input: unknown) {
      // A test that never ends could not be ended if nothing else got its turn.
      await setImmediate();
      const result = run(name, input) as { cost?: number };
      if (result.cost !== undefined) costs.push(result.cost);
      return result;
    },
    async write(
      name: string,
      input: unknown,
      options?: { onCommitted?: (result: unknown) => void },
    ) {
      await setImmediate();
      db.exec("BEGIN");
      try {
        const result = run(name, input);
        db.exec("COMMIT");
        options?.onCommitted?.(result);
        return result;
      } catch (error) {
        db.exec("ROLLBACK");
        throw error;
      }
    },
  } as unknown as SqlitePort<FirestoreOperations>;

  const service = await createFirestoreService({ sqlite: port, ...serviceSettings(options) });

  return {
    service,
    ...clientOf(service),
    connection: db,
    /** By their texts. */
    statements,
    costs,
    /** How SQLite would do it. */
    planOf: (sql: string): string[] =>
      db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail)),
    [Symbol.dispose]: () => db.close(),
  };
}
