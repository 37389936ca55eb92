/** Rules of the Realtime Database: https://firebase.google.com/docs/database/security/core-syntax. */
import { type DatabaseNode, type DatabaseRule, parseDatabaseNodes } from "./database-node.ts";
import { wholeValue } from "./database-query.ts";
import type { RulesObserver } from "./observer.ts";
import type {
  DatabaseIndexNode,
  DatabasePath,
  DatabaseRules,
  DatabaseValue,
} from "./database-types.ts";
import type { RulesSource } from "./types.ts";

type WriteRequest = Parameters<DatabaseRules["allowsWrite"]>[0];

/**
 * A place in the tree with what its rules have said in one request, which sees one moment: thousands of writes below a
 * place ask its rules once.
 */
type Place = {
  node: DatabaseNode;
  path: DatabasePath;
  /** Those at the writes and above them; what is below a written value is asked once anyway. */
  below: Map<string, Place> | undefined;
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
      return placesAlong(newPlace(top, []), path).some((place) =>
        asks(place.node.read, {
          ...request,
          newRoot: null,
          path: place.path,
          // A limit on the children here says nothing of how much is read of one of them.
          query: place.path.length === path.length ? (query ?? wholeValue) : undefined,
        }),
      );
    },
    allowsWrite(request) {
      const { writes } = request;
      const root = newPlace(top, []);
      return (
        writes.every(({ path }) => isGranted(root, path, request)) &&
        writes.every((write) => isValid(root, write, request))
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

function newPlace(node: DatabaseNode, path: DatabasePath): Place {
  return { node, path, below: undefined, grants: undefined, holds: undefined, isWritten: false };
}

/** The places from the root to the path, as far as there are rules. */
function placesAlong(root: Place, path: DatabasePath): Place[] {
  const places = [root];
  let place = root;
  for (const key of path) {
    const next = placeBelow(place, key);
    if (next === undefined) break;
    place.below ??= new Map();
    place.below.set(key, next);
    places.push(next);
    place = next;
  }
  return places;
}

/** Where there are rules: the place that is known, or a new one. */
function placeBelow({ node, path, below }: Place, key: string): Place | undefined {
  const known = below?.get(key);
  if (known !== undefined) return known;
  const child = node.children.get(key) ?? node.wildcard;
  return child && newPlace(child, [...path, key]);
}

function isGranted(root: Place, path: DatabasePath, request: WriteRequest): boolean {
  const places = placesAlong(root, path);
  const written = places[path.length];
  if (written !== undefined) written.isWritten = true;
  return places.some((place) => {
    place.grants ??= asks(place.node.write, { ...request, query: undefined, path: place.path });
    return place.grants;
  });
}

/** What is not there after the write is not validated; so a delete asks only the nodes above it that remain. */
function isValid(
  root: Place,
  write: WriteRequest["writes"][number],
  request: WriteRequest,
): boolean {
  const places = placesAlong(root, write.path);
  if (!places.every((place) => holdsAt(place, request))) return false;
  const place = places[write.path.length];
  // The value may have to be read first.
  return place?.node.validates !== true || holdsBelow(place, write.value, request);
}

function holdsAt(place: Place, request: WriteRequest): boolean {
  const { node, path } = place;
  place.holds ??=
    node.validate === undefined ||
    !request.newRoot.exists(path) ||
    node.validate({ ...request, query: undefined, path });
  return place.holds;
}

function holdsBelow(place: Place, value: DatabaseValue, request: WriteRequest): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, below]) => {
    const child = placeBelow(place, key);
    if (child?.node.validates !== true) return true;
    if (!holdsAt(child, request)) return false;
    // A write within, as one of a priority may have, looks below itself.
    return child.isWritten || holdsBelow(child, below, request);
  });
}
