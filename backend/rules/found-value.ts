/**
 * What is certain of a field in every document that a query can find, although no document is looked at. Whatever is
 * not certain has no value, so that nothing is granted by it and nothing is by its negation.
 */
import { noValue } from "./evaluation.ts";
import type { ServiceValue } from "./service-value.ts";

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

type Comparison = "<" | "<=" | ">" | ">=";

/** @throws noValue where it is not certain */
export function foundEquals({ facts }: FoundValue, other: ServiceValue): boolean {
  const type = typeOf(other);
  if (facts.type !== undefined && type !== undefined && type !== facts.type) return false;
  const scalar = scalarOf(other);
  if (scalar === undefined) throw noValue;
  if (facts.equals !== undefined) return isSame(facts.equals, scalar);
  if (facts.differs?.some((value) => isSame(value, scalar)) === true) return false;
  if (isOutside(facts, scalar)) return false;
  throw noValue;
}

/** @throws noValue where it is not certain, and where such values have no order */
export function foundCompares(
  { facts }: FoundValue,
  operator: Comparison,
  other: ServiceValue,
): boolean {
  const scalar = scalarOf(other);
  if (scalar === undefined || typeOf(other) !== facts.type) throw noValue;
  if (facts.equals !== undefined) return holds(operator, orderOf(facts.equals, scalar));
  const isBelow = operator === "<" || operator === "<=";
  const includesEqual = operator === "<=" || operator === ">=";
  if (isBeyond(isBelow ? facts.upper : facts.lower, isBelow, scalar, includesEqual)) return true;
  // Its opposite: what is not less is more or equal.
  if (isBeyond(isBelow ? facts.lower : facts.upper, !isBelow, scalar, !includesEqual)) return false;
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

/** Whether `item` is in it. @throws noValue where it is not certain that it is */
export function foundHas({ facts }: FoundValue, item: ServiceValue): boolean {
  const scalar = scalarOf(item);
  if (scalar === undefined) throw noValue;
  if (facts.contains?.some((value) => isSame(value, scalar)) === true) return true;
  throw noValue;
}

/** Undefined where it is not known, or is none that a document can hold. */
function typeOf(value: ServiceValue): string | undefined {
  if (value === null) return "null";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint" || typeof value === "number") return "number";
  if (typeof value === "string") return "string";
  if (!("type" in value)) return "list";
  return value.type === "found" ? value.facts.type : documentTypes.get(value.type);
}

const documentTypes = new Map(
  ["map", "timestamp", "path", "bytes", "latlng"].map((type) => [type, type]),
);

/** Undefined for what is not one, or not known. */
function scalarOf(value: ServiceValue): FoundScalar | undefined {
  if (typeof value !== "object" || value === null) return value;
  if (!("type" in value)) return undefined;
  if (value.type === "found") return value.facts.equals;
  return value.type === "timestamp"
    ? { type: "timestamp", nanoseconds: value.nanoseconds }
    : undefined;
}

function isSame(one: FoundScalar, other: FoundScalar): boolean {
  if (typeof one === "object" && one !== null && typeof other === "object" && other !== null) {
    return one.nanoseconds === other.nanoseconds;
  }
  const isNumeric = typeof one === "bigint" || typeof one === "number";
  // `==` compares a bigint with a number by value.
  // oxlint-disable-next-line eqeqeq
  if (isNumeric && (typeof other === "bigint" || typeof other === "number")) return one == other;
  return one === other;
}

/** Of two of one type. @throws noValue when they have no order */
export function orderOf(one: FoundScalar, other: FoundScalar): number {
  if (typeof one === "string" && typeof other === "string") {
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  }
  const [left, right] = [magnitude(one), magnitude(other)];
  if (left < right) return -1;
  if (left > right) return 1;
  // Neither less nor more than NaN, and not the same.
  if (Number.isNaN(left) || Number.isNaN(right)) throw noValue;
  return 0;
}

function magnitude(value: FoundScalar): bigint | number {
  if (typeof value === "bigint" || typeof value === "number") return value;
  if (typeof value === "object" && value !== null) return value.nanoseconds;
  throw noValue;
}

function holds(operator: Comparison, order: number): boolean {
  switch (operator) {
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
}

/**
 * Whether whatever is within the bound is less than `value` (or more, unless `isBelow`); `orEqual`: or equal.
 */
function isBeyond(
  bound: FoundBound | undefined,
  isBelow: boolean,
  value: FoundScalar,
  orEqual: boolean,
): boolean {
  if (bound === undefined) return false;
  const order = orderOf(bound.value, value);
  if (order === 0) return orEqual || !bound.inclusive;
  return isBelow ? order < 0 : order > 0;
}

/** Of the type of the bounds, if there are any. */
function isOutside({ lower, upper }: FieldFacts, value: FoundScalar): boolean {
  return isBeyond(upper, true, value, false) || isBeyond(lower, false, value, false);
}
