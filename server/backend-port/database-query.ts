/** Queries of the Realtime Database's REST: what is asked, and the answer, a JSON object, brought into the asked order. */
import { compareKeys } from "#lib/database-key.ts";
import type { DatabaseJson, DatabaseQuery } from "#lib/server-backend.ts";

type Child = [key: string, value: DatabaseJson];
type Mark = { value: string | number | boolean | null; key: string };

/** The parameters behind `.json?`. */
export function databaseQueryText(query: DatabaseQuery): string {
  const { orderBy, equalTo, startAfter, endBefore, limit, last = false } = query;
  const isByKey = orderBy === "$key";
  const markOf = ({ value, key }: Mark) =>
    isByKey ? JSON.stringify(key) : `${JSON.stringify(value)},${JSON.stringify(key)}`;
  const equal = equalTo === undefined ? undefined : JSON.stringify(equalTo);
  // `equalTo` goes with no other bound.
  const isInside = startAfter !== undefined || endBefore !== undefined;
  const bounds = {
    orderBy: JSON.stringify(orderBy),
    equalTo: isInside ? undefined : equal,
    startAt:
      startAfter === undefined
        ? ((isInside ? equal : undefined) ?? textOf(query.startAt))
        : undefined,
    startAfter: startAfter && markOf(startAfter),
    endAt:
      endBefore === undefined ? ((isInside ? equal : undefined) ?? textOf(query.endAt)) : undefined,
    endBefore: endBefore && markOf(endBefore),
    [last ? "limitToLast" : "limitToFirst"]: String(limit),
  };
  return Object.entries(bounds)
    .flatMap(([name, text]) => (text === undefined ? [] : `${name}=${encodeURIComponent(text)}`))
    .join("&");
}

export function inOrder(answer: DatabaseJson, { orderBy, last = false }: DatabaseQuery): Child[] {
  if (typeof answer !== "object" || answer === null) return [];
  // Keys that are numbers come as a list, with nulls where nothing is.
  const children = Object.entries(answer).filter(([, value]) => value !== null);
  const path = orderBy === "$key" ? undefined : orderBy.split("/");
  const sorted = children.toSorted(
    ([keyA, a], [keyB, b]) =>
      (path === undefined ? 0 : compareValues(valueAt(a, path), valueAt(b, path))) ||
      compareKeys(keyA, keyB),
  );
  return last ? sorted.toReversed() : sorted;
}

function textOf(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

function valueAt(value: DatabaseJson, path: readonly string[]): DatabaseJson {
  let here: DatabaseJson = value;
  for (const key of path) {
    if (typeof here !== "object" || here === null) return null;
    here = (here as Record<string, DatabaseJson>)[key] ?? null;
  }
  return here;
}

/** Firebase's order: nothing, false, true, numbers, texts, what has children. */
function compareValues(a: DatabaseJson, b: DatabaseJson): number {
  const ranks = rankOf(a) - rankOf(b);
  if (ranks !== 0) return ranks;
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string" && a !== b) return a < b ? -1 : 1;
  return 0;
}

function rankOf(value: DatabaseJson): number {
  if (value === null) return 0;
  if (value === false) return 1;
  if (value === true) return 2;
  if (typeof value === "number") return 3;
  return typeof value === "string" ? 4 : 5;
}
