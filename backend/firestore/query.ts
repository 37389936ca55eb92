/**
 * What a structured query means, as a pure function over documents: filter, order, cursors, offset,
 * limit. It looks at every document; an index scan has to give the same result.
 */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import { type FieldPath, NAME_PATH, samePath } from "./field-path.ts";
import {
  type Filter,
  type QueryDocument,
  isInequality,
  leavesOf,
  matches,
  valueAt,
} from "./filter.ts";
import { compareUtf8 } from "./text-order.ts";
import { compareValues } from "./value.ts";

type Direction = "ASCENDING" | "DESCENDING";
export type Order = { path: FieldPath; direction: Direction };

/** `before`: just before the documents with these values, otherwise just after them. */
export type Cursor = { values: FirestoreValue[]; before: boolean };

export type Query = {
  where: Filter | undefined;
  /** Complete, as `completeOrder` makes it. */
  orderBy: Order[];
  startAt: Cursor | undefined;
  endAt: Cursor | undefined;
  offset: number;
  limit: number | undefined;
};

/** Adds what Firestore adds: the fields of inequalities, then the name, in the last direction. */
export function completeOrder(given: readonly Order[], where: Filter | undefined): Order[] {
  const orders = [...given];
  const direction = given.at(-1)?.direction ?? "ASCENDING";
  const ranged = (where === undefined ? [] : leavesOf(where))
    .filter(isInequality)
    .map((leaf) => leaf.path)
    .toSorted((a, b) => compareUtf8(a.join("\0"), b.join("\0")));
  for (const path of [...ranged.filter((path) => !samePath(path, NAME_PATH)), NAME_PATH]) {
    if (!orders.some((order) => samePath(order.path, path))) orders.push({ path, direction });
  }
  return orders;
}

export function evaluateQuery<Document extends QueryDocument>(
  query: Query,
  documents: Iterable<Document>,
): Document[] {
  const found: { document: Document; key: FirestoreValue[] }[] = [];
  for (const document of documents) {
    if (query.where !== undefined && !matches(query.where, document)) continue;
    const key = sortKey(query.orderBy, document);
    if (key !== undefined && isInRange(query, key)) found.push({ document, key });
  }
  found.sort((a, b) => compareKeys(query.orderBy, a.key, b.key));
  const end = query.limit === undefined ? undefined : query.offset + query.limit;
  return found.slice(query.offset, end).map(({ document }) => document);
}

/** Undefined when a field is missing: such a document is not in the result. */
function sortKey(orders: readonly Order[], document: QueryDocument): FirestoreValue[] | undefined {
  const key: FirestoreValue[] = [];
  for (const { path } of orders) {
    const value = valueAt(document, path);
    if (value === undefined) return undefined;
    key.push(value);
  }
  return key;
}

/** Compares as far as the shorter key goes, so that a cursor may have fewer values than there are orders. */
function compareKeys(
  orders: readonly Order[],
  a: readonly FirestoreValue[],
  b: readonly FirestoreValue[],
): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const order = compareValues(a[i] as FirestoreValue, b[i] as FirestoreValue);
    if (order !== 0) return (orders[i] as Order).direction === "ASCENDING" ? order : -order;
  }
  return 0;
}

function isInRange({ orderBy, startAt, endAt }: Query, key: FirestoreValue[]): boolean {
  if (startAt !== undefined) {
    const order = compareKeys(orderBy, key, startAt.values);
    if (startAt.before ? order < 0 : order <= 0) return false;
  }
  if (endAt !== undefined) {
    const order = compareKeys(orderBy, key, endAt.values);
    if (endAt.before ? order >= 0 : order > 0) return false;
  }
  return true;
}
