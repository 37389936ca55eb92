/** The tree as rules see it, before and after a write that is not yet done. Reads what is looked at, nothing else. */
import type { DatabasePath, DatabaseValue, TreeView } from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { getLeaf, getPriority, hasValue, readValue, scan } from "./database-store.ts";
import { createPathIndex } from "./path-index.ts";
import { comparePaths, formatPath, isPriorityPath, nodePathOf } from "./path.ts";
import {
  type Priority,
  childAt,
  isObject,
  priorityOf,
  withChild,
  withoutPriorities,
} from "./value.ts";

const MAX_KEPT_ANSWERS = 10_000;

/** `value` in export form; `path` may lead to a priority. */
export type ResolvedWrite = { path: DatabasePath; value: DatabaseValue };

export type TreeAfter = TreeView & {
  /** With all that is below, read anew each time. */
  whole(path: DatabasePath): DatabaseValue;
  /** Those to values, which are without priorities. */
  writes: readonly ResolvedWrite[];
};

/** What rules are shown of children: that there are some, whatever it would cost to read them. */
const someChildren: DatabaseValue = Object.freeze({});

export function storedTree(db: StoreDatabase): TreeView {
  return {
    exists: (path) => hasValue(db, path),
    value: (path) => getLeaf(db, path) ?? (hasValue(db, path) ? someChildren : null),
    priority: (path) => getPriority(db, path),
  };
}

/** Tells which places are looked at. */
export function watchedTree(tree: TreeView, looked: (path: DatabasePath) => void): TreeView {
  const watched =
    <Found>(look: (path: DatabasePath) => Found) =>
    (path: DatabasePath): Found => {
      looked(path);
      return look(path);
    };
  return {
    exists: watched((path) => tree.exists(path)),
    value: watched((path) => tree.value(path)),
    priority: watched((path) => tree.priority(path)),
  };
}

/**
 * What is asked of places above the writes is kept, as rules may ask it again at each of thousands of writes; so nobody
 * may change a value that this gives.
 * @param asked none of their paths lies within another.
 */
export function treeAfter(db: StoreDatabase, asked: readonly ResolvedWrite[]): TreeAfter {
  const writes = asked
    .filter(({ path }) => !isPriorityPath(path))
    .map(({ path, value }) => ({ path, value: withoutPriorities(value), exported: value }));
  const priorities = new Map(
    asked
      .filter(({ path }) => isPriorityPath(path))
      .map(({ path, value }) => [formatPath(nodePathOf(path)), value as Priority | null]),
  );
  const index = createPathIndex(writes);
  const existing = new Map<string, boolean>();
  const kept = new Map<string, Priority | null>();
  const gaining = new Map<string, boolean>();

  function existsAbove(path: DatabasePath, changes: readonly ResolvedWrite[]): boolean {
    if (changes.some(({ value }) => value !== null)) return true;
    for (const { keys } of scan(db, path)) {
      // A node that loses its last child loses its priority too.
      if (isPriorityPath(keys)) continue;
      if (index.atOrAbove([...path, ...keys]) === undefined) return true;
    }
    return false;
  }

  function exists(path: DatabasePath): boolean {
    const covering = index.atOrAbove(path);
    if (covering !== undefined) return childOf(covering, path) !== null;
    return remembered(existing, path, () => {
      const changes = index.below(path);
      return changes.length === 0 ? hasValue(db, path) : existsAbove(path, changes);
    });
  }

  /** What a place has that keeps its value or gets it from writes below it. */
  function keptPriority(path: DatabasePath): Priority | null {
    return remembered(kept, path, () => {
      const priority = getPriority(db, path);
      if (priority === null) return null;
      return isEmptyBetween(db, path, index.below(path)) ? null : priority;
    });
  }

  return {
    writes,
    exists,
    priority(path) {
      const covering = index.atOrAbove(path);
      if (covering !== undefined) {
        return priorityOf(childAt(covering.exported, path.slice(covering.path.length)));
      }
      if (!exists(path)) return null;
      const written = priorities.get(formatPath(path));
      return written === undefined ? keptPriority(path) : written;
    },
    value(path) {
      const covering = index.atOrAbove(path);
      if (covering !== undefined) return childOf(covering, path);
      const gainsChildren = remembered(gaining, path, () =>
        index.below(path).some(({ value }) => value !== null),
      );
      if (gainsChildren) return someChildren;
      return getLeaf(db, path) ?? (exists(path) ? someChildren : null);
    },
    whole(path) {
      const covering = index.atOrAbove(path);
      if (covering !== undefined) return childOf(covering, path);
      const before = withoutPriorities(readValue(db, path));
      const changes = index.below(path);
      return changes.length === 0 ? before : withWrites(before, changes, path.length);
    },
  };
}

/** Also finding what lies below a place costs by how much that is. */
function remembered<Answer extends boolean | Priority | null>(
  answers: Map<string, Answer>,
  path: DatabasePath,
  find: () => Answer,
): Answer {
  const text = formatPath(path);
  const known = answers.get(text);
  if (known !== undefined) return known;
  const answer = find();
  if (answers.size >= MAX_KEPT_ANSWERS) answers.clear();
  answers.set(text, answer);
  return answer;
}

/**
 * Whether a place that has a value loses all of it before it gets a new one: writes are done one after the other, in
 * the order of their paths, and what is empty in between loses its priority.
 */
function isEmptyBetween(
  db: StoreDatabase,
  path: DatabasePath,
  changes: readonly ResolvedWrite[],
): boolean {
  const inOrder = changes.toSorted((a, b) => comparePaths(a.path, b.path));
  const firstPut = inOrder.findIndex(({ value }) => value !== null);
  const deletes = createPathIndex(inOrder.slice(0, firstPut < 0 ? inOrder.length : firstPut));
  for (const { keys } of scan(db, path)) {
    if (!isPriorityPath(keys) && deletes.atOrAbove([...path, ...keys]) === undefined) return false;
  }
  return true;
}

/** @param depth how many keys of the writes' paths lead to `root`, which it changes when it is an object. */
function withWrites(
  root: DatabaseValue,
  writes: readonly ResolvedWrite[],
  depth: number,
): DatabaseValue {
  let value = root;
  for (const write of writes) {
    if (write.value !== null) value = withChild(value, write.path.slice(depth), write.value);
  }
  const deletes = writes.filter((write) => write.value === null);
  for (const { path } of deletes) {
    const parent = childAt(value, path.slice(depth, -1));
    if (isObject(parent)) delete parent[path.at(-1) as string];
  }
  // Once, after all deletes: whether an object is empty costs by the number of its keys.
  return deletes.length === 0 ? value : withoutEmpty(value);
}

/** Changes objects that have empty ones in them. */
function withoutEmpty(value: DatabaseValue): DatabaseValue {
  if (!isObject(value)) return value;
  let isEmpty = true;
  for (const key of Object.keys(value)) {
    if (withoutEmpty(value[key] ?? null) === null) delete value[key];
    else isEmpty = false;
  }
  return isEmpty ? null : value;
}

function childOf(write: ResolvedWrite, path: DatabasePath): DatabaseValue {
  return childAt(write.value, path.slice(write.path.length));
}
