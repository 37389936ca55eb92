/** A tree in memory with the tables and indexes of its rules, for tests that run inside a store thread's functions. */
import { readFileSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { compileDatabaseRules } from "../../rules/index.ts";
import { cacheStatements } from "../../sqlite/connection.ts";
import type { StoreDatabase } from "../../sqlite/index.ts";
import { migrations } from "../database-operations.ts";
import { configureIndexes } from "../index-entries.ts";
import { reindex } from "../reindex.ts";

export function openTree(rules: object = {}) {
  const connection = new DatabaseSync(":memory:");
  for (const url of migrations) connection.exec(readFileSync(url, "utf8"));
  const cached = cacheStatements(connection, new Map());
  const asked = new Set<string>();
  let steps = 0;
  const db: StoreDatabase = {
    ...cached,
    prepare(sql) {
      asked.add(sql);
      return counted(cached.prepare(sql), () => (steps += 1));
    },
  };

  /** As at a start with these rules. */
  function start(startRules: object): void {
    const text = JSON.stringify({ rules: startRules });
    configureIndexes(compileDatabaseRules({ file: "test.json", text }).indexes);
    reindex(db);
  }

  start(rules);
  return {
    db,
    start,
    /** Every SQL text so far. */
    asked,
    /** How many statements have been run and rows been passed by `work`. */
    stepsOf(work: () => unknown): number {
      const before = steps;
      work();
      return steps - before;
    },
    /** How SQLite does it. */
    planOf: (sql: string): string[] =>
      connection
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map((row) => row["detail"] as string),
    /** All rows of the index, in its order. */
    entries: () =>
      connection
        .prepare("SELECT * FROM database_index")
        .all()
        .map((row) => ({ ...row })),
    rows: () =>
      connection
        .prepare("SELECT path, value FROM database_leaves")
        .all()
        .map((row) => ({ ...row })),
    [Symbol.dispose]: () => connection.close(),
  };
}

function counted(statement: StatementSync, count: () => void): StatementSync {
  return new Proxy(statement, {
    get: (_, name: "get" | "run" | "all" | "iterate") =>
      name === "iterate" ? iterate : call.bind(undefined, name),
  });

  function call(name: "get" | "run" | "all", ...parameters: []): unknown {
    count();
    return statement[name](...parameters);
  }

  function* iterate(...parameters: []) {
    for (const row of statement.iterate(...parameters)) {
      count();
      yield row;
    }
  }
}
