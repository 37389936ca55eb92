/** A structured query, inside the reader thread: scans its collection. */
import type { FirestoreFields } from "#lib/firestore-value.ts";
import type { Caller } from "../http/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { checkList } from "./ask-rules.ts";
import { createAnswerBudget } from "./answer-budget.ts";
import { type StoredDocument, fieldsOf, withMask } from "./document.ts";
import type { FieldPath } from "./field-path.ts";
import type { QueryDocument } from "./filter.ts";
import { getLastCommit, scanCollection, scanCollectionGroup } from "./firestore-store.ts";
import { type Query, evaluateQuery } from "./query.ts";
import { type DatabaseName, documentName } from "./resource-name.ts";

export type RunQueryInput = {
  caller: Caller;
  database: DatabaseName;
  /** The document under which to look; "" is the root. */
  parent: string;
  collectionId: string;
  allDescendants: boolean;
  query: Query;
  select: FieldPath[] | undefined;
  nowMicros: number;
};

export type RunQueryResult = { documents: StoredDocument[]; readTime: number };

export function runQuery(db: StoreDatabase, input: RunQueryInput): RunQueryResult {
  const { parent, collectionId, allDescendants } = input;
  const { where, limit } = input.query;
  const path = allDescendants || parent === "" ? collectionId : `${parent}/${collectionId}`;
  checkList(db, input.caller, input.nowMicros, { path, allDescendants, where, limit });
  const scanned = allDescendants
    ? scanCollectionGroup(db, collectionId, parent)
    : scanCollection(db, path);
  const found = evaluateQuery(input.query, toQueryDocuments(input.database, scanned));
  const budget = createAnswerBudget();
  return {
    documents: found.map(({ stored }) => budget.spend(withMask(stored, input.select))),
    readTime: Math.max(input.nowMicros, getLastCommit(db).time),
  };
}

type ScannedDocument = QueryDocument & { stored: StoredDocument };

function* toQueryDocuments(
  database: DatabaseName,
  scanned: Iterable<StoredDocument>,
): Iterable<ScannedDocument> {
  for (const stored of scanned) {
    let fields: FirestoreFields | undefined;
    yield {
      stored,
      name: documentName(database, stored.path),
      // Parsed only when the query looks at a field.
      get fields() {
        return (fields ??= fieldsOf(stored));
      },
    };
  }
}
