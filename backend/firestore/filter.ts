/** The `where` of a query. */
import type { FirestoreValue } from "#lib/firestore-value.ts";
import type { FieldPath } from "./field-path.ts";

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

export function isComposite(filter: Filter): filter is CompositeFilter {
  return filter.kind === "and" || filter.kind === "or";
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
