/** What a query's bounds take in, as bytes: everything from one place on and before another. */
import type { DatabasePath } from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import { getPriority } from "./database-store.ts";
import { AFTER_INDEXED, BEFORE_INDEXED, encodeIndexed } from "./encode-indexed.ts";
import { AFTER_KEYS, FIRST_KEY, encodeKey, encodePath, endOfRange } from "./encode-path.ts";
import { readIndexed } from "./index-entries.ts";
import { MAX_NAME, MIN_NAME, type Query, type QueryBound, type QueryIndex } from "./query.ts";

/** Where a child stands in the order: by value first, then by key. By key alone, all have the same value. */
export type Place = { value: Uint8Array; child: Uint8Array };

export type Range = { from: Place; before: Place };

export function rangeOf({ index, start, end }: Query): Range {
  return {
    from: start ? placeFrom(index.by, start) : { value: BEFORE_INDEXED, child: FIRST_KEY },
    before: end
      ? placeBefore(index.by, end)
      : index.by === "key"
        ? { value: BEFORE_INDEXED, child: AFTER_KEYS }
        : { value: AFTER_INDEXED, child: FIRST_KEY },
  };
}

function placeFrom(by: QueryIndex["by"], { value, key, inclusive }: QueryBound): Place {
  if (by !== "key") {
    return { value: encodeIndexed(value), child: childFrom(key ?? MIN_NAME, inclusive) };
  }
  return { value: BEFORE_INDEXED, child: childFrom(String(value), inclusive) };
}

function placeBefore(by: QueryIndex["by"], { value, key, inclusive }: QueryBound): Place {
  if (by !== "key") {
    return { value: encodeIndexed(value), child: childBefore(key ?? MAX_NAME, inclusive) };
  }
  return { value: BEFORE_INDEXED, child: childBefore(String(value), inclusive) };
}

function childFrom(key: string, inclusive: boolean): Uint8Array {
  if (key === MIN_NAME) return FIRST_KEY;
  if (key === MAX_NAME) return AFTER_KEYS;
  return inclusive ? encodeKey(key) : endOfRange(encodeKey(key));
}

function childBefore(key: string, inclusive: boolean): Uint8Array {
  return childFrom(key, !inclusive);
}

export function isWithinRange({ from, before }: Range, place: Place): boolean {
  return comparePlaces(from, place) <= 0 && comparePlaces(place, before) < 0;
}

export function comparePlaces(a: Place, b: Place): number {
  return Buffer.compare(a.value, b.value) || Buffer.compare(a.child, b.child);
}

/** Where the child stands that is stored now; reads one row. */
export function placeOfChild(
  db: StoreDatabase,
  path: DatabasePath,
  { index }: Query,
  key: string,
): Place {
  const child = encodeKey(key);
  if (index.by === "key") return { value: BEFORE_INDEXED, child };
  const at = [...path, key];
  if (index.by === "priority") return { value: encodeIndexed(getPriority(db, at)), child };
  const place = index.by === "child" ? index.path : [];
  return { value: readIndexed(db, encodePath([...at, ...place])), child };
}
