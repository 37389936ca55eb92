/** What the rules of the Realtime Database are given and answer. */
import type { RulesAuth } from "../types.ts";

export type DatabasePath = readonly string[];

export type DatabaseValue = null | boolean | number | string | { [key: string]: DatabaseValue };

/** A tree that is read lazily, so that a rule costs what it looks at. */
export type TreeView = {
  exists(path: DatabasePath): boolean;
  /** Null when there is none. Rules do not look into that of a node with children. */
  value(path: DatabasePath): DatabaseValue;
  /** Null without one, as where nothing is. */
  priority(path: DatabasePath): number | string | null;
};

/** What `query` is in a `.read` rule: what the read asks for. Null where it says nothing of it. */
export type DatabaseQuery = {
  /** `child`: its path below each child, `a/b`. */
  orderBy: "key" | "value" | "priority" | { child: string };
  startAt: DatabaseBound;
  endAt: DatabaseBound;
  equalTo: DatabaseBound;
  limitToFirst: number | null;
  limitToLast: number | null;
};

export type DatabaseBound = boolean | number | string | null;

/**
 * Where `.indexOn` stands, and nothing but the way there. A key that is not in `children` is the wildcard's; one that
 * is there, but leads to no index, has an empty node only to be no wildcard's.
 */
export type DatabaseIndexNode = {
  /** What children are ordered by: a path below each of them, or `.value`. Sorted. */
  names: readonly string[];
  children: ReadonlyMap<string, DatabaseIndexNode>;
  wildcard?: DatabaseIndexNode;
};

export type DatabaseRules = {
  indexes: DatabaseIndexNode;
  /** Whether a `.read` rule at `path` or above it grants what `query` selects there. */
  allowsRead(request: {
    auth: RulesAuth;
    nowMs: number;
    path: DatabasePath;
    root: TreeView;
    /** Null when the whole value at `path` is asked for. */
    query: DatabaseQuery | null;
  }): boolean;
  /**
   * Whether every one of the writes, which happen together, is granted by a `.write` rule at its path or above it and
   * all `.validate` rules above, at and below it hold. `newRoot` is the tree after all of them.
   */
  allowsWrite(request: {
    auth: RulesAuth;
    nowMs: number;
    /** Values with server values resolved; null deletes. None lies within another, but for that of a node whose priority
     * is written: its value is what it is after all writes. */
    writes: readonly { path: DatabasePath; value: DatabaseValue }[];
    root: TreeView;
    newRoot: TreeView;
  }): boolean;
};
