/** A filter as its alternatives, each a list of simple filters that must all hold: what one pass over indexes can answer. */
import { type Filter, type LeafFilter, isComposite } from "./filter.ts";
import { isFindable } from "./value.ts";

/** `IN` and `ARRAY_CONTAINS_ANY` are alternatives, too. How many there are is bounded when the filter is parsed. */
export function toDisjuncts(filter: Filter | undefined): LeafFilter[][] {
  if (filter === undefined) return [[]];
  if (!isComposite(filter)) return alternativesOf(filter).map((leaf) => [leaf]);
  if (filter.kind === "or") return filter.filters.flatMap(toDisjuncts);
  let combined: LeafFilter[][] = [[]];
  for (const part of filter.filters) {
    const alternatives = toDisjuncts(part);
    combined = combined.flatMap((left) => alternatives.map((right) => [...left, ...right]));
  }
  return combined;
}

function alternativesOf(leaf: LeafFilter): LeafFilter[] {
  if (leaf.kind !== "list" || leaf.operator === "NOT_IN") return [leaf];
  const operator = leaf.operator === "IN" ? "EQUAL" : "ARRAY_CONTAINS";
  return leaf.values
    .filter(isFindable)
    .map((value) => ({ kind: "field", operator, path: leaf.path, value }));
}
