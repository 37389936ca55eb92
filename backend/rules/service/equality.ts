/** `==` of Firestore and Storage rules, and what is in a list. */
import { noValue } from "../evaluation.ts";
import { foundEquals } from "./found-value.ts";
import type { Spender } from "./budget.ts";
import { isSamePlain } from "./order.ts";
import {
  isFound,
  isList,
  keysOf,
  type ServiceMap,
  type ServiceMapDiff,
  type ServiceValue,
  valueAt,
} from "./value.ts";

const depthLimit = 100;
/** Of each value that is compared, those inside lists and maps too. */
const stepsOfValue = 1 / 50;

/**
 * Values of different types are different; an integer equals the float of the same value.
 * @throws noValue where a query does not tell, tooCostly
 */
export function equals(
  one: ServiceValue,
  other: ServiceValue,
  budget: Spender,
  depth = 0,
): boolean {
  if (depth > depthLimit) throw noValue;
  budget.spend(stepsOfValue);
  if (isFound(one)) return foundEquals(one, other, budget);
  if (isFound(other)) return foundEquals(other, one, budget);
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return isSamePlain(one, other, budget);
  }
  if (isList(one) || isList(other)) {
    return isList(one) && isList(other) && sameList(one, other, budget, depth);
  }
  return sameObject(one, other, budget, depth);
}

type ServiceObject = Exclude<
  Extract<ServiceValue, { type: string }>,
  { type: "found" } | readonly ServiceValue[]
>;

function sameObject(
  one: ServiceObject,
  other: ServiceObject,
  budget: Spender,
  depth: number,
): boolean {
  switch (one.type) {
    case "map":
      return other.type === "map" && sameMap(one, other, budget, depth);
    case "set":
      return other.type === "set" && sameSet(one.items, other.items, budget, depth);
    case "timestamp":
    case "duration":
      return other.type === one.type && one.nanoseconds === other.nanoseconds;
    case "path":
      return other.type === "path" && sameList(one.segments, other.segments, budget, depth);
    case "bytes":
      return other.type === "bytes" && isSamePlain(one.text, other.text, budget);
    case "latlng":
      return (
        other.type === "latlng" &&
        one.latitude === other.latitude &&
        one.longitude === other.longitude
      );
    case "map_diff":
      if (other.type !== "map_diff") return false;
      throw noValue;
  }
}

function sameList(
  one: readonly ServiceValue[],
  other: readonly ServiceValue[],
  budget: Spender,
  depth: number,
): boolean {
  if (one.length !== other.length) return false;
  return one.every((item, index) => equals(item, other[index] as ServiceValue, budget, depth + 1));
}

function sameMap(one: ServiceMap, other: ServiceMap, budget: Spender, depth: number): boolean {
  const keys = keysOf(one, budget);
  if (keys.length !== keysOf(other, budget).length) return false;
  return keys.every((key) => {
    const right = valueAt(other, key, budget);
    if (right === undefined) return false;
    return equals(valueAt(one, key, budget) as ServiceValue, right, budget, depth + 1);
  });
}

function sameSet(
  one: readonly ServiceValue[],
  other: readonly ServiceValue[],
  budget: Spender,
  depth: number,
): boolean {
  if (one.length !== other.length) return false;
  return one.every(membershipIn(other, budget, depth + 1));
}

/** @throws noValue where a query does not tell, tooCostly */
export function includes(
  items: readonly ServiceValue[],
  wanted: ServiceValue,
  budget: Spender,
  depth = 0,
): boolean {
  return items.some((item) => equals(item, wanted, budget, depth));
}

const stepsOfCharacter = 1 / 1_000;

/**
 * What tells whether a value is among the items, as `includes` does; of texts without a look at each.
 * @throws tooCostly
 */
export function membershipIn(
  items: readonly ServiceValue[],
  budget: Spender,
  depth = 0,
): (wanted: ServiceValue) => boolean {
  const slowly = (wanted: ServiceValue) => includes(items, wanted, budget, depth);
  if (!items.every((item) => typeof item === "string")) return slowly;
  const characters = items.reduce((sum, item) => sum + item.length, 0);
  budget.spend(items.length * stepsOfValue + characters * stepsOfCharacter);
  const texts = new Set<ServiceValue>(items);
  return (wanted) => {
    if (typeof wanted !== "string") return slowly(wanted);
    budget.spend(stepsOfValue + wanted.length * stepsOfCharacter);
    return texts.has(wanted);
  };
}

/** Of the fields of `after`, which are not those of `before`. */
export function differenceOf(
  after: ServiceMap,
  before: ServiceMap,
  budget: Spender,
): ServiceMapDiff {
  const added: string[] = [];
  const changed: string[] = [];
  const unchanged: string[] = [];
  for (const key of keysOf(after, budget)) {
    const old = valueAt(before, key, budget);
    if (old === undefined) added.push(key);
    else if (equals(old, valueAt(after, key, budget) as ServiceValue, budget)) unchanged.push(key);
    else changed.push(key);
  }
  const removed = keysOf(before, budget).filter((key) => valueAt(after, key, budget) === undefined);
  return { type: "map_diff", added, removed, changed, unchanged };
}
