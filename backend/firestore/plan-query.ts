/**
 * Which indexes answer a query. Each alternative of its filter becomes one walk, or several walks that meet, over entries
 * of the same form: an exact part that is the same for all of them (the *prefix*), then the fields of the order and the
 * name (the *suffix*). What is within a range of suffixes, and in all the walks, is the answer, in order.
 */
import { type ByteRange, EVERYTHING, after, intersect, invertRange } from "./byte-ranges.ts";
import { chooseIndexes } from "./choose-indexes.ts";
import {
  type Conditions,
  type Exact,
  fieldKey,
  readConditions,
  referenceOf,
} from "./conditions.ts";
import { toDisjuncts } from "./disjuncts.ts";
import { encodeValue, invert } from "./encode-value.ts";
import { invalidArgument } from "./errors.ts";
import { isNamePath } from "./field-path.ts";
import { isInequality, leavesOf } from "./filter.ts";
import type { ActiveIndexes, IndexScope } from "./index-definition.ts";
import { type NameSpace, placeOfName } from "./names.ts";
import type { Cursor, Order, Query } from "./query.ts";

/** Bytes of a suffix are inverted where the order descends, so a plan's suffixes ascend. */
export type Walk = {
  prefix: Uint8Array;
  /** The entries themselves ascend: they are read from the end and inverted. */
  isBackward: boolean;
};

export type WalkPlan = {
  walks: Walk[];
  /** Of suffixes; ascending. */
  ranges: ByteRange[];
  /** What components of the suffix beyond the first must be within. */
  filters: { component: number; ranges: ByteRange[] }[];
  /** For each component of the suffix whether its bytes are inverted. */
  inverted: boolean[];
  /** For each order of the query its bytes where they are the same for all, else undefined: the next of the suffix. */
  fixed: (Uint8Array | undefined)[];
};

export type PlanInput = {
  query: Query;
  /** Undefined: all documents, which have an order by name only. */
  collectionId: string | undefined;
  scope: IndexScope;
  space: NameSpace;
  /** Encoded path of the document below which a group is looked for. */
  below: Uint8Array | undefined;
  active: ActiveIndexes;
};

/**
 * One plan for each alternative; none when nothing can be found.
 * @throws OperationError FAILED_PRECONDITION when an index is missing, INVALID_ARGUMENT when there can be none.
 */
export function planQuery(input: PlanInput): WalkPlan[] {
  const { query, space, below } = input;
  checkName(query);
  return toDisjuncts(query.where).flatMap((leaves) => {
    const conditions = readConditions(leaves, space, below);
    const plan = conditions && planAlternative(input, conditions);
    return plan === undefined ? [] : [plan];
  });
}

/** As Firestore's production answers. */
function checkName({ orderBy, where }: Query): void {
  if (!isNamePath((orderBy.at(-1) as Order).path)) {
    throw invalidArgument("The order must not have more fields after __name__.");
  }
  const leaves = where === undefined ? [] : leavesOf(where);
  const ranged = leaves.filter(isInequality).map(({ path }) => path);
  const isNameExact = leaves.some((leaf) => isNamePath(leaf.path) && !isInequality(leaf));
  if (isNameExact && ranged.length > 0 && !ranged.some(isNamePath)) {
    throw invalidArgument(
      "Equality on __name__ is not allowed beside inequalities of other fields only.",
    );
  }
}

function planAlternative(input: PlanInput, conditions: Conditions): WalkPlan | undefined {
  const { query, space } = input;
  const orders = query.orderBy;
  const equal = new Map(
    conditions.exact
      .filter(({ kind }) => kind === "equals")
      .map((exact) => [fieldKey(exact.path), exact]),
  );
  const fixed = orders.map((order) => fixedBytes(order, equal));
  const suffix = orders.filter((_, index) => fixed[index] === undefined);
  const walks = walksOf(input, conditions.exact, suffix);
  const bounds = suffix.map(({ path, direction }) => {
    const ranges = isNamePath(path) ? conditions.names : conditions.ranges.get(fieldKey(path));
    if (ranges === undefined || ranges.includes(EVERYTHING)) return [EVERYTHING];
    return direction === "ASCENDING" ? ranges : ranges.map(invertRange).toReversed();
  });
  const cursor = cursorRange(query, orders, fixed, space);
  const ranges = intersect(bounds[0] as ByteRange[], [cursor]);
  if (ranges.length === 0) return undefined;
  return {
    walks,
    ranges,
    filters: bounds.flatMap((ranges, component) =>
      component === 0 || ranges.includes(EVERYTHING) ? [] : [{ component, ranges }],
    ),
    inverted: suffix.map(({ direction }) => direction === "DESCENDING"),
    fixed,
  };
}

function walksOf(
  { collectionId, scope, active }: PlanInput,
  exact: readonly Exact[],
  suffix: readonly Order[],
): Walk[] {
  if (collectionId !== undefined) {
    return chooseIndexes({ collectionId, scope, active, exact, suffix });
  }
  if (exact.length > 0 || suffix.length > 1) {
    throw new Error("Parsing lets a query without a collection id ask for names only.");
  }
  const isBackward = suffix[0]?.direction === "DESCENDING";
  return [{ prefix: new Uint8Array(0), isBackward }];
}

function fixedBytes(order: Order, equal: ReadonlyMap<string, Exact>): Uint8Array | undefined {
  const exact = equal.get(fieldKey(order.path));
  return exact && directed(exact.bytes, order);
}

function directed(bytes: Uint8Array, { direction }: Order): Uint8Array {
  return direction === "ASCENDING" ? bytes : invert(bytes);
}

/** What is between the cursors, as suffixes: the orders whose bytes are fixed are not part of them. */
function cursorRange(
  { startAt, endAt }: Pick<Query, "startAt" | "endAt">,
  orders: readonly Order[],
  fixed: readonly (Uint8Array | undefined)[],
  space: NameSpace,
): ByteRange {
  return {
    from: startAt === undefined ? EVERYTHING.from : bound(startAt, orders, fixed, space),
    to: endAt === undefined ? EVERYTHING.to : bound(endAt, orders, fixed, space),
  };
}

function bound(
  { values, before }: Cursor,
  orders: readonly Order[],
  fixed: readonly (Uint8Array | undefined)[],
  space: NameSpace,
): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [index, value] of values.entries()) {
    const order = orders[index];
    if (order === undefined) break;
    if (isNamePath(order.path)) {
      const { bytes, isInside } = placeOfName(space, referenceOf(value));
      // Outside, all names that agree so far are on the same side of it.
      const isBefore = (bytes.length === 0) === (order.direction === "ASCENDING");
      if (!isInside) return isBefore ? Buffer.concat(parts) : after(Buffer.concat(parts));
      parts.push(directed(bytes, order));
      continue;
    }
    const bytes = directed(encodeValue(value), order);
    const same = fixed[index];
    if (same === undefined) {
      parts.push(bytes);
      continue;
    }
    const difference = Buffer.compare(same, bytes);
    if (difference > 0) return Buffer.concat(parts);
    if (difference < 0) return after(Buffer.concat(parts));
  }
  const place = Buffer.concat(parts);
  return before ? place : after(place);
}
