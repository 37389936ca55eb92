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
import { type ResolvedWrite, storedTree, treeAfter } from "./tree-view.ts";

let rules: DatabaseRules | undefined;

/** Without rules, every client is refused. */
export function configureRules(source: RulesSource | undefined): void {
  rules = source && compileDatabaseRules(source);
}

export function allowsRead(
  db: StoreDatabase,
  caller: Caller,
  nowMs: number,
  path: DatabasePath,
): boolean {
  if (caller === "admin") return true;
  return rules?.allowsRead({ auth: caller, nowMs, path, root: storedTree(db) }) === true;
}

/** @param writes not yet done. */
export function allowsWrite(
  db: StoreDatabase,
  caller: Caller,
  nowMs: number,
  writes: readonly ResolvedWrite[],
): boolean {
  if (caller === "admin") return true;
  const trees = { root: storedTree(db), newRoot: treeAfter(db, writes) };
  return rules?.allowsWrite({ auth: caller, nowMs, writes, ...trees }) === true;
}
