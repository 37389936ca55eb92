/**
 * What a transaction has read, and whether that is still so. There are no locks: a transaction whose reads have
 * changed is refused, by the next read in the reader thread and by the commit in the writer thread.
 */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import type { Caller } from "../http/index.ts";
import { OperationError, type StoreDatabase } from "../sqlite/index.ts";
import type { StoredDocument } from "./document.ts";
import { aborted } from "./errors.ts";
import { getLastCommit, getUpdateTime } from "./firestore-store.ts";
import { type RunAggregationInput, answerAggregation } from "./run-aggregation.ts";
import { type RunQueryInput, answerQuery } from "./run-query.ts";
import { DOCUMENT_COST, type ScanBudget, createScanBudget } from "./scan-budget.ts";

/** `updateTime` null: there was no document. */
export type TransactionRead =
  | { kind: "document"; path: string; updateTime: number | null }
  | { kind: "query"; input: RunQueryInput; found: FoundDocument[] }
  | { kind: "aggregation"; input: RunAggregationInput; values: FirestoreValue[] };

type FoundDocument = { path: string; updateTime: number };

export function toFound(documents: readonly StoredDocument[]): FoundDocument[] {
  return documents.map(({ path, updateTime }) => ({ path, updateTime }));
}

/** What was read, and what reading it again costs, in the measure of the scan budget. */
export type ReadsWithCost = { reads: TransactionRead[]; cost: number };

export function readsOfDocuments(
  paths: readonly string[],
  documents: readonly (StoredDocument | null)[],
): ReadsWithCost {
  const reads = paths.map((path, index): TransactionRead => {
    return { kind: "document", path, updateTime: documents[index]?.updateTime ?? null };
  });
  return { reads, cost: reads.length * DOCUMENT_COST };
}

/**
 * Asks all of it again, but for the rules, which had their say when it was read. All of it together may cost what one
 * query of the caller may.
 * @throws OperationError ABORTED when an answer differs, or can no longer be found at that cost.
 */
export function checkReads(
  db: StoreDatabase,
  caller: Caller,
  reads: readonly TransactionRead[],
): void {
  const budget = createScanBudget(caller);
  if (reads.every((read) => isStillSo(db, read, budget))) return;
  throw aborted("Something that this transaction has read has been changed since. Start it again.");
}

function isStillSo(db: StoreDatabase, read: TransactionRead, budget: ScanBudget): boolean {
  try {
    if (read.kind === "document") return getUpdateTime(db, read.path) === read.updateTime;
    if (read.kind === "query") {
      const { documents } = answerQuery(db, { ...read.input, select: undefined }, budget);
      return isSame(toFound(documents), read.found);
    }
    const { values } = answerAggregation(db, read.input, budget);
    return JSON.stringify(values) === JSON.stringify(read.values);
  } catch (error) {
    // It was within bounds when it was read, so there is more now.
    if (error instanceof OperationError && error.code === "RESOURCE_EXHAUSTED") return false;
    throw error;
  }
}

function isSame(now: readonly FoundDocument[], then: readonly FoundDocument[]): boolean {
  if (now.length !== then.length) return false;
  return now.every((document, index) => {
    const before = then[index];
    return document.path === before?.path && document.updateTime === before.updateTime;
  });
}

/** What a transaction has read so far; when the last commit was `commit`, all of it was so. */
export type Seen = { reads: TransactionRead[]; commit: number };

/** Runs another operation of this room, on the same state as all that was read before. */
export function readInTransaction(
  db: StoreDatabase,
  { seen, name, input }: { seen: Seen; name: string; input: { caller: Caller } },
): { output: unknown; commit: number } {
  const commit = getLastCommit(db).number;
  if (commit !== seen.commit) checkReads(db, input.caller, seen.reads);
  return { output: db.run(name, input), commit };
}
