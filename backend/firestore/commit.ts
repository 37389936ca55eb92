/**
 * One commit, inside the writer thread: preconditions are checked and all writes are done in the same
 * transaction, so nothing can come between, and a refused write undoes the whole commit.
 */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import type { Caller } from "../http/index.ts";
import { OperationError, type StoreDatabase } from "../sqlite/index.ts";
import { type WriteStep, checkWrites, openCheckGet, openMayGet } from "./ask-rules.ts";
import { type StoredDocument, fieldsOf, toFieldsText } from "./document.ts";
import { alreadyExists, failedPrecondition, notFound } from "./errors.ts";
import { type FieldPath, deleteAt, getAt, setAt } from "./field-path.ts";
import {
  getDocument,
  getLastCommit,
  putDocument,
  putLastCommit,
  removeDocument,
} from "./firestore-store.ts";
import { type TransactionRead, checkReads } from "./transaction-reads.ts";
import { type Transform, applyTransforms } from "./transform.ts";
import { createWorkBudget } from "./work-budget.ts";

/** `updateTime` in microseconds. */
export type Precondition = { exists: boolean } | { updateTime: number };

export type Write =
  | {
      kind: "update";
      path: string;
      fieldsText: string;
      /** Without a mask the whole document is replaced. */
      mask: FieldPath[] | undefined;
      transforms: Transform[];
      precondition: Precondition | undefined;
    }
  | { kind: "delete"; path: string; precondition: Precondition | undefined }
  | { kind: "verify"; path: string; precondition: Precondition };

type WriteResult = { updateTime?: number; transformResults?: FirestoreValue[] };

/** What a document is after the commit; null when it is gone. */
type Change = { path: string; document: StoredDocument | null };

export type CommitResult = {
  /** Only a commit that changed something has a new number. */
  commit: number;
  time: number;
  results: WriteResult[];
  changes: Change[];
};

export type CommitInput = {
  caller: Caller;
  writes: Write[];
  /** What the transaction has read; nothing of it may have changed. */
  reads?: readonly TransactionRead[];
  nowMicros: number;
};

/**
 * What reads and preconditions say is for those only who may do the writes, so the rules are asked first. Other
 * refusals come before the rules can be asked; they tell of what is stored, so they are for those only who may read it.
 */
export function commit(db: StoreDatabase, input: CommitInput): CommitResult {
  const before = new Map<string, StoredDocument | undefined>();
  try {
    const committed = commitAll(db, input, before);
    return { ...committed, results: shownResults(db, input, committed, before) };
  } catch (error) {
    if (error instanceof OperationError && BEFORE_RULES.includes(error.code)) {
      checkMayRead(db, input, before);
    }
    throw error;
  }
}

const BEFORE_RULES = ["INVALID_ARGUMENT", "RESOURCE_EXHAUSTED"];

/** @throws OperationError PERMISSION_DENIED unless all that the refusal could tell of may be read. */
function checkMayRead(
  db: StoreDatabase,
  { caller, nowMicros }: CommitInput,
  before: ReadonlyMap<string, StoredDocument | undefined>,
): void {
  // The writes are not undone yet: rules must see what was there before them.
  const checkGet = openCheckGet(db, caller, nowMicros, before);
  for (const [path, stored] of before) checkGet(path, stored);
}

/**
 * What a sum or an extreme came to tells what was there before the commit, which is for those only who might read that.
 */
function shownResults(
  db: StoreDatabase,
  { caller, nowMicros, writes }: CommitInput,
  { results }: CommitResult,
  before: ReadonlyMap<string, StoredDocument | undefined>,
): WriteResult[] {
  const mayGet = openMayGet(db, caller, nowMicros, before);
  return results.map((result, index) => {
    const write = writes[index] as Write;
    const { transformResults } = result;
    if (transformResults === undefined || write.kind !== "update") return result;
    if (write.transforms.every(({ kind }) => !TELLING.has(kind))) return result;
    const stored = before.get(write.path);
    if (stored === undefined || mayGet(write.path, stored)) return result;
    return { ...result, transformResults: transformResults.map(() => ({ nullValue: null })) };
  });
}

const TELLING: ReadonlySet<Transform["kind"]> = new Set(["increment", "maximum", "minimum"]);

