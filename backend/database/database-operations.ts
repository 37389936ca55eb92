/** What this room runs inside the store threads. */
import type { RulesSource } from "../rules/index.ts";
import type { OperationModule } from "../sqlite/index.ts";
import { configureRules } from "./ask-rules.ts";
import { getLastCommit } from "./changes.ts";
import { compare } from "./compare.ts";
import { get } from "./get.ts";
import { configureIndexes } from "./index-entries.ts";
import { onDisconnectOperations } from "./on-disconnect-store.ts";
import { refresh } from "./refresh.ts";
import { reindex } from "./reindex.ts";
import { write } from "./write.ts";

export const room = "database";

export const migrations = [new URL("./migrations/0001-tree.sql", import.meta.url)];

/** `rules`: the file database.rules.json. */
export function configure(settings?: { rules?: RulesSource }): void {
  configureIndexes(configureRules(settings?.rules)?.indexes);
}

export const operations = {
  "database.write": write,
  "database.compare": compare,
  "database.get": get,
  "database.refresh": refresh,
  "database.reindex": reindex,
  "database.lastCommit": getLastCommit,
  ...onDisconnectOperations,
} satisfies OperationModule["operations"];

export type DatabaseOperations = typeof operations;
