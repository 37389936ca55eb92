/**
 * What expressions of Firestore and Storage rules can be. Integers are bigints, floats are numbers; maps are read by
 * key, so that a rule costs what it looks at and `__proto__` is a key like any other.
 */
import { noValue } from "../evaluation.ts";
import type { FoundValue } from "./found-value.ts";
import type { Spender } from "./budget.ts";

export type ServiceValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | readonly ServiceValue[]
  | ServiceMap
  | ServiceSet
  | ServiceTimestamp
  | ServiceDuration
  | ServicePath
  | ServiceMapDiff
  | ServiceBytes
  | ServiceLatLng
  | FoundValue;

/** Rules read maps by `valueAt` and `keysOf` alone: what they read is converted then, and costs them. */
export type ServiceMap = {
  type: "map";
  /** Undefined without such a key. Who only watches has no budget. @throws noValue where that is not known */
  get(key: string, budget?: Spender): ServiceValue | undefined;
  /** @throws noValue where they are not known */
  keys(): readonly string[];
};

/** No two of the items are equal. */
export type ServiceSet = { type: "set"; items: readonly ServiceValue[] };

/** Since 1970. */
export type ServiceTimestamp = { type: "timestamp"; nanoseconds: bigint };
export type ServiceDuration = { type: "duration"; nanoseconds: bigint };

export type ServicePath = {
  type: "path";
  segments: readonly string[];
  /** What bind() put into it, by name. */
  bound?: ReadonlyMap<string, string>;
};

/** Of two maps, the keys. */
export type ServiceMapDiff = {
  type: "map_diff";
  added: readonly string[];
  removed: readonly string[];
  changed: readonly string[];
  unchanged: readonly string[];
};

/** `text` in base64. */
export type ServiceBytes = { type: "bytes"; text: string };

export type ServiceLatLng = { type: "latlng"; latitude: number; longitude: number };

/** The names after `is`; nothing that rules can get hold of is a constraint. */
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
  "map_diff",
  "constraint",
] as const;

export type TypeName = (typeof typeNames)[number];

export function hasType(value: ServiceValue, name: string): boolean {
  const type = typeOf(value);
  return type === name || (name === "number" && (type === "int" || type === "float"));
}

/** `found` is known by its facts alone. */
export function typeOf(value: ServiceValue): TypeName | "found" {
  if (value === null) return "null";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint") return "int";
  if (typeof value === "number") return "float";
  if (typeof value === "string") return "string";
  if (isList(value)) return "list";
  return value.type;
}

export function isNumber(value: ServiceValue): value is bigint | number {
  return typeof value === "bigint" || typeof value === "number";
}

export function isList(value: ServiceValue): value is readonly ServiceValue[] {
  return Array.isArray(value);
}

export function isMap(value: ServiceValue): value is ServiceMap {
  return typeof value === "object" && value !== null && !isList(value) && value.type === "map";
}

export function isFound(value: ServiceValue): value is FoundValue {
  return typeof value === "object" && value !== null && !isList(value) && value.type === "found";
}

export function mapOf(entries: ReadonlyMap<string, ServiceValue>): ServiceMap {
  return { type: "map", get: (key) => entries.get(key), keys: () => [...entries.keys()] };
}

/** Undefined without such a key. @throws noValue where that is not known, tooCostly */
export function valueAt(map: ServiceMap, key: string, budget: Spender): ServiceValue | undefined {
  budget.spend(1 / 20 + key.length / 1_000);
  return map.get(key, budget);
}

/** @throws noValue where they are not known, tooCostly */
export function keysOf(map: ServiceMap, budget: Spender): readonly string[] {
  const keys = map.keys();
  budget.spend(keys.length / 10);
  return keys;
}

/** A list or a set; others have no members. */
export function itemsOf(value: ServiceValue): readonly ServiceValue[] {
  if (isList(value)) return value;
  if (typeof value === "object" && value?.type === "set") return value.items;
  throw noValue;
}
