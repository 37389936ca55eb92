/**
 * What is certain of a field in every document that a query can find, although no document is looked at. Whatever is
 * not certain has no value, so that nothing is granted by it and nothing is by its negation.
 */
import { noValue } from "../evaluation.ts";
import type { Spender } from "./budget.ts";
import { fulfils, isSamePlain, orderOf, type Ordering } from "./order.ts";
import type { ServiceValue } from "./value.ts";

export type FoundValue = { type: "found"; facts: FieldFacts };

/** Of a field that is there. Texts order by their UTF-8 bytes in queries and in rules. */
export type FieldFacts = {
  /** As after `is`; `number` for an integer or a float. Undefined: not known. */
  type?: string;
  /** The number that it equals, as an integer or as a float: 5 finds 5.0. */
  equals?: bigint | number;
  lower?: FoundBound;
  upper?: FoundBound;
  /** What it is not. */
  differs?: readonly FoundScalar[];
  /** Items of the list that it is. */
  contains?: readonly FoundScalar[];
};

export type FoundBound = { value: FoundScalar; inclusive: boolean };

/** What is the same in rules exactly when queries find it the same. */
export type FoundScalar =
  | null
  | boolean
  | bigint
  | number
  | string
  | { type: "timestamp"; nanoseconds: bigint };

/** @throws noValue where it is not certain, tooCostly */
export function foundEquals({ facts }: FoundValue, other: ServiceValue, budget: Spender): boolean {
  const type = foundTypeOf(other);
  if (facts.type !== undefined && type !== undefined && type !== facts.type) return false;
  const scalar = scalarOf(other);
  if (scalar === undefined) throw noValue;
  if (facts.equals !== undefined) return isSame(facts.equals, scalar, budget);
  if (facts.differs?.some((value) => isSame(value, scalar, budget)) === true) return false;
  if (isOutside(facts, scalar, budget)) return false;
  throw noValue;
}

/** @throws noValue where it is not certain, where such values have no order, tooCostly */
export function foundCompares(
  { facts }: FoundValue,
  operator: Ordering,
  other: ServiceValue,
  budget: Spender,
): boolean {
  const scalar = scalarOf(other);
  if (scalar === undefined || foundTypeOf(other) !== facts.type) throw noValue;
  if (facts.equals !== undefined) {
    return fulfils(knownOrder(facts.equals, scalar, budget), operator);
  }
  const isBelow = operator === "<" || operator === "<=";
  const includesEqual = operator === "<=" || operator === ">=";
  const [near, far] = isBelow ? [facts.upper, facts.lower] : [facts.lower, facts.upper];
  if (isBeyond(near, isBelow, scalar, includesEqual, budget)) return true;
  // Its opposite: what is not less is more or equal.
  if (isBeyond(far, !isBelow, scalar, !includesEqual, budget)) return false;
  throw noValue;
}

/** @throws noValue where it is not certain */
export function foundHasType({ facts }: FoundValue, typeName: string): boolean {
  if (typeName === "null" && facts.differs?.includes(null) === true) return false;
  if (facts.type === undefined) throw noValue;
  const mayBe = facts.type === "number" && (typeName === "int" || typeName === "float");
  if (mayBe) throw noValue;
  return typeName === facts.type;
}

/** Whether `item` is in it. @throws noValue where it is not certain that it is, tooCostly */
export function foundHas(found: FoundValue, item: ServiceValue, budget: Spender): boolean {
  if (hasForCertain(found, item, budget)) return true;
  throw noValue;
}

/** @throws tooCostly */
export function hasForCertain({ facts }: FoundValue, item: ServiceValue, budget: Spender): boolean {
  const scalar = scalarOf(item);
  if (scalar === undefined || facts.contains === undefined) return false;
  return facts.contains.some((value) => isSame(value, scalar, budget));
}

/**
 * As after `is`, with `number` for both kinds. Undefined where it is not known, or is none that a document can hold.
 */
export function foundTypeOf(value: ServiceValue): string | undefined {
  if (value === null) return "null";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint" || typeof value === "number") return "number";
  if (typeof value === "string") return "string";
  if (!("type" in value)) return "list";
  if (value.type === "found") return value.facts.type;
  return documentTypes.has(value.type) ? value.type : undefined;
}

const documentTypes: ReadonlySet<string> = new Set(["map", "timestamp", "path", "bytes", "latlng"]);

/** Undefined for what is not one, or not known. */
export function scalarOf(value: ServiceValue): FoundScalar | undefined {
  if (typeof value !== "object" || value === null) return value;
  if (!("type" in value)) return undefined;
  if (value.type === "found") return value.facts.equals;
  return value.type === "timestamp"
    ? { type: "timestamp", nanoseconds: value.nanoseconds }
    : undefined;
}

function isSame(one: FoundScalar, other: FoundScalar, budget: Spender): boolean {
  budget.spend(1 / 50);
  if (typeof one === "object" && one !== null && typeof other === "object" && other !== null) {
    return one.nanoseconds === other.nanoseconds;
  }
  return isSamePlain(one, other, budget);
}

/** @throws noValue when they have none, tooCostly */
export function knownOrder(one: FoundScalar, other: FoundScalar, budget: Spender): number {
  const order = orderOf(one, other, budget);
  // Neither less nor more than NaN, and not the same.
  if (Number.isNaN(order)) throw noValue;
  return order;
}

/**
 * Whether whatever is within the bound is less than `value` (or more, unless `isBelow`); `orEqual`: or equal.
 */
function isBeyond(
  bound: FoundBound | undefined,
  isBelow: boolean,
  value: FoundScalar,
  orEqual: boolean,
  budget: Spender,
): boolean {
  if (bound === undefined) return false;
  const order = knownOrder(bound.value, value, budget);
  if (order === 0) return orEqual || !bound.inclusive;
  return isBelow ? order < 0 : order > 0;
}

/** Of the type of the bounds, if there are any. */
function isOutside({ lower, upper }: FieldFacts, value: FoundScalar, budget: Spender): boolean {
  return (
    isBeyond(upper, true, value, false, budget) || isBeyond(lower, false, value, false, budget)
  );
}
