/**
 * The children that a query selects, in its order. What is read is what the query passes: keys of the tree, or entries
 * of an index; only an order without an index looks at every child.
 */
import type { DatabasePath, DatabaseValue } from "../rules/index.ts";
import type { StoreDatabase } from "../sqlite/index.ts";
import {
  MAX_VALUE_BYTES,
  ROW_BYTES,
  hasValue,
  newReadBudget,
  readValue,
  scanChildren,
  scanChildrenBackwards,
} from "./database-store.ts";
import { NULL_INDEXED } from "./encode-indexed.ts";
import { AFTER_KEYS, FIRST_KEY, decodePath, encodePath, joinBytes } from "./encode-path.ts";
import { quote, tooBig } from "./errors.ts";
import { indexesAt } from "./index-entries.ts";
import { formatPath } from "./path.ts";
import type { Query, QueryIndex } from "./query.ts";
import {
  type Place,
  type Range,
  comparePlaces,
  isWithinRange,
  placeOfChild,
  rangeOf,
} from "./query-range.ts";
import { PRIORITY, VALUE, newObject } from "./value.ts";

/** An order without an index keeps what it is by in memory. */
const MAX_UNINDEXED_CHILDREN = 100_000;

const OF_INDEX = "FROM database_index WHERE parent = ? AND name = ?";
const BETWEEN = "AND (value, child) >= (?, ?) AND (value, child) < (?, ?)";

/**
 * `indexed`: whether no more was read than the query passes.
 * @throws OperationError too_big
 */
export function selectChildren(
  db: StoreDatabase,
  path: DatabasePath,
  query: Query,
): { keys: string[]; indexed: boolean } {
  const { index, limit } = query;
  const parent = encodePath(path);
  const isBackwards = limit?.from === "last";
  const scan = { db, parent, range: rangeOf(query), isBackwards };
  const name = nameOf(index);
  const indexed = name === undefined || name === PRIORITY || isIndexed(path, name);
  const keys = take(
    name === undefined
      ? scanKeys(scan)
      : name === PRIORITY
        ? scanPriorities(scan)
        : indexed
          ? scanIndex(scan, name)
          : sortChildren(scan, path, query, name),
    limit?.count ?? Infinity,
  );
  return { keys: isBackwards ? keys.toReversed() : keys, indexed };
}

/** Whether the child exists and its place is within the query's bounds; the limit is not looked at. */
export function isSelected(
  db: StoreDatabase,
  path: DatabasePath,
  query: Query,
  key: string,
): boolean {
  const isThere = hasValue(db, [...path, key]);
  return isThere && isWithinRange(rangeOf(query), placeOfChild(db, path, query, key));
}

/** An object of the selected children in export form, without the node's own priority; null when there is none. */
export function readSelected(
  db: StoreDatabase,
  path: DatabasePath,
  query: Query,
): { value: DatabaseValue; indexed: boolean } {
  const { keys, indexed } = selectChildren(db, path, query);
  if (keys.length === 0) return { value: null, indexed };
  const budget = newReadBudget();
  const value = newObject();
  for (const key of keys) value[key] = readValue(db, [...path, key], budget);
  return { value, indexed };
}

/** As entries of `database_index` are named; undefined for the order by key. */
function nameOf(index: QueryIndex): string | undefined {
  if (index.by === "key") return undefined;
  if (index.by === "priority") return PRIORITY;
  return index.by === "value" ? VALUE : formatPath(index.path);
}

function isIndexed(path: DatabasePath, name: string): boolean {
  return indexesAt(path)?.names.includes(name) === true;
}

function take(children: Iterable<Uint8Array>, count: number): string[] {
  const keys: string[] = [];
  let bytes = 0;
  for (const child of children) {
    const key = decodePath(child)[0] as string;
    bytes += key.length + ROW_BYTES;
    if (bytes > MAX_VALUE_BYTES) throw tooBig("The query finds too many children; add a limit.");
    keys.push(key);
    if (keys.length >= count) break;
  }
  return keys;
}

