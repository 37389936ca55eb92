/** What this room runs inside the store threads. */
import type { OperationModule } from "../sqlite/index.ts";
import { batchGet } from "./batch-get.ts";
import { commit } from "./commit.ts";
import { runQuery } from "./run-query.ts";

export const room = "firestore";

export const migrations = [new URL("./migrations/0001-documents.sql", import.meta.url)];

export const operations = {
  "firestore.commit": commit,
  "firestore.batchGet": batchGet,
  "firestore.runQuery": runQuery,
} satisfies OperationModule["operations"];

export type FirestoreOperations = typeof operations;
