/** A filtered view of a node's children: order, range, limit (SDK: RangedFilter, LimitedFilter, Index.compare). */
import type { DatabasePath, DatabaseValue } from "../rules/index.ts";
import { compareKeys } from "./path.ts";
import { type Leaf, childAt, isObject, newObject } from "./value.ts";

export type QueryBound = {
  /** For orderByKey the key. */
  value: Leaf | null;
  /** Among equal values; undefined takes all of them in. */
  key: string | undefined;
  inclusive: boolean;
};

export type Query = {
  /** `child`: by the value at a path below each child. */
  index: { by: "key" } | { by: "value" } | { by: "priority" } | { by: "child"; path: DatabasePath };
  start: QueryBound | undefined;
  end: QueryBound | undefined;
  limit: { count: number; from: "first" | "last" } | undefined;
};

type Entry = { key: string; child: DatabaseValue; indexed: DatabaseValue };

const MIN_NAME = "[MIN_NAME]";
const MAX_NAME = "[MAX_NAME]";

/** Of the children of `value`, those that the query selects; null when there is none. */
export function applyQuery(value: DatabaseValue, query: Query): DatabaseValue {
  if (!isObject(value)) return null;
  const entries: Entry[] = [];
  for (const key of Object.keys(value)) {
    const child = value[key] ?? null;
    const entry = { key, child, indexed: indexedBy(query, key, child) };
    if (isSelected(entry, query)) entries.push(entry);
  }
  const selected = query.limit === undefined ? entries : limited(entries, query, query.limit);
  if (selected.length === 0) return null;
  const filtered = newObject();
  for (const { key, child } of selected) filtered[key] = child;
  return filtered;
}

function indexedBy({ index }: Query, key: string, child: DatabaseValue): DatabaseValue {
  if (index.by === "key") return key;
  if (index.by === "value") return child;
  return index.by === "priority" ? null : childAt(child, index.path);
}

function limited(
  entries: Entry[],
  query: Query,
  limit: { count: number; from: "first" | "last" },
): Entry[] {
  const ordered = entries.toSorted((a, b) => compareTo(query, a.indexed, a.key, b.indexed, b.key));
  return limit.from === "first" ? ordered.slice(0, limit.count) : ordered.slice(-limit.count);
}

function isSelected({ key, indexed }: Entry, query: Query): boolean {
  const { start, end } = query;
  if (start !== undefined) {
    const order = compareTo(query, indexed, key, start.value, start.key ?? MIN_NAME);
    if (order < 0 || (order === 0 && !start.inclusive)) return false;
  }
  if (end !== undefined) {
    const order = compareTo(query, indexed, key, end.value, end.key ?? MAX_NAME);
    if (order > 0 || (order === 0 && !end.inclusive)) return false;
  }
  return true;
}

function compareTo(
  { index }: Query,
  a: DatabaseValue,
  keyA: string,
  b: DatabaseValue,
  keyB: string,
): number {
  if (index.by === "key") return compareNames(a as string, b as string);
  return compareValues(a, b) || compareNames(keyA, keyB);
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
function compareValues(a: DatabaseValue, b: DatabaseValue): number {
  const byType = typeOrder(a) - typeOrder(b);
  if (byType !== 0 || a === null || b === null || isObject(a) || isObject(b) || a === b) {
    return byType;
  }
  return a < b ? -1 : 1;
}

function typeOrder(value: DatabaseValue): number {
  return value === null ? 0 : TYPE_ORDER[typeof value as keyof typeof TYPE_ORDER];
}
