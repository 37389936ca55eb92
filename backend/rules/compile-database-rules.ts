/** Rules of the Realtime Database: https://firebase.google.com/docs/database/security/core-syntax. */
import { type DatabaseNode, type DatabaseRule, parseDatabaseNodes } from "./database-node.ts";
import type { RulesObserver } from "./observer.ts";
import type { DatabasePath, DatabaseRules, DatabaseValue, RulesSource } from "./types.ts";

type WriteRequest = Parameters<DatabaseRules["allowsWrite"]>[0];

/** @throws RulesError for anything that these rules cannot mean for certain. */
export function compileDatabaseRules(source: RulesSource, observer?: RulesObserver): DatabaseRules {
  const top = parseDatabaseNodes(source, observer);

  return {
    allowsRead({ path, ...request }) {
      return nodesAlong(top, path).some((node, depth) =>
        asks(node.read, { ...request, newRoot: null, path: path.slice(0, depth) }),
      );
    },
    allowsWrite(request) {
      const { writes } = request;
      return (
        writes.every(({ path }) => isGranted(top, path, request)) &&
        writes.every(({ path, value }) => isValid(top, path, value, request))
      );
    },
  };
}

function asks(rule: DatabaseRule | undefined, run: Parameters<DatabaseRule>[0]): boolean {
  return rule !== undefined && rule(run);
}

/** The nodes from the root to the path, as far as there are rules. */
function nodesAlong(top: DatabaseNode, path: DatabasePath): DatabaseNode[] {
  const nodes = [top];
  for (const key of path) {
    const next = childOf(nodes.at(-1), key);
    if (next === undefined) break;
    nodes.push(next);
  }
  return nodes;
}

function childOf(node: DatabaseNode | undefined, key: string): DatabaseNode | undefined {
  return node?.children.get(key) ?? node?.wildcard;
}

function isGranted(top: DatabaseNode, path: DatabasePath, request: WriteRequest): boolean {
  return nodesAlong(top, path).some((node, depth) =>
    asks(node.write, { ...request, path: path.slice(0, depth) }),
  );
}

/** What is not there after the write is not validated; so a delete asks only the nodes above it. */
function isValid(
  top: DatabaseNode,
  path: DatabasePath,
  value: DatabaseValue,
  request: WriteRequest,
): boolean {
  const nodes = nodesAlong(top, path);
  const holdsAlong = nodes.every((node, depth) => holdsAt(node, path.slice(0, depth), request));
  if (!holdsAlong) return false;
  return nodes.length <= path.length || holdsBelow(nodes.at(-1), path, value, request);
}

function holdsAt(node: DatabaseNode, path: DatabasePath, request: WriteRequest): boolean {
  if (node.validate === undefined || !request.newRoot.exists(path)) return true;
  return node.validate({ ...request, path });
}

function holdsBelow(
  node: DatabaseNode | undefined,
  path: DatabasePath,
  value: DatabaseValue,
  request: WriteRequest,
): boolean {
  if (node?.validates !== true || typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, below]) => {
    const child = childOf(node, key);
    if (child?.validates !== true) return true;
    const at = [...path, key];
    return holdsAt(child, at, request) && holdsBelow(child, at, below, request);
  });
}
