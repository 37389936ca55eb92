/** Operators of Firestore and Storage rules. They throw `noValue` where the types do not fit. */
import type { BinaryOperator } from "./expression.ts";
import { noValue } from "./evaluation.ts";
import { foundCompares, foundHas, foundHasType } from "./found-value.ts";
import { equals, includes } from "./service-equality.ts";
import { toInteger } from "./service-numbers.ts";
import type { Budget } from "./service-run.ts";
import { durationOf, timestampOf } from "./service-time.ts";
import {
  hasType,
  isFound,
  isMap,
  isNumber,
  itemsOf,
  type ServiceDuration,
  type ServiceTimestamp,
  type ServiceValue,
} from "./service-value.ts";

type Operator = (left: ServiceValue, right: ServiceValue, budget: Budget) => ServiceValue;
type Ordering = "<" | "<=" | ">" | ">=";

/** `is` is not here: its right side is the name of a type. */
export const serviceOperators = new Map<BinaryOperator, Operator>([
  ["==", (left, right) => equals(left, right)],
  ["!=", (left, right) => !equals(left, right)],
  ["<", comparison("<", ">", (order) => order < 0)],
  ["<=", comparison("<=", ">=", (order) => order <= 0)],
  [">", comparison(">", "<", (order) => order > 0)],
  [">=", comparison(">=", "<=", (order) => order >= 0)],
  ["in", isIn],
  ["+", add],
  ["-", subtract],
  [
    "*",
    arithmetic(
      (left, right) => left * right,
      (left, right) => left * right,
    ),
  ],
  [
    "/",
    divisor(
      arithmetic(
        (left, right) => left / right,
        (left, right) => left / right,
      ),
    ),
  ],
  [
    "%",
    divisor(
      arithmetic(
        (left, right) => left % right,
        (left, right) => left % right,
      ),
    ),
  ],
]);

export function isOfType(value: ServiceValue, type: string): boolean {
  return isFound(value) ? foundHasType(value, type) : hasType(value, type);
}

/** @param flipped the operator with its sides exchanged */
function comparison(
  operator: Ordering,
  flipped: Ordering,
  holds: (order: number) => boolean,
): Operator {
  return (left, right) => {
    if (isFound(left)) return foundCompares(left, operator, right);
    if (isFound(right)) return foundCompares(right, flipped, left);
    return holds(compare(left, right));
  };
}

function compare(left: ServiceValue, right: ServiceValue): number {
  if (isNumber(left) && isNumber(right)) {
    if (left < right) return -1;
    if (left > right) return 1;
    // NaN is neither less nor more, and has no order.
    return Number(left) === Number(right) ? 0 : Number.NaN;
  }
  if (typeof left === "string" && typeof right === "string") {
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  const [one, other] = [instant(left), instant(right)];
  if (one.type !== other.type) throw noValue;
  return Number(one.nanoseconds - other.nanoseconds);
}

function isIn(wanted: ServiceValue, within: ServiceValue, budget: Budget): boolean {
  if (isFound(within)) return foundHas(within, wanted);
  if (!isMap(within)) {
    const items = itemsOf(within);
    budget.spend(Math.ceil(items.length / 50));
    return includes(items, wanted);
  }
  if (typeof wanted !== "string") throw noValue;
  return within.get(wanted) !== undefined;
}

function add(left: ServiceValue, right: ServiceValue, budget: Budget): ServiceValue {
  if (typeof left === "string" && typeof right === "string") {
    // A function can double a text again and again.
    budget.spend(Math.ceil((left.length + right.length) / 100));
    return left + right;
  }
  if (isNumber(left)) return addNumbers(left, right, budget);
  const [one, other] = [instant(left), instant(right)];
  if (one.type === "timestamp" && other.type === "timestamp") throw noValue;
  const sum = one.nanoseconds + other.nanoseconds;
  return one.type === other.type ? durationOf(sum) : timestampOf(sum);
}

const addNumbers = arithmetic(
  (left, right) => left + right,
  (left, right) => left + right,
);

const subtractNumbers = arithmetic(
  (left, right) => left - right,
  (left, right) => left - right,
);

function subtract(left: ServiceValue, right: ServiceValue, budget: Budget): ServiceValue {
  if (isNumber(left)) return subtractNumbers(left, right, budget);
  const [one, other] = [instant(left), instant(right)];
  if (one.type === "duration" && other.type === "timestamp") throw noValue;
  const rest = one.nanoseconds - other.nanoseconds;
  return one.type === other.type ? durationOf(rest) : timestampOf(rest);
}

/** Integers are 64 bits wide and divide toward zero; with a float, both are floats. */
function arithmetic(
  ofIntegers: (left: bigint, right: bigint) => bigint,
  ofFloats: (left: number, right: number) => number,
): Operator {
  return (left, right) => {
    if (!isNumber(left) || !isNumber(right)) throw noValue;
    if (typeof left === "number" || typeof right === "number") {
      return ofFloats(Number(left), Number(right));
    }
    return toInteger(ofIntegers(left, right));
  };
}

function divisor(operator: Operator): Operator {
  return (left, right, budget) => {
    if (right === 0n || right === 0) throw noValue;
    return operator(left, right, budget);
  };
}

function instant(value: ServiceValue): ServiceTimestamp | ServiceDuration {
  if (typeof value === "object" && value !== null && "nanoseconds" in value) return value;
  throw noValue;
}
