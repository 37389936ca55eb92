/** Members, methods and operators of the naive evaluator of Realtime Database rules. */
import type { DatabaseQuery, TreeView } from "../database/types.ts";

export type Place = { view: TreeView; path: readonly string[] };

/** What a node with children has as its value, whatever they are. */
const withChildren = {};

/** Undefined without a value. */
export type Outcome = unknown;

export function isPlace(value: unknown): value is Place {
  return typeof value === "object" && value !== null && "view" in value;
}

/** What a map lacks is null, and so is everything of null; a list has no more than its items. */
export function jsonMember(object: unknown, name: unknown): Outcome {
  if (object === null && (typeof name === "string" || typeof name === "number")) return null;
  if (object === withChildren) return undefined;
  if (Array.isArray(object))
    return typeof name === "number" ? (object[name] as unknown) : undefined;
  if (typeof object !== "object" || typeof name !== "string") return undefined;
  return new Map(Object.entries(object ?? {})).get(name) ?? null;
}

export function queryMember(query: DatabaseQuery, name: unknown): Outcome {
  if (name === "orderByKey") return query.orderBy === "key";
  if (name === "orderByValue") return query.orderBy === "value";
  if (name === "orderByPriority") return query.orderBy === "priority";
  if (name === "orderByChild") {
    return typeof query.orderBy === "object" ? query.orderBy.child : null;
  }
  return query[name as "startAt"];
}

export function placeMethod({ view, path }: Place, name: string, [input]: unknown[]): Outcome {
  const value = view.value(path);
  switch (name) {
    case "val":
      return typeof value === "object" && value !== null ? withChildren : value;
    case "exists":
      return value !== null;
    case "isString":
    case "isNumber":
    case "isBoolean":
      return typeof value === name.slice(2).toLowerCase();
    case "getPriority":
      return view.priority(path);
    case "parent":
      return path.length === 0 ? undefined : { view, path: path.slice(0, -1) };
    case "child":
      return childOf({ view, path }, input);
    case "hasChild": {
      const child = childOf({ view, path }, input);
      return child && view.value(child.path) !== null;
    }
    case "hasChildren": {
      if (input === undefined) return typeof value === "object" && value !== null;
      const children = (input as unknown[]).map((key) => childOf({ view, path }, key));
      if (children.includes(undefined)) return undefined;
      return children.every((child) => child !== undefined && view.value(child.path) !== null);
    }
  }
  return undefined;
}

function childOf({ view, path }: Place, below: unknown): Place | undefined {
  if (typeof below !== "string") return undefined;
  const keys = below.split("/").filter((key) => key !== "");
  const isPath =
    keys.length > 0 && keys.every((key) => /^[^.#$[\]\p{Cc}][^#$[\]\p{Cc}]*$/u.test(key));
  return isPath ? { view, path: [...path, ...keys] } : undefined;
}

export function textMethod(text: unknown, name: string, inputs: unknown[]): Outcome {
  const [one = "", other = ""] = inputs;
  if (typeof text !== "string" || typeof one !== "string" || typeof other !== "string") {
    return undefined;
  }
  switch (name) {
    case "contains":
      return text.includes(one);
    case "beginsWith":
      return text.slice(0, one.length) === one;
    case "endsWith":
      return one === "" || text.slice(-one.length) === one;
    case "toLowerCase":
      return text.toLowerCase();
    case "toUpperCase":
      return text.toUpperCase();
    case "replace":
      return one === "" ? undefined : text.split(one).join(other);
  }
  return undefined;
}

export function operate(operator: string, left: unknown, right: unknown): Outcome {
  const isObject = (value: unknown) => typeof value === "object" && value !== null;
  switch (operator) {
    case "==":
    case "===":
    case "!=":
    case "!==": {
      if (isObject(left) && isObject(right)) return undefined;
      if (Number.isNaN(left) && Number.isNaN(right)) return undefined;
      return (left === right) === operator.startsWith("=");
    }
    case "+":
      if (typeof left === "string" || typeof right === "string") return joined(left, right);
  }
  if (typeof left === "string" && typeof right === "string") return ordered(operator, left, right);
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  return ordered(operator, left, right) ?? calculated(operator, left, right);
}

function joined(left: unknown, right: unknown): Outcome {
  const texts = [left, right].map((side) =>
    typeof side === "string" || typeof side === "number" ? `${side}` : undefined,
  );
  const isScientific = [left, right].some(
    (side) => typeof side === "number" && /e/.test(`${side}`),
  );
  return texts.includes(undefined) || isScientific ? undefined : texts.join("");
}

function ordered<Side extends string | number>(operator: string, left: Side, right: Side): Outcome {
  if (operator === "<") return left < right;
  if (operator === "<=") return left <= right;
  if (operator === ">") return left > right;
  return operator === ">=" ? left >= right : undefined;
}

/** Beyond the largest number there is no value; what is divided by zero is not a number. */
function calculated(operator: string, left: number, right: number): Outcome {
  if (operator === "/" && right === 0) return Number.NaN;
  const results: Record<string, number> = {
    "+": left + right,
    "-": left - right,
    "*": left * right,
    "/": left / right,
    "%": left % right,
  };
  const result = results[operator] ?? Number.NaN;
  return result === Infinity || result === -Infinity ? undefined : result;
}
