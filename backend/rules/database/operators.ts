/**
 * Binary operators of Realtime Database rules. They throw `noValue` where the types do not fit, and where Firebase does
 * not say what comes out; `tooCostly` for more text than the request may look at.
 */
import { charsOfStep, type DatabaseBudget } from "./budget.ts";
import { type DatabaseType, mayBe, mayBeSame, type ValueType } from "./value-type.ts";
import { noValue } from "../evaluation.ts";
import type { BinaryOperator } from "../expression.ts";

export type DatabaseOperator = {
  /** Undefined when no values of these types have a result. */
  typeOf(left: DatabaseType, right: DatabaseType): ValueType | undefined;
  /** What it takes, for errors. */
  takes: string;
  call(left: unknown, right: unknown, budget: DatabaseBudget): unknown;
};

export const databaseOperators = new Map<BinaryOperator, DatabaseOperator>([
  ["==", equality((isSame) => isSame)],
  ["===", equality((isSame) => isSame)],
  ["!=", equality((isSame) => !isSame)],
  ["!==", equality((isSame) => !isSame)],
  ["<", comparison((left, right) => left < right)],
  ["<=", comparison((left, right) => left <= right)],
  [">", comparison((left, right) => left > right)],
  [">=", comparison((left, right) => left >= right)],
  [
    "+",
    {
      typeOf: typeOfSum,
      takes: "numbers and texts",
      call: (left, right, budget) =>
        typeof left === "string" || typeof right === "string"
          ? joined(left, right, budget)
          : finite(toNumber(left) + toNumber(right)),
    },
  ],
  ["-", arithmetic((left, right) => left - right)],
  ["*", arithmetic((left, right) => left * right)],
  // Whatever is divided by zero is not a number.
  ["/", arithmetic((left, right) => (right === 0 ? Number.NaN : left / right))],
  ["%", arithmetic((left, right) => left % right)],
]);

export function toNumber(value: unknown): number {
  if (typeof value !== "number") throw noValue;
  return value;
}

function equality(holds: (isSame: boolean) => boolean): DatabaseOperator {
  return {
    typeOf: (left, right) =>
      [left, right].some((type) => type === "snapshot" || type === "query") ? undefined : "boolean",
    takes: "values, as .val() gives one",
    call: (left, right, budget) => holds(isSame(left, right, budget)),
  };
}

function isSame(left: unknown, right: unknown, budget: DatabaseBudget): boolean {
  if (typeof left === "string" && typeof right === "string") spendOnBoth(left, right, budget);
  if (isObject(left) && isObject(right)) throw noValue;
  if (Number.isNaN(left) && Number.isNaN(right)) throw noValue;
  return left === right;
}

function spendOnBoth(left: string, right: string, budget: DatabaseBudget): void {
  budget.spend(Math.min(left.length, right.length) / charsOfStep.compared);
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

function comparison(
  holds: <Side extends number | string>(left: Side, right: Side) => boolean,
): DatabaseOperator {
  return {
    typeOf: (left, right) =>
      mayBeSame(left, right, ["number", "string", "null"]) ? "boolean" : undefined,
    takes: "two numbers or two texts",
    call(left, right, budget) {
      if (typeof left === "string" && typeof right === "string") {
        spendOnBoth(left, right, budget);
        return holds(left, right);
      }
      return holds(toNumber(left), toNumber(right));
    },
  };
}

function arithmetic(calculate: (left: number, right: number) => number): DatabaseOperator {
  return {
    typeOf: (left, right) =>
      mayBe(left, ["number"]) && mayBe(right, ["number"]) ? "number" : undefined,
    takes: "two numbers",
    call: (left, right) => finite(calculate(toNumber(left), toNumber(right))),
  };
}

function finite(result: number): number {
  if (Math.abs(result) === Infinity) throw noValue;
  return result;
}

function typeOfSum(left: DatabaseType, right: DatabaseType): ValueType | undefined {
  const sides = [left, right];
  if (!sides.every((side) => mayBe(side, ["number", "string"]))) return undefined;
  if (sides.includes("string")) return "string";
  return sides.every((side) => side === "number") ? "number" : "primitive";
}

function joined(left: unknown, right: unknown, budget: DatabaseBudget): string {
  const [before, after] = [textOf(left), textOf(right)];
  budget.spend((before.length + after.length) / charsOfStep.joined);
  return before + after;
}

/** Of numbers, as far as nobody would write it otherwise. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const text = String(toNumber(value));
  if (text.includes("e")) throw noValue;
  return text;
}
