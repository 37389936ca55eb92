/** Operators of Firestore and Storage rules. They throw `noValue` where the types do not fit. */
import type { BinaryOperator } from "../expression.ts";
import { noValue } from "../evaluation.ts";
import { foundCompares, foundHas, foundHasType } from "./found-value.ts";
import type { Budget } from "./budget.ts";
import { equals, includes } from "./equality.ts";
import { toInteger } from "./numbers.ts";
import { fulfils, orderOf, type Ordering } from "./order.ts";
import { durationOf, instantOf, timestampOf } from "./time.ts";
import { hasType, isFound, isMap, isNumber, itemsOf, type ServiceValue, valueAt } from "./value.ts";

type Operator = (left: ServiceValue, right: ServiceValue, budget: Budget) => ServiceValue;

/** `is` is not here: its right side is the name of a type. */
export const serviceOperators = new Map<BinaryOperator, Operator>([
  ["==", equals],
  ["!=", (left, right, budget) => !equals(left, right, budget)],
  ["<", comparison("<", ">")],
  ["<=", comparison("<=", ">=")],
  [">", comparison(">", "<")],
  [">=", comparison(">=", "<=")],
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
function comparison(operator: Ordering, flipped: Ordering): Operator {
  return (left, right, budget) => {
    if (isFound(left)) return foundCompares(left, operator, right, budget);
    if (isFound(right)) return foundCompares(right, flipped, left, budget);
    return fulfils(orderOf(left, right, budget), operator);
  };
}

function isIn(wanted: ServiceValue, within: ServiceValue, budget: Budget): boolean {
  if (isFound(within)) return foundHas(within, wanted, budget);
  if (!isMap(within)) return includes(itemsOf(within), wanted, budget);
  if (typeof wanted !== "string") throw noValue;
  return valueAt(within, wanted, budget) !== undefined;
}

function add(left: ServiceValue, right: ServiceValue, budget: Budget): ServiceValue {
  if (typeof left === "string" && typeof right === "string") {
    // A function can double a text again and again.
    budget.spend((left.length + right.length) / 100);
    return left + right;
  }
  if (isNumber(left)) return addNumbers(left, right, budget);
  const [one, other] = [instantOf(left), instantOf(right)];
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
  const [one, other] = [instantOf(left), instantOf(right)];
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
