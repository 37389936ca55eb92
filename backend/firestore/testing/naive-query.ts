/**
 * What a query means, by looking at every document: filter, sort, cut. It judges the service, so it takes the request as
 * it goes over the wire and shares nothing with the service but the order of values (`compareValues`) and the reading of
 * field paths. It expects a valid request with canonical values, and does not care how long it takes.
 * https://firebase.google.com/docs/firestore/query-data/queries and …/order-limit-data
 */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import { readFieldPath } from "../field-path.ts";
import { compareUtf8 } from "../text-order.ts";
import { compareValues, doubleOf, isNumber, rankOf } from "../value.ts";
import { nameOf } from "./open-documents.ts";

export type NaiveDocument = { path: string; fields: FirestoreFields };

type WireField = { fieldPath: string };
export type WireFilter =
  | { compositeFilter: { op: "AND" | "OR"; filters: WireFilter[] } }
  | { fieldFilter: { field: WireField; op: string; value: FirestoreValue } }
  | { unaryFilter: { field: WireField; op: string } };
export type WireOrder = { field: WireField; direction?: "ASCENDING" | "DESCENDING" };
export type WireCursor = { values: FirestoreValue[]; before?: boolean };
export type WireQuery = {
  from: { collectionId?: string; allDescendants?: boolean }[];
  select?: { fields: WireField[] };
  where?: WireFilter;
  orderBy?: WireOrder[];
  startAt?: WireCursor;
  endAt?: WireCursor;
  offset?: number;
  limit?: number;
};
export type WireAggregation =
  | { count: { upTo?: string } }
  | { sum: { field: WireField } }
  | { avg: { field: WireField } };

const INEQUALITIES: Record<string, (order: number) => boolean> = {
  LESS_THAN: (order) => order < 0,
  LESS_THAN_OR_EQUAL: (order) => order <= 0,
  GREATER_THAN: (order) => order > 0,
  GREATER_THAN_OR_EQUAL: (order) => order >= 0,
};
/** These order the result by their field. */
const ORDERING = [...Object.keys(INEQUALITIES), "NOT_EQUAL", "NOT_IN", "IS_NOT_NULL", "IS_NOT_NAN"];

/** The documents in order, their fields as `select` leaves them. */
export function naiveQuery(
  documents: readonly NaiveDocument[],
  query: WireQuery,
  parent = "",
): NaiveDocument[] {
  return found(documents, query, parent).map(({ path, fields }) => ({
    path,
    fields: query.select === undefined ? fields : selected(fields, query.select.fields),
  }));
}

export function naiveAggregate(
  documents: readonly NaiveDocument[],
  query: WireQuery,
  aggregations: readonly WireAggregation[],
  parent = "",
): FirestoreValue[] {
  // A document that lacks a field of one aggregation is in none of them.
  const paths = aggregations.flatMap((one) =>
    "count" in one ? [] : [("sum" in one ? one.sum : one.avg).field.fieldPath],
  );
  const whole = documents.filter((document) =>
    paths.every((path) => valueOf(document, path) !== undefined),
  );
  const result = found(whole, query, parent);
  return aggregations.map((one): FirestoreValue => {
    if ("count" in one) {
      const upTo = one.count.upTo === undefined ? Infinity : Number(one.count.upTo);
      return { integerValue: String(Math.min(result.length, upTo)) };
    }
    const { fieldPath } = ("sum" in one ? one.sum : one.avg).field;
    const numbers = result.map((document) => valueOf(document, fieldPath)).filter(isNumeric);
    return "sum" in one ? sumOf(numbers) : averageOf(numbers);
  });
}

