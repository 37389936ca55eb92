/** One write of one or more paths, inside the writer thread: all of it is done, or nothing. */
import type { Caller } from "../http/index.ts";
import type { DatabasePath, DatabaseValue } from "../rules/index.ts";
import { OperationError, type StoreDatabase } from "../sqlite/index.ts";
import { allowsRead, allowsWrite } from "./ask-rules.ts";
import { changesAfter, nextCommit } from "./changes.ts";
import { getLeaf, putValue } from "./database-store.ts";
import { dataStale, permissionDenied } from "./errors.ts";
import type { WrittenValue } from "./parse-value.ts";
import { comparePaths, isPriorityPath, isWithin, nodePathOf } from "./path.ts";
import { overflow, resolveServerValues } from "./server-values.ts";
import type { ResolvedWrite } from "./tree-view.ts";

/** `path` may lead to a priority. */
export type Write = { path: DatabasePath; value: WrittenValue };

export type WriteInput = {
  caller: Caller;
  /** None of the paths lies within another. */
  writes: readonly Write[];
  /** A commit since which nothing at the paths may have changed, or the write is refused as stale. */
  unchangedSince?: number;
  nowMs: number;
};

export type WriteResult = {
  commit: number;
  /** As they were done, server values resolved, in export form. */
  writes: ResolvedWrite[];
  /** At and below these something is new: the paths of the writes, or of leaves that gave way to them. */
  changed: DatabasePath[];
};

/** Of a `WriteResult` what whoever asked for the write does not know: it travels between threads. */
export type WriteOutcome = {
  commit: number;
  /** By write; undefined when they are as they were asked for. */
  values: DatabaseValue[] | undefined;
  /** Undefined when they are the paths of the writes. */
  changed: DatabasePath[] | undefined;
  /** Whether the caller may read what was made from stored values; who may only write is not told it. */
  isReadable: boolean;
};

/** @throws OperationError permission_denied, datastale, invalid_data, too_big */
export function write(db: StoreDatabase, input: WriteInput): WriteOutcome {
  const { caller, nowMs, unchangedSince } = input;
  // Before the rules: a write that was made from an old value often breaks rules that the next attempt will not.
  if (unchangedSince !== undefined && hasChanged(db, unchangedSince, input.writes)) {
    throw dataStale();
  }
  const allowed = resolveAllowed(db, input);
  const { commit, writes, changed } = putAll(db, allowed.writes);
  return {
    commit,
    values: allowed.areResolved ? writes.map(({ value }) => value) : undefined,
    changed: writes.every(({ path }, i) => changed[i] === path) ? undefined : changed,
    isReadable: allowed.fromStored.every((path) => isReadable(db, caller, nowMs, path)),
  };
}

/** @param asked the writes as they were asked for. */
export function toResult(asked: readonly Write[], outcome: WriteOutcome): WriteResult {
  const { commit, values, changed } = outcome;
  const writes = asked.map(({ path, value }, i) => ({
    path,
    // Without a server value in it, what was asked for is what was done.
    value: values === undefined ? value : (values[i] ?? null),
  }));
  return { commit, writes, changed: changed ?? writes.map(({ path }) => path) };
}

/** Does what `check` has allowed, in the same transaction. */
export function putAll(db: StoreDatabase, writes: ResolvedWrite[]): WriteResult {
  // In the SDK's order, which has shown it already: a node that is empty in between loses its priority (SDK:
  // ImmutableTree.foreach, applySubtreeWrite). A priority stays only at a node that has a value, so it comes last.
  const values = writes
    .filter(({ path }) => !isPriorityPath(path))
    .toSorted((a, b) => comparePaths(a.path, b.path));
  const priorities = writes.filter(({ path }) => isPriorityPath(path));
  const changed = [...values, ...priorities]
    .map(({ path, value }) => putValue(db, path, value))
    .filter((path) => path !== undefined);
  return { commit: nextCommit(db, changed), writes, changed };
}

/** What `write` would do now, without doing it. @throws OperationError permission_denied, invalid_data, too_big */
export function check(db: StoreDatabase, input: WriteInput): ResolvedWrite[] {
  return resolveAllowed(db, input).writes;
}

type Resolved = {
  writes: ResolvedWrite[];
  /** Whether there was a server value in them. */
  areResolved: boolean;
  /** Of the writes with a value that was made from a stored one. */
  fromStored: DatabasePath[];
};

function resolveAllowed(db: StoreDatabase, input: WriteInput): Resolved {
  const { caller, nowMs } = input;
  const found = { areResolved: false, isOverflow: false, fromStored: [] as DatabasePath[] };
  const writes = input.writes.map(({ path, value }) => {
    const facts = {
      nowMs() {
        found.areResolved = true;
        return nowMs;
      },
      leafAt(at: DatabasePath) {
        found.areResolved = true;
        if (found.fromStored.at(-1) !== path) found.fromStored.push(path);
        return getLeaf(db, at);
      },
      onOverflow: () => (found.isOverflow = true),
    };
    return { path, value: resolveServerValues(value, path, facts) };
  });
  if (!allowsWrite(db, caller, nowMs, writes)) throw permissionDenied();
  // It says something about the stored number, so it is not for whoever the rules refuse.
  if (found.isOverflow) throw overflow();
  return { writes, ...found };
}

/** The values are not read for it: what is done in the writer thread must not cost what is stored. */
function hasChanged(db: StoreDatabase, commit: number, writes: readonly Write[]): boolean {
  const changed = changesAfter(db, commit);
  if (changed === undefined) return true;
  return writes.some(({ path }) => changed.some((at) => isWithin(at, path) || isWithin(path, at)));
}

/** Asked when the write is done, which a rule that reads more than can be read must not undo. */
function isReadable(db: StoreDatabase, caller: Caller, nowMs: number, path: DatabasePath): boolean {
  try {
    return allowsRead(db, caller, nowMs, nodePathOf(path));
  } catch (error) {
    if (error instanceof OperationError) return false;
    throw error;
  }
}
