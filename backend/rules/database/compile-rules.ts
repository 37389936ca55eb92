/** Rules of the Realtime Database: https://firebase.google.com/docs/database/security/core-syntax. */
import { type DatabaseBudget, newDatabaseBudget } from "./budget.ts";
import { type DatabaseNode, type DatabaseRule, parseDatabaseNodes } from "./node.ts";
import { wholeValue } from "./query.ts";
import type { RulesObserver } from "../observer.ts";
import type { DatabaseIndexNode, DatabasePath, DatabaseRules, DatabaseValue } from "./types.ts";
import type { RulesSource } from "../types.ts";

type WriteRequest = Parameters<DatabaseRules["allowsWrite"]>[0] & { budget: DatabaseBudget };

/**
 * A node of the tree with what its rules have said in one request, which sees one moment: thousands of writes below a
 * node ask its rules once.
 */
type Visit = {
  node: DatabaseNode;
  path: DatabasePath;
  /** Those at the writes and above them; what is below a written value is asked once anyway. */
  below: Map<string, Visit> | undefined;
  grants: boolean | undefined;
  holds: boolean | undefined;
  isWritten: boolean;
};

/** @throws RulesError for anything that these rules cannot mean for certain. */
export function compileDatabaseRules(source: RulesSource, observer?: RulesObserver): DatabaseRules {
  const top = parseDatabaseNodes(source, observer);

  return {
    indexes: indexesOf(top),
    allowsRead({ path, query, ...request }) {
      const budget = newDatabaseBudget();
      const isGranted = visitsAlong(newVisit(top, []), path).some((visit) =>
        asks(visit.node.read, {
          ...request,
          newRoot: null,
          path: visit.path,
          // A limit on the children here says nothing of how much is read of one of them.
          query: visit.path.length === path.length ? (query ?? wholeValue) : undefined,
          budget,
        }),
      );
      return isGranted && !budget.isOverspent();
    },
    allowsWrite(asked) {
      const { writes } = asked;
      const budget = newDatabaseBudget();
      const request = { ...asked, budget };
      const root = newVisit(top, []);
      return (
        writes.every(({ path }) => isGranted(root, path, request)) &&
        writes.every((write) => isValid(root, write, request)) &&
        !budget.isOverspent()
      );
    },
  };
}

function indexesOf({ indexes, children, wildcard }: DatabaseNode): DatabaseIndexNode {
  const below = wildcard && indexesOf(wildcard);
  const wildcardLeads = below !== undefined && leadsToIndex(below);
  const kept = new Map<string, DatabaseIndexNode>();
  for (const [key, child] of children) {
    const node = indexesOf(child);
    if (wildcardLeads || leadsToIndex(node)) kept.set(key, node);
  }
  return { names: indexes, children: kept, ...(wildcardLeads ? { wildcard: below } : {}) };
}

function leadsToIndex({ names, children, wildcard }: DatabaseIndexNode): boolean {
  return names.length > 0 || children.size > 0 || wildcard !== undefined;
}

function asks(rule: DatabaseRule | undefined, run: Parameters<DatabaseRule>[0]): boolean {
  return rule !== undefined && rule(run);
}

function newVisit(node: DatabaseNode, path: DatabasePath): Visit {
  return { node, path, below: undefined, grants: undefined, holds: undefined, isWritten: false };
}

/** Those from the root to the path, as far as there are rules. */
function visitsAlong(root: Visit, path: DatabasePath): Visit[] {
  const visits = [root];
  let visit = root;
  for (const key of path) {
    const next = visitBelow(visit, key);
    if (next === undefined) break;
    visit.below ??= new Map();
    visit.below.set(key, next);
    visits.push(next);
    visit = next;
  }
  return visits;
}

/** Where there are rules: the visit of before, or a new one. */
function visitBelow({ node, path, below }: Visit, key: string): Visit | undefined {
  const known = below?.get(key);
  if (known !== undefined) return known;
  const child = node.children.get(key) ?? node.wildcard;
  return child && newVisit(child, [...path, key]);
}

function isGranted(root: Visit, path: DatabasePath, request: WriteRequest): boolean {
  const visits = visitsAlong(root, path);
  const written = visits[path.length];
  if (written !== undefined) written.isWritten = true;
  return visits.some((visit) => {
    visit.grants ??= asks(visit.node.write, { ...request, query: undefined, path: visit.path });
    return visit.grants;
  });
}

/** What is not there after the write is not validated; so a delete asks only the nodes above it that remain. */
function isValid(
  root: Visit,
  write: WriteRequest["writes"][number],
  request: WriteRequest,
): boolean {
  const visits = visitsAlong(root, write.path);
  if (!visits.every((visit) => holdsAt(visit, request))) return false;
  const visit = visits[write.path.length];
  // The value may have to be read first.
  return visit?.node.validates !== true || holdsBelow(visit, write.value, request);
}

function holdsAt(visit: Visit, request: WriteRequest): boolean {
  const { node, path } = visit;
  visit.holds ??=
    node.validate === undefined ||
    !request.newRoot.exists(path) ||
    node.validate({ ...request, query: undefined, path });
  return visit.holds;
}

function holdsBelow(visit: Visit, value: DatabaseValue, request: WriteRequest): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, below]) => {
    const child = visitBelow(visit, key);
    if (child?.node.validates !== true) return true;
    if (!holdsAt(child, request)) return false;
    // A write within, as one of a priority may have, looks below itself.
    return child.isWritten || holdsBelow(child, below, request);
  });
}
