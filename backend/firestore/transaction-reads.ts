/**
 * What a transaction has read, and whether that is still so. There are no locks: a transaction whose reads have
 * changed is refused, by the next read in the reader thread and by the commit in the writer thread.
 */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import type { StoredDocument } from "./document.ts";
import { aborted } from "./errors.ts";
import { getLastCommit, getUpdateTime } from "./firestore-store.ts";
import { type RunAggregationInput, runAggregation } from "./run-aggregation.ts";
import { type RunQueryInput, runQuery } from "./run-query.ts";

const DOCUMENT_COST = 5;

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
 * Asks all of it again, as the server: the rules had their say when it was read.
 * @throws OperationError ABORTED when an answer differs.
 */
export function checkReads(db: StoreDatabase, reads: readonly TransactionRead[]): void {
  if (reads.every((read) => isStillSo(db, read))) return;
  throw aborted("Something that this transaction has read has been changed since. Start it again.");
}

function isStillSo(db: StoreDatabase, read: TransactionRead): boolean {
  if (read.kind === "document") {
    return getUpdateTime(db, read.path) === read.updateTime;
  }
  if (read.kind === "query") {
    const { documents } = runQuery(db, { ...read.input, caller: "admin", select: undefined });
    return isSame(toFound(documents), read.found);
  }
  const { values } = runAggregation(db, { ...read.input, caller: "admin" });
  return JSON.stringify(values) === JSON.stringify(read.values);
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
  { seen, name, input }: { seen: Seen; name: string; input: unknown },
): { output: unknown; commit: number } {
  const commit = getLastCommit(db).number;
  if (commit !== seen.commit) checkReads(db, seen.reads);
  return { output: db.run(name, input), commit };
}
