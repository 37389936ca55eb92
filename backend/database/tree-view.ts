/**
 * The tree as rules see it, without priorities, before and after a write that is not yet done. Reads what is looked at,
 * nothing else.
 */
import type { DatabasePath, DatabaseValue, TreeView } from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { hasValue, readValue, scan } from "./database-store.ts";
import { createPathIndex } from "./path-index.ts";
import { isPriorityPath } from "./path.ts";
import { childAt, withChild, withoutPriorities } from "./value.ts";

/** `value` in export form; `path` may lead to a priority. */
export type ResolvedWrite = { path: DatabasePath; value: DatabaseValue };

export function storedTree(db: StoreDatabase): TreeView {
  return {
    exists: (path) => hasValue(db, path),
    value: (path) => withoutPriorities(readValue(db, path)),
  };
}

/** @param writes to values, without priorities; none of their paths lies within another. */
export function treeAfter(db: StoreDatabase, writes: readonly ResolvedWrite[]): TreeView {
  const index = createPathIndex(writes);
  return {
    exists(path) {
      const covering = index.atOrAbove(path);
      if (covering !== undefined) return childOf(covering, path) !== null;
      const changes = index.below(path);
      if (changes.length === 0) return hasValue(db, path);
      if (changes.some(({ value }) => value !== null)) return true;
      for (const { keys } of scan(db, path)) {
        // A node that loses its last child loses its priority too.
        if (isPriorityPath(keys)) continue;
        if (index.atOrAbove([...path, ...keys]) === undefined) return true;
      }
      return false;
    },
    value(path) {
      const covering = index.atOrAbove(path);
      if (covering !== undefined) return childOf(covering, path);
      let value = withoutPriorities(readValue(db, path));
      for (const write of index.below(path)) {
        value = withChild(value, write.path.slice(path.length), write.value);
      }
      return value;
    },
  };
}

function childOf(write: ResolvedWrite, path: DatabasePath): DatabaseValue {
  return childAt(write.value, path.slice(write.path.length));
}
