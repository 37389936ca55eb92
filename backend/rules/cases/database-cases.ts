/** Cases of the Realtime Database, as the server asks its rules. */
import type { CaseAccess, OpenCase } from "./case-access.ts";
import type { DatabaseCase, DatabaseCases } from "./case-file.ts";
import {
  isPriorityPath,
  readTree,
  toKeys,
  viewOf,
  withoutPriorities,
  withValue,
} from "./case-tree.ts";
import { CaseError } from "./case-values.ts";
import type {
  DatabasePath,
  DatabaseQuery,
  DatabaseRules,
  DatabaseValue,
} from "../database/types.ts";

type Write = { path: DatabasePath; value: DatabaseValue };

/** @throws CaseError, also when a case is read */
export function databaseCases(
  rules: DatabaseRules,
  { data, now: nowMs }: DatabaseCases,
): (one: DatabaseCase) => OpenCase {
  const tree = readTree(data ?? null, nowMs);
  return (one) => {
    const path = toKeys(one.path);
    const before =
      one.before === undefined ? tree : withValue(tree, path, readTree(one.before, nowMs));
    const root = viewOf(before);
    if (one.method === "read") {
      const query = one.query === undefined ? null : withBounds(one.query);
      return (auth) => [
        {
          what: `read ${formatPath(path)}`,
          allows: () => rules.allowsRead({ auth, nowMs, path, root, query }),
          hints: () => [`No .read at ${formatPath(path)} or above it grants.`],
        },
      ];
    }
    const written = inOrder(writesOf(one, path, nowMs));
    const newRoot = viewOf(
      written.reduce<DatabaseValue>((after, { path, value }) => {
        return withValue(after, path, value);
      }, before),
    );
    // A priority is judged as a write of its node, which is what it is after all writes.
    const writes = written.map(({ path, value }) => {
      if (!isPriorityPath(path)) return { path, value: withoutPriorities(value) };
      return { path: path.slice(0, -1), value: newRoot.value(path.slice(0, -1)) };
    });
    const places = written.map((write) => formatPath(write.path)).join(", ");
    return (auth) => [
      {
        what: `${one.method} ${places}`,
        allows: () => rules.allowsWrite({ auth, nowMs, writes, root, newRoot }),
        hints: writeHints(places),
      },
    ];
  };
}

/** What is equal to a value is between it and itself. */
function withBounds(query: DatabaseQuery): DatabaseQuery {
  const { equalTo } = query;
  return equalTo === null ? query : { ...query, startAt: equalTo, endAt: equalTo };
}

function writesOf(
  one: Exclude<DatabaseCase, { method: "read" }>,
  path: DatabasePath,
  nowMs: number,
): Write[] {
  if (one.method === "set") return [{ path, value: readTree(one.data, nowMs) }];
  const writes = Object.entries(one.data).map(([name, json]) => {
    const below = toKeys(name);
    if (below.length === 0) throw new CaseError("An update names children, not itself.");
    return { path: [...path, ...below], value: readTree(json, nowMs) };
  });
  if (writes.length === 0) throw new CaseError("An update names a path at least.");
  const places = writes.map((write) => formatPath(write.path));
  const within = places.find((place, index) =>
    places.some((above, other) => other !== index && `${place}/`.startsWith(`${above}/`)),
  );
  if (within !== undefined)
    throw new CaseError(`${within} lies within another path of its update.`);
  return writes;
}

/** As the server does them: in the order of their paths, and priorities last, as only what is there can have one. */
function inOrder(writes: readonly Write[]): Write[] {
  // No key has this character, which comes before all that keys have.
  const place = ({ path }: Write) => path.join("\0");
  const sorted = writes.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  const isPriority = ({ path }: Write) => isPriorityPath(path);
  return [...sorted.filter((write) => !isPriority(write)), ...sorted.filter(isPriority)];
}

function writeHints(places: string): CaseAccess["hints"] {
  return (asked) => {
    const isInvalid = asked.some(({ rule, holds }) => !holds && rule.name.startsWith(".validate"));
    return isInvalid ? [] : [`No .write at or above one of ${places} grants.`];
  };
}

function formatPath(path: DatabasePath): string {
  return `/${path.join("/")}`;
}
