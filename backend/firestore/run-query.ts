/** A structured query, inside the reader thread. */
import type { StoreDatabase } from "../sqlite/index.ts";
import { createAnswerBudget } from "./answer-budget.ts";
import { checkList } from "./ask-rules.ts";
import { type StoredDocument, withMask } from "./document.ts";
import { permissionDenied } from "./errors.ts";
import type { FieldPath } from "./field-path.ts";
import { type QueryInput, findDocuments } from "./find-documents.ts";
import { getLastCommit } from "./firestore-store.ts";
import { rulesQueryOf } from "./rules-query.ts";
import { type ScanBudget, createScanBudget } from "./scan-budget.ts";

export type RunQueryInput = QueryInput & { select: FieldPath[] | undefined };

export type RunQueryResult = {
  documents: StoredDocument[];
  readTime: number;
  /** What was looked at, in index entries; a document counts as twenty. */
  cost: number;
};

/** @throws OperationError PERMISSION_DENIED, FAILED_PRECONDITION without its index, RESOURCE_EXHAUSTED */
export function runQuery(db: StoreDatabase, input: RunQueryInput): RunQueryResult {
  checkMayList(db, input);
  return answerQuery(db, input, createScanBudget(input.caller));
}

/** Without asking the rules. */
export function answerQuery(
  db: StoreDatabase,
  input: RunQueryInput,
  budget: ScanBudget,
): RunQueryResult {
  const answer = createAnswerBudget(input.caller);
  const documents: StoredDocument[] = [];
  for (const document of pageOf(findDocuments(db, input, budget).documents, input.query)) {
    const found = document.read();
    if (input.select !== undefined) budget.parsed(found);
    documents.push(answer.spend(withMask(found, input.select)));
  }
  const readTime = Math.max(input.nowMicros, getLastCommit(db).time);
  return { documents, readTime, cost: budget.spent() };
}

/** @throws OperationError PERMISSION_DENIED */
export function checkMayList(db: StoreDatabase, input: QueryInput): void {
  const { caller, nowMicros, parent, collectionId, allDescendants } = input;
  // No rule can speak of all collections at once.
  if (collectionId === undefined) {
    if (caller === "admin") return;
    throw permissionDenied();
  }
  const path = allDescendants || parent === "" ? collectionId : `${parent}/${collectionId}`;
  const query = rulesQueryOf(input.query, collectionId);
  checkList(db, caller, nowMicros, { path, allDescendants, query });
}

/** What offset and limit leave; nothing after it is looked at. */
export function* pageOf<Item>(
  items: Iterable<Item>,
  { offset, limit = Infinity }: { offset: number; limit: number | undefined },
): Iterable<Item> {
  if (limit === 0) return;
  let place = 0;
  for (const item of items) {
    place += 1;
    if (place > offset) yield item;
    if (place >= offset + limit) return;
  }
}
