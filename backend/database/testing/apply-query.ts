/** What a query selects of a whole value in export form, by sorting all of its children (SDK: RangedFilter, LimitedFilter). */
import { compareKeys } from "#lib/database-key.ts";
import type { DatabaseValue } from "../../rules/index.ts";
import { MAX_NAME, MIN_NAME, type Query } from "../query.ts";
import {
  type DatabaseObject,
  childAt,
  childKeys,
  isObject,
  leafOf,
  newObject,
  priorityOf,
} from "../value.ts";

/** The selected children, without the priority of `value`; null when there is none. */
export function applyQuery(value: DatabaseValue, query: Query): DatabaseValue {
  if (!isObject(value)) return null;
  const filtered = newObject();
  const keys = selectedKeys(value, query);
  for (const key of keys) filtered[key] = value[key] ?? null;
  return keys.length === 0 ? null : filtered;
}

/** In the query's order. */
export function selectedKeys(value: DatabaseObject, query: Query): string[] {
  const { limit } = query;
  const keys = childKeys(value)
    .filter((key) => isWithinBounds(value, key, query))
    .toSorted((a, b) =>
      compare(query, [ordered(value, a, query), a], [ordered(value, b, query), b]),
    );
  if (limit === undefined) return keys;
  return limit.from === "first" ? keys.slice(0, limit.count) : keys.slice(-limit.count);
}

export function isWithinBounds(
  value: DatabaseObject,
  key: string,
  query: Pick<Query, "index" | "start" | "end">,
): boolean {
  const { start, end } = query;
  const at = [ordered(value, key, query), key] as const;
  if (start !== undefined) {
    const order = compare(query, at, [start.value, start.key ?? MIN_NAME]);
    if (order < 0 || (order === 0 && !start.inclusive)) return false;
  }
  if (end !== undefined) {
    const order = compare(query, at, [end.value, end.key ?? MAX_NAME]);
    if (order > 0 || (order === 0 && !end.inclusive)) return false;
  }
  return true;
}

function ordered(value: DatabaseObject, key: string, { index }: Pick<Query, "index">) {
  const child = value[key] ?? null;
  if (index.by === "key") return key;
  if (index.by === "priority") return priorityOf(child);
  const at = index.by === "child" ? childAt(child, index.path) : child;
  return leafOf(at) ?? at;
}

function compare(
  { index }: Pick<Query, "index">,
  [valueA, keyA]: readonly [DatabaseValue, string],
  [valueB, keyB]: readonly [DatabaseValue, string],
): number {
  if (index.by === "key") return compareNames(valueA as string, valueB as string);
  return compareValues(valueA, valueB) || compareNames(keyA, keyB);
}

// No child has one of these two names: a key has no brackets.
function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  if (a === MIN_NAME || b === MAX_NAME) return -1;
  if (b === MIN_NAME || a === MAX_NAME) return 1;
  return compareKeys(a, b);
}

const TYPE_ORDER = { boolean: 1, number: 2, string: 3, object: 4 };

/** null < false < true < number < string < object. */
export function compareValues(a: DatabaseValue, b: DatabaseValue): number {
  const byType = typeOrder(a) - typeOrder(b);
  if (byType !== 0 || a === null || b === null || isObject(a) || isObject(b) || a === b) {
    return byType;
  }
  return a < b ? -1 : 1;
}

function typeOrder(value: DatabaseValue): number {
  return value === null ? 0 : TYPE_ORDER[typeof value as keyof typeof TYPE_ORDER];
}
