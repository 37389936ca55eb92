/** Operators of the naive evaluator: https://firebase.google.com/docs/rules/rules-language. */
import { durationOf, type Items, itemsOf, timestampOf, toInt } from "./naive-table.ts";
import {
  asNumber,
  compare,
  equals,
  has,
  isNumber,
  type Naive,
  nanoseconds,
  type Outcome,
  typeOf,
} from "./naive-values.ts";

/** All but `is`; both sides have a value. */
export function operate(operator: string, left: Naive, right: Naive): Outcome {
  switch (operator) {
    case "==":
      return equals(left, right);
    case "!=":
      return !equals(left, right);
    case "in":
      if (right instanceof Map) return typeof left === "string" ? right.has(left) : undefined;
      if (!Array.isArray(right) && typeOf(right) !== "set") return undefined;
      return has(itemsOf(right as Items), left);
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const order = compare(left, right);
      if (order === undefined) return undefined;
      if (operator === "<") return order < 0;
      if (operator === "<=") return order <= 0;
      return operator === ">" ? order > 0 : order >= 0;
    }
    default:
      if (operator === "+" && typeof left === "string" && typeof right === "string") {
        return left + right;
      }
      return isNumber(left) && isNumber(right)
        ? calculate(operator, left, right)
        : shift(operator, left, right);
  }
}

function calculate(operator: string, left: Naive, right: Naive): Outcome {
  if ((operator === "/" || operator === "%") && asNumber(right) === 0) return undefined;
  if (typeof left === "bigint" && typeof right === "bigint") {
    if (operator === "+") return toInt(left + right);
    if (operator === "-") return toInt(left - right);
    if (operator === "*") return toInt(left * right);
    return toInt(operator === "/" ? left / right : left % right);
  }
  const [one, other] = [asNumber(left), asNumber(right)];
  if (operator === "+") return { float: one + other };
  if (operator === "-") return { float: one - other };
  if (operator === "*") return { float: one * other };
  return { float: operator === "/" ? one / other : one % other };
}

/** Instants and durations: which kinds can be added and subtracted, and what they give. */
const kinds: Record<string, "timestamp" | "duration"> = {
  "timestamp + duration": "timestamp",
  "duration + timestamp": "timestamp",
  "duration + duration": "duration",
  "timestamp - duration": "timestamp",
  "timestamp - timestamp": "duration",
  "duration - duration": "duration",
};

function shift(operator: string, left: Naive, right: Naive): Outcome {
  const kind = kinds[`${typeOf(left)} ${operator} ${typeOf(right)}`];
  const [one, other] = [nanoseconds(left), nanoseconds(right)];
  if (kind === undefined || one === undefined || other === undefined) return undefined;
  const sum = operator === "+" ? one + other : one - other;
  return kind === "timestamp" ? timestampOf(sum) : durationOf(sum);
}
