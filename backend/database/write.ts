/** One write of one or more paths, inside the writer thread: all of it is done, or nothing. */
import type { Caller } from "../http/index.ts";
import type { DatabasePath, DatabaseValue } from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { allowsRead, allowsWrite } from "./ask-rules.ts";
import { nextCommit } from "./changes.ts";
import { getLeaf, putValue, readValue } from "./database-store.ts";
import { dataStale, permissionDenied } from "./errors.ts";
import { hashOf } from "./hash.ts";
import type { WrittenValue } from "./parse-value.ts";
import { isPriorityPath, nodePathOf } from "./path.ts";
import { type ServerFacts, resolveServerValues } from "./server-values.ts";
import type { ResolvedWrite } from "./tree-view.ts";

/** `path` may lead to a priority. */
export type Write = { path: DatabasePath; value: WrittenValue };

export type WriteInput = {
  caller: Caller;
  /** None of the paths lies within another. */
  writes: readonly Write[];
  /** What the value at the one path must have now, or the write is refused as stale. */
  hash?: string;
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
};

/** @throws OperationError permission_denied, datastale, invalid_data, too_big */
export function write(db: StoreDatabase, input: WriteInput): WriteOutcome {
  const facts = serverFacts(db, input.nowMs);
  const { commit, writes, changed } = putAll(db, check(db, input, facts));
  return {
    commit,
    values: facts.areUsed() ? writes.map(({ value }) => value) : undefined,
    changed: writes.every(({ path }, i) => changed[i] === path) ? undefined : changed,
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
  // A priority stays only at a node that has a value, which another of the writes may give or take.
  const values = writes.filter(({ path }) => !isPriorityPath(path));
  const priorities = writes.filter(({ path }) => isPriorityPath(path));
  const changed = [...values, ...priorities]
    .map(({ path, value }) => putValue(db, path, value))
    .filter((path) => path !== undefined);
  return { commit: nextCommit(db, changed), writes, changed };
}

/** What `write` would do now, without doing it. @throws OperationError as `write` */
export function check(
  db: StoreDatabase,
  input: WriteInput,
  facts: ServerFacts = serverFacts(db, input.nowMs),
): ResolvedWrite[] {
  const { caller, nowMs } = input;
  const writes = input.writes.map(({ path, value }) => ({
    path,
    value: resolveServerValues(value, path, facts),
  }));
  const mayWrite = () => allowsWrite(db, caller, nowMs, writes);
  if (input.hash === undefined) {
    if (!mayWrite()) throw permissionDenied();
    return writes;
  }
  const path = writes[0]?.path ?? [];
  // Who may read learns that it was stale before its write is judged: a write that was made from an old value often
  // breaks rules that the next attempt will not. Who may not read learns nothing that a write would not tell, and
  // does not make the server read the value.
  const mayRead = allowsRead(db, caller, nowMs, nodePathOf(path));
  if (!mayRead && !mayWrite()) throw permissionDenied();
  if (input.hash !== hashOf(readValue(db, path))) throw dataStale();
  if (mayRead && !mayWrite()) throw permissionDenied();
  return writes;
}

function serverFacts(db: StoreDatabase, nowMs: number): ServerFacts & { areUsed(): boolean } {
  let areUsed = false;
  return {
    nowMs() {
      areUsed = true;
      return nowMs;
    },
    leafAt(path) {
      areUsed = true;
      return getLeaf(db, path);
    },
    areUsed: () => areUsed,
  };
}
