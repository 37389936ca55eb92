/** Operators of Firestore and Storage rules. They throw `noValue` where the types do not fit. */
import type { BinaryOperator } from "./expression.ts";
import { noValue } from "./evaluation.ts";
import type { Budget } from "./service-run.ts";
import { equals, includes, isMap, itemsOf, type ServiceValue } from "./service-value.ts";

type Operator = (left: ServiceValue, right: ServiceValue, budget: Budget) => ServiceValue;

/** `is` is not here: its right side is the name of a type. */
export const serviceOperators = new Map<BinaryOperator, Operator>([
  ["==", (left, right) => equals(left, right)],
  ["!=", (left, right) => !equals(left, right)],
  ["<", comparison((order) => order < 0)],
  ["<=", comparison((order) => order <= 0)],
  [">", comparison((order) => order > 0)],
  [">=", comparison((order) => order >= 0)],
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

function comparison(holds: (order: number) => boolean): Operator {
  return (left, right) => holds(compare(left, right));
}

function compare(left: ServiceValue, right: ServiceValue): number {
  if (isNumber(left) && isNumber(right)) {
    // NaN is neither less nor more: it has no order.
    return left < right ? -1 : left > right ? 1 : Number(left) === Number(right) ? 0 : Number.NaN;
  }
  if (typeof left === "string" && typeof right === "string") {
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  const [one, other] = [instant(left), instant(right)];
  if (one.type !== other.type) throw noValue;
  return Number(one.nanoseconds - other.nanoseconds);
}

function isIn(wanted: ServiceValue, within: ServiceValue, budget: Budget): boolean {
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
  const type = one.type === other.type ? "duration" : "timestamp";
  return { type, nanoseconds: one.nanoseconds + other.nanoseconds };
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
  const type = one.type === other.type ? "duration" : "timestamp";
  return { type, nanoseconds: one.nanoseconds - other.nanoseconds };
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

export function toInteger(value: bigint): bigint {
  if (BigInt.asIntN(64, value) !== value) throw noValue;
  return value;
}

export function isNumber(value: ServiceValue): value is bigint | number {
  return typeof value === "bigint" || typeof value === "number";
}

function instant(value: ServiceValue): { type: "timestamp" | "duration"; nanoseconds: bigint } {
  if (typeof value === "object" && value !== null && "nanoseconds" in value) return value;
  throw noValue;
}
