/** `==` of Firestore and Storage rules, and what is in a list. */
import { noValue } from "./evaluation.ts";
import { foundEquals } from "./found-value.ts";
import {
  isFound,
  isList,
  isNumber,
  type ServiceMap,
  type ServiceMapDiff,
  type ServiceValue,
} from "./service-value.ts";

const depthLimit = 100;

/**
 * Values of different types are different; an integer equals the float of the same value.
 * @throws noValue where a query does not tell
 */
export function equals(one: ServiceValue, other: ServiceValue, depth = 0): boolean {
  if (depth > depthLimit) throw noValue;
  if (isNumber(one) && isNumber(other)) {
    // `==` compares a bigint with a number by value.
    // oxlint-disable-next-line eqeqeq
    return one == other;
  }
  if (isFound(one)) return foundEquals(one, other);
  if (isFound(other)) return foundEquals(other, one);
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other;
  }
  if (isList(one) || isList(other)) {
    return isList(one) && isList(other) && sameList(one, other, depth);
  }
  return sameObject(one, other, depth);
}

type ServiceObject = Exclude<
  Extract<ServiceValue, { type: string }>,
  { type: "found" } | readonly ServiceValue[]
>;

function sameObject(one: ServiceObject, other: ServiceObject, depth: number): boolean {
  switch (one.type) {
    case "map":
      return other.type === "map" && sameMap(one, other, depth);
    case "set":
      return other.type === "set" && sameSet(one.items, other.items, depth);
    case "timestamp":
    case "duration":
      return other.type === one.type && one.nanoseconds === other.nanoseconds;
    case "path":
      return other.type === "path" && one.segments.join("/") === other.segments.join("/");
    case "bytes":
      return other.type === "bytes" && one.text === other.text;
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
  depth: number,
): boolean {
  if (one.length !== other.length) return false;
  return one.every((item, index) => equals(item, other[index] as ServiceValue, depth + 1));
}

function sameMap(one: ServiceMap, other: ServiceMap, depth: number): boolean {
  const keys = one.keys();
  if (keys.length !== other.keys().length) return false;
  return keys.every((key) => {
    const right = other.get(key);
    return right !== undefined && equals(one.get(key) as ServiceValue, right, depth + 1);
  });
}

function sameSet(
  one: readonly ServiceValue[],
  other: readonly ServiceValue[],
  depth: number,
): boolean {
  return one.length === other.length && one.every((item) => includes(other, item, depth + 1));
}

export function includes(items: readonly ServiceValue[], wanted: ServiceValue, depth = 0): boolean {
  return items.some((item) => equals(item, wanted, depth));
}

/** Of the fields of `after`, which are not those of `before`. */
export function differenceOf(after: ServiceMap, before: ServiceMap): ServiceMapDiff {
  const added: string[] = [];
  const changed: string[] = [];
  const unchanged: string[] = [];
  for (const key of after.keys()) {
    const old = before.get(key);
    if (old === undefined) added.push(key);
    else if (equals(old, after.get(key) as ServiceValue)) unchanged.push(key);
    else changed.push(key);
  }
  const removed = before.keys().filter((key) => after.get(key) === undefined);
  return { type: "map_diff", added, removed, changed, unchanged };
}