/** @param before gets what was stored of each document that was looked at. */
function commitAll(
  db: StoreDatabase,
  input: CommitInput,
  before: Map<string, StoredDocument | undefined>,
): CommitResult {
  const last = getLastCommit(db);
  // Strictly later than any commit before, also when the clock was set back.
  const time = Math.max(input.nowMicros, last.time + 1);
  const now = new Map<string, StoredDocument | undefined>();
  const changes = new Map<string, Change>();
  const steps: WriteStep[] = [];
  const work = createWorkBudget(input.caller, input.writes.length);
  let refusal = input.reads && staleReadOf(db, input.caller, input.reads);

  function look(path: string): StoredDocument | undefined {
    if (!now.has(path)) {
      const stored = getDocument(db, path);
      before.set(path, stored);
      now.set(path, stored);
    }
    return now.get(path);
  }

  function change(path: string, document: StoredDocument | undefined): void {
    now.set(path, document);
    const isNothing = document === undefined && before.get(path) === undefined;
    if (isNothing) changes.delete(path);
    else changes.set(path, { path, document: document ?? null });
  }

  const results = input.writes.map((write) => {
    const { path, kind } = write;
    const stored = look(path);
    refusal ??= failedPreconditionOf(write, stored);
    if (kind === "verify") {
      work.spend(stored);
      steps.push({ path, kind, before: stored, after: stored });
      return {};
    }
    if (kind === "delete") {
      steps.push({ path, kind, before: stored, after: undefined });
      if (stored !== undefined) {
        work.spend(stored);
        removeDocument(db, stored, work.spendEntries);
        change(path, undefined);
      }
      return {};
    }
    work.spend(stored, write);
    const { fieldsText, transformResults } = computeUpdate(write, stored, time);
    // A write that changes nothing leaves the document as it is, with its update time.
    const unchanged = stored?.fieldsText === fieldsText;
    const document = unchanged
      ? stored
      : { path, fieldsText, createTime: stored?.createTime ?? time, updateTime: time };
    steps.push({ path, kind, before: stored, after: document });
    if (!unchanged) {
      putDocument(db, stored, document, work.spendEntries);
      change(path, document);
    }
    return { updateTime: document.updateTime, ...(transformResults && { transformResults }) };
  });
  checkWrites(db, input.caller, time, steps);
  if (refusal !== undefined) throw refusal;
  const number = changes.size > 0 ? last.number + 1 : last.number;
  if (changes.size > 0) putLastCommit(db, { number, time });
  return { commit: number, time, results, changes: [...changes.values()] };
}

function staleReadOf(
  db: StoreDatabase,
  caller: Caller,
  reads: readonly TransactionRead[],
): OperationError | undefined {
  try {
    checkReads(db, caller, reads);
    return undefined;
  } catch (error) {
    if (error instanceof OperationError) return error;
    throw error;
  }
}

function failedPreconditionOf(
  write: Write,
  stored: StoredDocument | undefined,
): OperationError | undefined {
  const { path, precondition } = write;
  if (precondition === undefined) return undefined;
  if ("updateTime" in precondition) {
    if (stored?.updateTime === precondition.updateTime) return undefined;
    return failedPrecondition(
      stored === undefined
        ? `The document ${path} does not exist.`
        : `The document ${path} has been changed since the required update time.`,
    );
  }
  if (precondition.exists && stored === undefined) {
    return notFound(`The document ${path} does not exist.`);
  }
  if (!precondition.exists && stored !== undefined) {
    return alreadyExists(`The document ${path} already exists.`);
  }
  return undefined;
}

function computeUpdate(
  write: Extract<Write, { kind: "update" }>,
  stored: StoredDocument | undefined,
  time: number,
): { fieldsText: string; transformResults?: FirestoreValue[] } {
  const { path, mask, transforms, fieldsText } = write;
  if (mask === undefined && transforms.length === 0) return { fieldsText };
  const given = JSON.parse(fieldsText) as FirestoreFields;
  const fields = mask === undefined ? given : stored === undefined ? {} : fieldsOf(stored);
  for (const masked of mask ?? []) {
    const value = getAt(given, masked);
    if (value === undefined) deleteAt(fields, masked);
    else setAt(fields, masked, value);
  }
  const transformResults = applyTransforms(fields, transforms, time);
  const text = toFieldsText(path, fields);
  return transforms.length === 0 ? { fieldsText: text } : { fieldsText: text, transformResults };
}