type Scan = { db: StoreDatabase; parent: Uint8Array; range: Range; isBackwards: boolean };

function scanKeys({ db, parent, range, isBackwards }: Scan): Iterable<Uint8Array> {
  const scanned = isBackwards ? scanChildrenBackwards : scanChildren;
  return scanned(db, parent, range.from.child, range.before.child);
}

function* scanIndex(
  { db, parent, range: { from, before }, isBackwards }: Scan,
  name: string,
): Iterable<Uint8Array> {
  const order = isBackwards ? "value DESC, child DESC" : "value, child";
  const rows = db
    .prepare(`SELECT child ${OF_INDEX} ${BETWEEN} ORDER BY ${order}`)
    .iterate(parent, name, from.value, from.child, before.value, before.child);
  for (const row of rows) yield row["child"] as Uint8Array;
}

/** Children without a priority are not in the index: they are before all others, by key. */
function* scanPriorities(scan: Scan): Iterable<Uint8Array> {
  if (scan.isBackwards) yield* scanIndex(scan, PRIORITY);
  yield* scanWithoutPriority(scan);
  if (!scan.isBackwards) yield* scanIndex(scan, PRIORITY);
}

function* scanWithoutPriority(scan: Scan): Iterable<Uint8Array> {
  const { db, parent } = scan;
  const { from, before } = scan.range;
  const fromNull = Buffer.compare(from.value, NULL_INDEXED);
  const beforeNull = Buffer.compare(before.value, NULL_INDEXED);
  if (fromNull > 0 || beforeNull < 0) return;
  const range: Range = {
    from: { value: NULL_INDEXED, child: fromNull < 0 ? FIRST_KEY : from.child },
    before: { value: NULL_INDEXED, child: beforeNull > 0 ? AFTER_KEYS : before.child },
  };
  const any = db.prepare(`SELECT 1 ${OF_INDEX} LIMIT 1`).get(parent, PRIORITY);
  const priorityAt = db.prepare("SELECT 1 FROM database_leaves WHERE path = ?");
  for (const child of scanKeys({ ...scan, range })) {
    const row = joinBytes(joinBytes(parent, child), PRIORITY_BYTES);
    if (any === undefined || priorityAt.get(row) === undefined) yield child;
  }
}

const PRIORITY_BYTES = encodePath([PRIORITY]);

/** Only the places that a limit can leave are kept where all of them are too many. */
function* sortChildren(
  { db, parent, range, isBackwards }: Scan,
  path: DatabasePath,
  query: Query,
  name: string,
): Iterable<Uint8Array> {
  let places: Place[] = [];
  let seen = 0;
  let bytes = 0;
  for (const child of scanChildren(db, parent)) {
    seen += 1;
    if (seen > MAX_UNINDEXED_CHILDREN) throw needsIndex(path, name);
    const place = placeOfChild(db, path, query, decodePath(child)[0] as string);
    if (!isWithinRange(range, place)) continue;
    places.push(place);
    bytes += sizeOf(place);
    if (bytes > MAX_VALUE_BYTES) {
      places = inOrder(places, isBackwards).slice(0, query.limit?.count);
      bytes = places.reduce((sum, kept) => sum + sizeOf(kept), 0);
      if (bytes > MAX_VALUE_BYTES / 2) throw needsIndex(path, name);
    }
  }
  for (const { child } of inOrder(places, isBackwards)) yield child;
}

const sizeOf = ({ value, child }: Place): number => value.length + child.length;

function inOrder(places: Place[], isBackwards: boolean): Place[] {
  return places.toSorted((a, b) => (isBackwards ? comparePlaces(b, a) : comparePlaces(a, b)));
}

function needsIndex(path: DatabasePath, name: string) {
  return tooBig(
    `There is too much at ${quote(`/${formatPath(path)}`)} to order it by ${quote(name)} without an index; add ".indexOn": ${quote(name)} to the rules there.`,
  );
}
