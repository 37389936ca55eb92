/** Operators and text methods of Realtime Database rules. They throw `noValue` where the types do not fit. */
import type { BinaryOperator } from "./expression.ts";
import { noValue } from "./evaluation.ts";

type Operator = (left: unknown, right: unknown) => unknown;

export const databaseOperators = new Map<BinaryOperator, Operator>([
  ["==", same],
  ["===", same],
  ["!=", (left, right) => !same(left, right)],
  ["!==", (left, right) => !same(left, right)],
  ["<", comparison((order) => order < 0)],
  ["<=", comparison((order) => order <= 0)],
  [">", comparison((order) => order > 0)],
  [">=", comparison((order) => order >= 0)],
  ["+", add],
  ["-", arithmetic((left, right) => left - right)],
  ["*", arithmetic((left, right) => left * right)],
  ["/", arithmetic((left, right) => left / right)],
  ["%", arithmetic((left, right) => left % right)],
]);

/** A node with children equals nothing, itself neither. */
function same(left: unknown, right: unknown): boolean {
  if (typeof left === "object" && left !== null) return false;
  return left === right;
}

function comparison(holds: (order: number) => boolean): Operator {
  return (left, right) => {
    if (typeof left === "number" && typeof right === "number") return holds(left - right);
    if (typeof left !== "string" || typeof right !== "string") throw noValue;
    return holds(left < right ? -1 : left > right ? 1 : 0);
  };
}

function arithmetic(calculate: (left: number, right: number) => number): Operator {
  return (left, right) => {
    if (typeof left !== "number" || typeof right !== "number") throw noValue;
    const result = calculate(left, right);
    if (!Number.isFinite(result)) throw noValue;
    return result;
  };
}

function add(left: unknown, right: unknown): unknown {
  if (typeof left === "string" && typeof right === "string") return left + right;
  if (typeof left === "string" && typeof right === "number") return `${left}${right}`;
  if (typeof left === "number" && typeof right === "string") return `${left}${right}`;
  return arithmetic((one, other) => one + other)(left, right);
}

/** `matches` is not here: its pattern is compiled with the rules. */
export const textMethods = new Map<
  string,
  { inputs: number; call: (text: string, ...inputs: string[]) => unknown }
>([
  ["contains", { inputs: 1, call: (text, part = "") => text.includes(part) }],
  ["beginsWith", { inputs: 1, call: (text, part = "") => text.startsWith(part) }],
  ["endsWith", { inputs: 1, call: (text, part = "") => text.endsWith(part) }],
  ["toLowerCase", { inputs: 0, call: (text) => text.toLowerCase() }],
  ["toUpperCase", { inputs: 0, call: (text) => text.toUpperCase() }],
  ["replace", { inputs: 2, call: replace }],
]);

const replacedLengthLimit = 100_000;

// An empty part is between all characters, so that a few calls could make any length.
function replace(text: string, part = "", by = ""): string {
  if (part === "" || text.length * Math.max(1, by.length) > replacedLengthLimit) throw noValue;
  return text.replaceAll(part, () => by);
}
