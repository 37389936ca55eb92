/**
 * What expressions of Firestore and Storage rules can be. Integers are bigints, floats are numbers; maps are read by
 * key, so that a rule costs what it looks at and `__proto__` is a key like any other.
 */
import { noValue } from "./evaluation.ts";

export type ServiceValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | readonly ServiceValue[]
  | ServiceMap
  | { type: "set"; items: readonly ServiceValue[] }
  | { type: "timestamp" | "duration"; nanoseconds: bigint }
  | { type: "path"; segments: readonly string[] }
  /** Of two maps, the keys. */
  | {
      type: "diff";
      added: readonly string[];
      removed: readonly string[];
      changed: readonly string[];
    }
  /** A type that rules can only compare: its canonical text. */
  | { type: "bytes" | "latlng"; text: string };

export type ServiceMap = {
  type: "map";
  /** Undefined without such a key. @throws noValue where that is not known */
  get(key: string): ServiceValue | undefined;
  /** @throws noValue where they are not known */
  keys(): readonly string[];
};

/** The names after `is`. */
export const typeNames = [
  "null",
  "bool",
  "int",
  "float",
  "number",
  "string",
  "list",
  "map",
  "set",
  "timestamp",
  "duration",
  "path",
  "bytes",
  "latlng",
] as const;

export function hasType(value: ServiceValue, name: string): boolean {
  const type = typeOf(value);
  return type === name || (name === "number" && (type === "int" || type === "float"));
}

function typeOf(value: ServiceValue): string {
  if (value === null) return "null";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint") return "int";
  if (typeof value === "number") return "float";
  if (typeof value === "string") return "string";
  if (isList(value)) return "list";
  return value.type;
}

export function isList(value: ServiceValue): value is readonly ServiceValue[] {
  return Array.isArray(value);
}

export function isMap(value: ServiceValue): value is ServiceMap {
  return typeof value === "object" && value !== null && !isList(value) && value.type === "map";
}

export function mapOf(entries: ReadonlyMap<string, ServiceValue>): ServiceMap {
  return { type: "map", get: (key) => entries.get(key), keys: () => [...entries.keys()] };
}

/** A list or a set; others have no members. */
export function itemsOf(value: ServiceValue): readonly ServiceValue[] {
  if (isList(value)) return value;
  if (typeof value === "object" && value?.type === "set") return value.items;
  throw noValue;
}

const depthLimit = 100;

/** Values of different types are different; an integer equals the float of the same value. */
export function equals(one: ServiceValue, other: ServiceValue, depth = 0): boolean {
  if (depth > depthLimit) throw noValue;
  if (typeof one === "bigint" || typeof one === "number") {
    // `==` compares a bigint with a number by value.
    // oxlint-disable-next-line eqeqeq
    return (typeof other === "bigint" || typeof other === "number") && one == other;
  }
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return one === other;
  }
  if (isList(one) || isList(other)) {
    return isList(one) && isList(other) && sameList(one, other, depth);
  }
  return sameObject(one, other, depth);
}

type ServiceObject = Exclude<Extract<ServiceValue, object>, readonly ServiceValue[]>;

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
    case "latlng":
      return other.type === one.type && one.text === other.text;
    case "diff":
      throw noValue;
  }
}

function sameList(
  one: readonly ServiceValue[],
  other: readonly ServiceValue[],
  depth: number,
): boolean {
  if (one.length !== other.length) return false;
  return one.every((item, index) => equals(item, other[index] ?? null, depth + 1));
}

function sameMap(one: ServiceMap, other: ServiceMap, depth: number): boolean {
  const keys = one.keys();
  if (keys.length !== other.keys().length) return false;
  return keys.every((key) => {
    const left = one.get(key);
    const right = other.get(key);
    return left !== undefined && right !== undefined && equals(left, right, depth + 1);
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
