/** The service without threads, on a database that remembers each statement that is prepared. */
import { readFileSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { type SqlitePort, type StoreDatabase, silentLog } from "../../sqlite/index.ts";
import { type FirestoreOperations, migrations, operations } from "../firestore-operations.ts";
import { createFirestoreService } from "../index.ts";

type AnyOperation = (db: StoreDatabase, input: unknown) => unknown;

export async function openInProcess() {
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
    run(name) {
      throw new Error(`No test here runs ${name} of another room.`);
    },
  };
  const run = (name: string, input: unknown) =>
    (operations as Record<string, AnyOperation>)[name]?.(recording, structuredClone(input));

  const port = {
    async read(name: string, input: unknown) {
      const result = run(name, input) as { cost?: number };
      if (result.cost !== undefined) costs.push(result.cost);
      return result;
    },
    async write(
      name: string,
      input: unknown,
      options?: { onCommitted?: (result: unknown) => void },
    ) {
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

  const service = await createFirestoreService({
    sqlite: port,
    projectId: "p",
    clock: Date.now,
    log: silentLog,
    authenticate: async () => "admin",
  });

  return {
    service,
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
