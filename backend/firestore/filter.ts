/** The `where` of a query, as pure functions over one document. */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import { type FieldPath, getAt, isNamePath } from "./field-path.ts";
import { compareValues, equalValues, isNaNValue, rankOf } from "./value.ts";

type InequalityOperator =
  | "LESS_THAN"
  | "LESS_THAN_OR_EQUAL"
  | "GREATER_THAN"
  | "GREATER_THAN_OR_EQUAL";
type ListOperator = "IN" | "NOT_IN" | "ARRAY_CONTAINS_ANY";
type UnaryOperator = "IS_NAN" | "IS_NULL" | "IS_NOT_NAN" | "IS_NOT_NULL";

export type Filter = CompositeFilter | LeafFilter;

type CompositeFilter = { kind: "and" | "or"; filters: Filter[] };

export type LeafFilter =
  | { kind: "unary"; operator: UnaryOperator; path: FieldPath }
  | { kind: "list"; operator: ListOperator; path: FieldPath; values: FirestoreValue[] }
  | {
      kind: "field";
      operator: InequalityOperator | "EQUAL" | "NOT_EQUAL" | "ARRAY_CONTAINS";
      path: FieldPath;
      value: FirestoreValue;
    };

/** A document as a query sees it; `name` is the full resource name. */
export type QueryDocument = { name: string; readonly fields: FirestoreFields };

export function matches(filter: Filter, document: QueryDocument): boolean {
  if (!isComposite(filter)) return matchesLeaf(filter, document);
  return filter.kind === "and"
    ? filter.filters.every((part) => matches(part, document))
    : filter.filters.some((part) => matches(part, document));
}

function isComposite(filter: Filter): filter is CompositeFilter {
  return filter.kind === "and" || filter.kind === "or";
}

function matchesLeaf(filter: LeafFilter, document: QueryDocument): boolean {
  const value = valueAt(document, filter.path);
  // A document without the field matches nothing, also not "is not".
  if (value === undefined) return false;
  if (filter.kind === "unary") return matchesUnary(filter.operator, value);
  if (filter.kind === "list") return matchesList(filter.operator, value, filter.values);
  return matchesField(filter.operator, value, filter.value);
}

export function valueAt(document: QueryDocument, path: FieldPath): FirestoreValue | undefined {
  return isNamePath(path) ? { referenceValue: document.name } : getAt(document.fields, path);
}

function matchesUnary(operator: UnaryOperator, value: FirestoreValue): boolean {
  switch (operator) {
    case "IS_NULL":
      return "nullValue" in value;
    case "IS_NOT_NULL":
      return !("nullValue" in value);
    case "IS_NAN":
      return isNaNValue(value);
    case "IS_NOT_NAN":
      return !isNaNValue(value) && !("nullValue" in value);
  }
}

function matchesList(
  operator: ListOperator,
  value: FirestoreValue,
  wanted: FirestoreValue[],
): boolean {
  switch (operator) {
    case "IN":
      return findable(wanted).some((one) => equalValues(one, value));
    case "ARRAY_CONTAINS_ANY":
      return findable(wanted).some((one) => containsValue(value, one));
    case "NOT_IN":
      if ("nullValue" in value || wanted.some((one) => "nullValue" in one)) return false;
      return !wanted.some((one) => equalValues(one, value));
  }
}

// Firestore finds null and NaN only by IS_NULL and IS_NAN (or EQUAL), never as members of a list.
function findable(values: FirestoreValue[]): FirestoreValue[] {
  return values.filter((value) => !("nullValue" in value) && !isNaNValue(value));
}

function containsValue(list: FirestoreValue, wanted: FirestoreValue): boolean {
  if (!("arrayValue" in list)) return false;
  return (list.arrayValue.values ?? []).some((element) => equalValues(element, wanted));
}

function matchesField(
  operator: InequalityOperator | "EQUAL" | "NOT_EQUAL" | "ARRAY_CONTAINS",
  value: FirestoreValue,
  wanted: FirestoreValue,
): boolean {
  switch (operator) {
    case "EQUAL":
      return equalValues(value, wanted);
    case "NOT_EQUAL":
      return !("nullValue" in value) && !equalValues(value, wanted);
    case "ARRAY_CONTAINS":
      return findable([wanted]).length > 0 && containsValue(value, wanted);
    default:
      return rankOf(value) === rankOf(wanted) && isOrdered(operator, compareValues(value, wanted));
  }
}

function isOrdered(operator: InequalityOperator, order: number): boolean {
  switch (operator) {
    case "LESS_THAN":
      return order < 0;
    case "LESS_THAN_OR_EQUAL":
      return order <= 0;
    case "GREATER_THAN":
      return order > 0;
    case "GREATER_THAN_OR_EQUAL":
      return order >= 0;
  }
}

/** Every simple filter of the tree, from left to right. */
export function leavesOf(filter: Filter): LeafFilter[] {
  return isComposite(filter) ? filter.filters.flatMap(leavesOf) : [filter];
}

/** Whether the filter asks for a range, so that the result is ordered by its field. */
export function isInequality(leaf: LeafFilter): boolean {
  if (leaf.kind === "unary")
    return leaf.operator === "IS_NOT_NAN" || leaf.operator === "IS_NOT_NULL";
  if (leaf.kind === "list") return leaf.operator === "NOT_IN";
  return leaf.operator !== "EQUAL" && leaf.operator !== "ARRAY_CONTAINS";
}

/** The number of alternatives of the filter in disjunctive normal form. */
export function countDisjunctions(filter: Filter): number {
  if (isComposite(filter)) {
    const counts = filter.filters.map(countDisjunctions);
    return filter.kind === "or"
      ? counts.reduce((sum, count) => sum + count, 0)
      : counts.reduce((product, count) => product * count, 1);
  }
  return filter.kind === "list" && filter.operator !== "NOT_IN" ? filter.values.length : 1;
}
