/** Methods of values in Firestore and Storage rules: https://firebase.google.com/docs/reference/rules. */
import { noValue } from "./evaluation.ts";
import { compileRegularExpression, type RegularExpression } from "./regular-expression.ts";
import type { Budget } from "./service-run.ts";
import {
  equals,
  includes,
  isList,
  isMap,
  itemsOf,
  type ServiceMap,
  type ServiceValue,
} from "./service-value.ts";

type Method = {
  /** How many it takes, at least and at most. */
  inputs: readonly [number, number];
  call(value: ServiceValue, inputs: readonly ServiceValue[], budget: Budget): ServiceValue;
};

export const serviceMethods = new Map<string, Method>([
  ["size", method(0, sizeOf)],
  ["keys", method(0, (value) => mapIn(value).keys())],
  ["get", method(2, getOr)],
  ["diff", method(1, (value, other) => differenceOf(mapIn(value), mapIn(other)))],
  ["affectedKeys", method(0, (value) => setOf(Object.values(diffIn(value)).flat()))],
  ["addedKeys", method(0, (value) => setOf(diffIn(value).added))],
  ["removedKeys", method(0, (value) => setOf(diffIn(value).removed))],
  ["changedKeys", method(0, (value) => setOf(diffIn(value).changed))],
  ["hasAll", ofItems((items, others) => others.every((other) => includes(items, other)))],
  ["hasAny", ofItems((items, others) => others.some((other) => includes(items, other)))],
  ["hasOnly", ofItems((items, others) => items.every((item) => includes(others, item)))],
  ["concat", ofLists((items, others) => [...items, ...others])],
  ["removeAll", ofLists((items, others) => items.filter((item) => !includes(others, item)))],
  ["toSet", { inputs: [0, 0], call: (value, _, budget) => toSet(itemsOf(value), budget) }],
  ["difference", ofSets((one, other) => one.filter((item) => !includes(other, item)))],
  ["intersection", ofSets((one, other) => one.filter((item) => includes(other, item)))],
  ["union", ofSets((one, other) => [...one, ...other.filter((item) => !includes(one, item))])],
  ["matches", method(1, (value, pattern) => regular(pattern).matchesAll(textIn(value)))],
  ["split", method(1, (value, pattern) => regular(pattern).split(textIn(value)))],
  ["lower", method(0, (value) => textIn(value).toLowerCase())],
  ["upper", method(0, (value) => textIn(value).toUpperCase())],
  ["trim", method(0, (value) => textIn(value).trim())],
]);

function method(
  count: number,
  call: (value: ServiceValue, ...inputs: ServiceValue[]) => ServiceValue,
): Method {
  return { inputs: [count, count], call: (value, inputs) => call(value, ...inputs) };
}

type ItemsMethod = (
  items: readonly ServiceValue[],
  others: readonly ServiceValue[],
) => boolean | readonly ServiceValue[];

function ofLists(call: ItemsMethod): Method {
  const any = ofItems(call);
  return {
    inputs: any.inputs,
    call: (value, others, budget) => any.call(listIn(value), others, budget),
  };
}

function ofItems(call: ItemsMethod): Method {
  return {
    inputs: [1, 1],
    call(value, [input = null], budget) {
      const [items, others] = [itemsOf(value), itemsOf(input)];
      spendPairs(budget, items.length, others.length);
      return call(items, others);
    },
  };
}

function ofSets(
  call: (one: readonly ServiceValue[], other: readonly ServiceValue[]) => readonly ServiceValue[],
): Method {
  return {
    inputs: [1, 1],
    call(value, [input = null], budget) {
      const [one, other] = [setIn(value), setIn(input)];
      spendPairs(budget, one.length, other.length);
      return setOf(call(one, other));
    },
  };
}

const pairsPerStep = 50;

function spendPairs(budget: Budget, items: number, others: number): void {
  budget.spend(Math.ceil((items + others + items * others) / pairsPerStep));
}

function toSet(items: readonly ServiceValue[], budget: Budget): ServiceValue {
  spendPairs(budget, items.length, items.length);
  return setOf(items.filter((item, index) => !includes(items.slice(0, index), item)));
}

function setOf(items: readonly ServiceValue[]): ServiceValue {
  return { type: "set", items };
}

/** Of a text in characters. */
function sizeOf(value: ServiceValue): bigint {
  if (typeof value === "string") return BigInt(Array.from(value).length);
  return BigInt(isMap(value) ? value.keys().length : itemsOf(value).length);
}

/** By one key, or by a list of keys that leads into maps. */
function getOr(value: ServiceValue, key: ServiceValue = null, otherwise: ServiceValue = null) {
  let found: ServiceValue | undefined = mapIn(value);
  for (const part of isList(key) ? key : [key]) {
    if (!isMap(found)) return otherwise;
    found = found.get(textIn(part));
    if (found === undefined) return otherwise;
  }
  return found;
}

function differenceOf(after: ServiceMap, before: ServiceMap): ServiceValue {
  const keys = after.keys();
  const added = keys.filter((key) => before.get(key) === undefined);
  const removed = before.keys().filter((key) => after.get(key) === undefined);
  const changed = keys.filter((key) => {
    const [left, right] = [before.get(key), after.get(key)];
    return left !== undefined && right !== undefined && !equals(left, right);
  });
  return { type: "diff", added, removed, changed };
}

function diffIn(value: ServiceValue) {
  if (typeof value !== "object" || value === null || isList(value)) throw noValue;
  if (value.type !== "diff") throw noValue;
  const { added, removed, changed } = value;
  return { added, removed, changed };
}

function mapIn(value: ServiceValue = null): ServiceMap {
  if (!isMap(value)) throw noValue;
  return value;
}

function listIn(value: ServiceValue): readonly ServiceValue[] {
  if (!isList(value)) throw noValue;
  return value;
}

function setIn(value: ServiceValue): readonly ServiceValue[] {
  if (isList(value)) throw noValue;
  return itemsOf(value);
}

function textIn(value: ServiceValue): string {
  if (typeof value !== "string") throw noValue;
  return value;
}

function regular(pattern: ServiceValue = null): RegularExpression {
  const compiled = compileRegularExpression(textIn(pattern));
  if (compiled === undefined) throw noValue;
  return compiled;
}
