/** Count, sum and average over a query, inside the reader thread. */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { fieldsOf } from "./document.ts";
import { type FieldPath, getAt } from "./field-path.ts";
import { type QueryInput, findDocuments } from "./find-documents.ts";
import { getLastCommit } from "./firestore-store.ts";
import { checkMayList, pageOf } from "./run-query.ts";
import { type ScanBudget, createScanBudget } from "./scan-budget.ts";
import { createSum } from "./sum.ts";

/** `alias`: the name of its value in the answer. */
export type Aggregation = { alias: string } & (
  | { kind: "count"; upTo: number | undefined }
  | { kind: "sum" | "average"; path: FieldPath }
);

export type RunAggregationInput = QueryInput & { aggregations: Aggregation[] };

/** `values` in the order of the aggregations. */
export type RunAggregationResult = {
  values: FirestoreValue[];
  readTime: number;
  /** As of a query. */
  cost: number;
};

/** A document that lacks a field that is summed counts in none of the aggregations. */
export function runAggregation(
  db: StoreDatabase,
  input: RunAggregationInput,
): RunAggregationResult {
  checkMayList(db, input);
  return answerAggregation(db, input, createScanBudget(input.caller));
}

/** Without asking the rules. */
export function answerAggregation(
  db: StoreDatabase,
  input: RunAggregationInput,
  budget: ScanBudget,
): RunAggregationResult {
  const found = findDocuments(db, input, budget);
  const values = isCountOnly(input.aggregations)
    ? countOf(found, input)
    : aggregate(found.documents, input, budget);
  const readTime = Math.max(input.nowMicros, getLastCommit(db).time);
  return { values, readTime, cost: budget.spent() };
}

type Count = Extract<Aggregation, { kind: "count" }>;

function isCountOnly(aggregations: readonly Aggregation[]): aggregations is Count[] {
  return aggregations.every(({ kind }) => kind === "count");
}

/** Documents are not read, and no more entries than the largest of the wanted counts. */
function countOf(
  { documents, count }: ReturnType<typeof findDocuments>,
  { aggregations, query }: RunAggregationInput,
): FirestoreValue[] {
  const counts = aggregations.map((one) => (one as Count).upTo ?? Infinity);
  const most = Math.max(...counts);
  const { offset } = query;
  const limit = Math.min(query.limit ?? Infinity, most);
  let number = 0;
  if (count !== undefined && limit === Infinity) number = Math.max(count() - offset, 0);
  else for (const _ of pageOf(documents, { offset, limit })) number += 1;
  return counts.map((upTo) => ({ integerValue: String(Math.min(number, upTo)) }));
}

function aggregate(
  documents: ReturnType<typeof findDocuments>["documents"],
  { aggregations, query }: RunAggregationInput,
  budget: ScanBudget,
): FirestoreValue[] {
  const paths = aggregations.map((one) => (one.kind === "count" ? undefined : one.path));
  const sums = aggregations.map(() => createSum());
  let number = 0;
  for (const values of pageOf(withAll(documents, paths, budget), query)) {
    number += 1;
    values.forEach((value, index) => value && sums[index]?.add(value));
  }
  return aggregations.map((one, index): FirestoreValue => {
    if (one.kind === "count") return { integerValue: String(Math.min(number, one.upTo ?? number)) };
    const sum = sums[index] as ReturnType<typeof createSum>;
    return one.kind === "sum" ? sum.total() : sum.average();
  });
}

/** Of each document that has all of the fields, what is in them. */
function* withAll(
  documents: ReturnType<typeof findDocuments>["documents"],
  paths: readonly (FieldPath | undefined)[],
  budget: ScanBudget,
): Iterable<(FirestoreValue | undefined)[]> {
  for (const document of documents) {
    const found = document.read();
    budget.parsed(found);
    const fields = fieldsOf(found);
    const values = paths.map((path) => path && getAt(fields, path));
    if (values.every((value, index) => value !== undefined || paths[index] === undefined)) {
      yield values;
    }
  }
}
