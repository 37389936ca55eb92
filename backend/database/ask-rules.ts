/**
 * Puts this room's accesses to the rules. Runs inside the store threads, in the transaction of the access, so nothing
 * can change between the verdict and what it was about.
 */
import type { Caller } from "../http/index.ts";
import {
  type DatabasePath,
  type DatabaseRules,
  type RulesSource,
  compileDatabaseRules,
} from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { isPriorityPath, nodePathOf } from "./path.ts";
import { type AskedQuery, toRulesQuery } from "./rules-query.ts";
import {
  type ResolvedWrite,
  type TreeAfter,
  storedTree,
  treeAfter,
  watchedTree,
} from "./tree-view.ts";

let rules: DatabaseRules | undefined;

/** Without rules, every client is refused. Returns what it compiled. */
export function configureRules(source: RulesSource | undefined): DatabaseRules | undefined {
  rules = source && compileDatabaseRules(source);
  return rules;
}

/** @param looked is told each place that the verdict hangs on */
export function allowsRead(
  db: StoreDatabase,
  caller: Caller,
  nowMs: number,
  path: DatabasePath,
  asked: AskedQuery = {},
  looked?: (path: DatabasePath) => void,
): boolean {
  if (caller === "admin") return true;
  const query = toRulesQuery(asked);
  const stored = storedTree(db);
  const root = looked === undefined ? stored : watchedTree(stored, looked);
  return rules?.allowsRead({ auth: caller, nowMs, path, root, query }) === true;
}

/** @param writes not yet done. */
export function allowsWrite(
  db: StoreDatabase,
  caller: Caller,
  nowMs: number,
  writes: readonly ResolvedWrite[],
): boolean {
  if (caller === "admin") return true;
  const newRoot = treeAfter(db, writes);
  const values = newRoot.writes;
  const priorities = writes
    .filter(({ path }) => isPriorityPath(path))
    .map(({ path }) => unchanged(newRoot, nodePathOf(path)));
  const request = { auth: caller, nowMs, writes: [...values, ...priorities] };
  return rules?.allowsWrite({ ...request, root: storedTree(db), newRoot }) === true;
}

/** What rules judge a priority's write by. The value is read when it is validated: who may not write costs nothing. */
function unchanged(newRoot: TreeAfter, path: DatabasePath): ResolvedWrite {
  return {
    path,
    get value() {
      return newRoot.whole(path);
    },
  };
}
