/** What this room runs inside the store threads. */
import type { RulesSource } from "../rules/index.ts";
import type { OperationModule, StoreDatabase } from "../sqlite/index.ts";
import { configureRules } from "./ask-rules.ts";
import { get } from "./get.ts";
import { refresh } from "./refresh.ts";
import { type WriteInput, check, write } from "./write.ts";

export const room = "database";

export const migrations = [new URL("./migrations/0001-leaves.sql", import.meta.url)];

/** `rules`: the file database.rules.json. */
export function configure(settings?: { rules?: RulesSource }): void {
  configureRules(settings?.rules);
}

export const operations = {
  "database.write": write,
  "database.check": (db: StoreDatabase, input: WriteInput): void => void check(db, input),
  "database.get": get,
  "database.refresh": refresh,
} satisfies OperationModule["operations"];

export type DatabaseOperations = typeof operations;
