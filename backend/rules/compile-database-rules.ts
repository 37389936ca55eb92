/** Rules of the Realtime Database: https://firebase.google.com/docs/database/security/core-syntax. */
import { type DatabaseNode, type DatabaseRule, parseDatabaseNodes } from "./database-node.ts";
import type { RulesObserver } from "./observer.ts";
import type {
  DatabaseIndexNode,
  DatabasePath,
  DatabaseRules,
  DatabaseValue,
  RulesSource,
} from "./types.ts";

type WriteRequest = Parameters<DatabaseRules["allowsWrite"]>[0];

/** @throws RulesError for anything that these rules cannot mean for certain. */
export function compileDatabaseRules(source: RulesSource, observer?: RulesObserver): DatabaseRules {
  const top = parseDatabaseNodes(source, observer);

  return {
    indexes: indexesOf(top),
    allowsRead({ path, ...request }) {
      return nodesAlong(top, path).some((node, depth) =>
        asks(node.read, { ...request, newRoot: null, path: path.slice(0, depth) }),
      );
    },
    allowsWrite(request) {
      const { writes } = request;
      return (
        writes.every(({ path }) => isGranted(top, path, request)) &&
        writes.every((write) => isValid(top, write, request))
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
  write: WriteRequest["writes"][number],
  request: WriteRequest,
): boolean {
  const { path } = write;
  const nodes = nodesAlong(top, path);
  const holdsAlong = nodes.every((node, depth) => holdsAt(node, path.slice(0, depth), request));
  if (!holdsAlong) return false;
  const node = nodes[path.length];
  // The value may have to be read first.
  return node?.validates !== true || holdsBelow(node, path, write.value, request);
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