function found(
  documents: readonly NaiveDocument[],
  query: WireQuery,
  parent: string,
): NaiveDocument[] {
  const orders = completeOrders(query);
  const { startAt, endAt, offset = 0, limit } = query;
  const compare = (a: FirestoreValue[], b: FirestoreValue[]): number => {
    for (const [index, { direction }] of orders.entries()) {
      const [left, right] = [a[index], b[index]];
      // A cursor may say less than there are orders.
      if (left === undefined || right === undefined) return 0;
      const order = compareValues(left, right);
      if (order !== 0) return direction === "DESCENDING" ? -order : order;
    }
    return 0;
  };
  const rows = documents
    .filter((document) => isBelow(document.path, query.from[0] ?? {}, parent))
    .filter((document) => query.where === undefined || isMatch(document, query.where))
    .map((document) => {
      const key = orders.map(({ field }) => valueOf(document, field.fieldPath));
      return { document, key };
    })
    .filter((row): row is { document: NaiveDocument; key: FirestoreValue[] } =>
      row.key.every((value) => value !== undefined),
    )
    .filter(({ key }) => {
      if (startAt !== undefined) {
        const order = compare(key, startAt.values);
        if (startAt.before === true ? order < 0 : order <= 0) return false;
      }
      if (endAt === undefined) return true;
      const order = compare(key, endAt.values);
      return endAt.before === true ? order < 0 : order <= 0;
    })
    .toSorted((a, b) => compare(a.key, b.key))
    .map(({ document }) => document);
  return rows.slice(offset, limit === undefined ? undefined : offset + limit);
}

/** After the given orders come the fields of inequalities by name, then the name, all in the last given direction. */
export function completeOrders({ orderBy = [], where }: WireQuery): WireOrder[] {
  const direction = orderBy.at(-1)?.direction ?? "ASCENDING";
  const ranged = where === undefined ? [] : orderingFieldsOf(where);
  const implied = ranged.filter((path) => path !== "__name__").toSorted(comparePathTexts);
  const orders = [...orderBy];
  for (const fieldPath of [...implied, "__name__"]) {
    if (orders.some(({ field }) => field.fieldPath === fieldPath)) continue;
    orders.push({ field: { fieldPath }, direction });
  }
  return orders;
}

function orderingFieldsOf(filter: WireFilter): string[] {
  if ("compositeFilter" in filter) return filter.compositeFilter.filters.flatMap(orderingFieldsOf);
  const { op, field } = "fieldFilter" in filter ? filter.fieldFilter : filter.unaryFilter;
  return ORDERING.includes(op) ? [field.fieldPath] : [];
}

function comparePathTexts(a: string, b: string): number {
  const [pathA, pathB] = [readFieldPath(a, "order"), readFieldPath(b, "order")];
  for (const [index, name] of pathA.entries()) {
    const other = pathB[index];
    if (other === undefined) return 1;
    if (name !== other) return compareUtf8(name, other);
  }
  return pathA.length - pathB.length;
}

function isBelow(
  path: string,
  { collectionId, allDescendants = false }: WireQuery["from"][number],
  parent: string,
): boolean {
  const collection = path.slice(0, path.lastIndexOf("/"));
  const prefix = parent === "" ? "" : `${parent}/`;
  if (!allDescendants) return collection === `${prefix}${collectionId}`;
  if (!path.startsWith(prefix)) return false;
  return collectionId === undefined || collection.split("/").at(-1) === collectionId;
}

function valueOf(document: NaiveDocument, fieldPath: string): FirestoreValue | undefined {
  if (fieldPath === "__name__") return { referenceValue: nameOf(document.path) };
  let value: FirestoreValue | undefined = { mapValue: { fields: document.fields } };
  for (const name of readFieldPath(fieldPath, "field")) {
    if (value === undefined || !("mapValue" in value)) return undefined;
    const fields: FirestoreFields = value.mapValue.fields ?? {};
    value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  }
  return value;
}

function isMatch(document: NaiveDocument, filter: WireFilter): boolean {
  if ("compositeFilter" in filter) {
    const { op, filters } = filter.compositeFilter;
    return op === "AND"
      ? filters.every((one) => isMatch(document, one))
      : filters.some((one) => isMatch(document, one));
  }
  const { field, op } = "fieldFilter" in filter ? filter.fieldFilter : filter.unaryFilter;
  const value = valueOf(document, field.fieldPath);
  // No operator finds a document without the field.
  if (value === undefined) return false;
  return "fieldFilter" in filter ? isFound(value, op, filter.fieldFilter.value) : isOf(value, op);
}

