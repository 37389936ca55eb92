/** What this room runs inside the store threads. */
import type { FirestoreFields } from "#lib/firestore-value.ts";
import type { RulesSource } from "../rules/index.ts";
import type { OperationModule, StoreDatabase } from "../sqlite/index.ts";
import { configureRules } from "./ask-rules.ts";
import { batchGet } from "./batch-get.ts";
import { buildIndexes, setIndexes } from "./change-indexes.ts";
import { commit } from "./commit.ts";
import { fieldsOf } from "./document.ts";
import { getDocument } from "./firestore-store.ts";
import { listCollectionIds } from "./list-collection-ids.ts";
import { listDocuments } from "./list-documents.ts";
import { runAggregation } from "./run-aggregation.ts";
import { runQuery } from "./run-query.ts";
import { readInTransaction } from "./transaction-reads.ts";
import { writeDocument } from "./write-document.ts";

export const room = "firestore";

export const migrations = [new URL("./migrations/0001-documents.sql", import.meta.url)];

/** `rules`: the file firestore.rules. */
export function configure(settings?: { rules?: RulesSource }): void {
  configureRules(settings?.rules);
}

/** For another room's rules: a document's fields, null when there is none. */
function readDocument(db: StoreDatabase, { path }: { path: string }): FirestoreFields | null {
  const stored = getDocument(db, path);
  return stored === undefined ? null : fieldsOf(stored);
}

export const operations = {
  "firestore.commit": commit,
  "firestore.writeDocument": writeDocument,
  "firestore.batchGet": batchGet,
  "firestore.runQuery": runQuery,
  "firestore.runAggregation": runAggregation,
  "firestore.listDocuments": listDocuments,
  "firestore.listCollectionIds": listCollectionIds,
  "firestore.readInTransaction": readInTransaction,
  "firestore.readDocument": readDocument,
  "firestore.setIndexes": setIndexes,
  "firestore.buildIndexes": buildIndexes,
} satisfies OperationModule["operations"];

export type FirestoreOperations = typeof operations;