function isOf(value: FirestoreValue, op: string): boolean {
  if (op === "IS_NULL") return "nullValue" in value;
  if (op === "IS_NAN") return isNaNumber(value);
  // "Is not" never finds null either.
  if ("nullValue" in value) return false;
  return op === "IS_NOT_NULL" || !isNaNumber(value);
}

function isFound(value: FirestoreValue, op: string, operand: FirestoreValue): boolean {
  const inequality = INEQUALITIES[op];
  if (inequality !== undefined) {
    // Only == and != know null and NaN (https://github.com/firebase/firebase-js-sdk/pull/3960).
    if (isSpecial(value) || isSpecial(operand)) return false;
    return rankOf(value) === rankOf(operand) && inequality(compareValues(value, operand));
  }
  switch (op) {
    case "EQUAL":
      return isSame(value, operand);
    case "NOT_EQUAL":
      return !("nullValue" in value) && !isSame(value, operand);
    case "IN":
      return membersOf(operand).some((one) => !isSpecial(one) && isSame(one, value));
    case "NOT_IN":
      if ("nullValue" in value || membersOf(operand).some((one) => "nullValue" in one))
        return false;
      return !membersOf(operand).some((one) => isSame(one, value));
    case "ARRAY_CONTAINS":
      return !isSpecial(operand) && membersOf(value).some((one) => isSame(one, operand));
    case "ARRAY_CONTAINS_ANY":
      return membersOf(value).some(
        (one) => !isSpecial(one) && membersOf(operand).some((wanted) => isSame(one, wanted)),
      );
  }
  throw new Error(`There is no operator ${op}.`);
}

function membersOf(value: FirestoreValue): FirestoreValue[] {
  return "arrayValue" in value ? (value.arrayValue.values ?? []) : [];
}

function isSame(a: FirestoreValue, b: FirestoreValue): boolean {
  return compareValues(a, b) === 0;
}

function isSpecial(value: FirestoreValue): boolean {
  return "nullValue" in value || isNaNumber(value);
}

function isNaNumber(value: FirestoreValue): boolean {
  return "doubleValue" in value && value.doubleValue === "NaN";
}

type NumberOf = Extract<FirestoreValue, { integerValue: string } | { doubleValue: unknown }>;

function isNumeric(value: FirestoreValue | undefined): value is NumberOf {
  return value !== undefined && isNumber(value);
}

function sumOf(numbers: NumberOf[]): FirestoreValue {
  const integers = numbers.flatMap((one) =>
    "integerValue" in one ? [BigInt(one.integerValue)] : [],
  );
  const whole = integers.reduce((sum, one) => sum + one, 0n);
  if (integers.length === numbers.length && BigInt.asIntN(64, whole) === whole) {
    return { integerValue: String(whole) };
  }
  return { doubleValue: toWire(doubleSum(numbers)) };
}

function averageOf(numbers: NumberOf[]): FirestoreValue {
  if (numbers.length === 0) return { nullValue: null };
  return { doubleValue: toWire(doubleSum(numbers) / numbers.length) };
}

function doubleSum(numbers: NumberOf[]): number {
  return numbers.map(doubleOf).reduce((sum, one) => sum + one, 0);
}

function toWire(double: number): number | "NaN" | "Infinity" | "-Infinity" {
  return Number.isFinite(double) ? double : (String(double) as "NaN" | "Infinity" | "-Infinity");
}

function selected(fields: FirestoreFields, wanted: readonly WireField[]): FirestoreFields {
  const result: FirestoreFields = {};
  for (const { fieldPath } of wanted) {
    if (fieldPath === "__name__") continue;
    const value = valueOf({ path: "", fields }, fieldPath);
    if (value === undefined) continue;
    const path = readFieldPath(fieldPath, "select");
    let into = result;
    for (const name of path.slice(0, -1)) {
      const there = into[name];
      const below: FirestoreFields =
        there !== undefined && "mapValue" in there ? { ...there.mapValue.fields } : {};
      into[name] = { mapValue: { fields: below } };
      into = below;
    }
    into[path.at(-1) ?? ""] = value;
  }
  return result;
}
