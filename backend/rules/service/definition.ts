/**
 * What functions and methods of Firestore and Storage rules take and give. One name can stand for several, told apart
 * by the type of their first value: a method's is what it is called on.
 */
import { noValue } from "../evaluation.ts";
import type { FoundValue } from "./found-value.ts";
import type { Budget } from "./budget.ts";
import {
  hasType,
  isList,
  type ServiceBytes,
  type ServiceDuration,
  type ServiceLatLng,
  type ServiceMap,
  type ServiceMapDiff,
  type ServicePath,
  type ServiceSet,
  type ServiceTimestamp,
  type ServiceValue,
  typeOf,
} from "./value.ts";

/** By the names after `is`. */
type Values = {
  null: null;
  bool: boolean;
  int: bigint;
  float: number;
  number: bigint | number;
  string: string;
  list: readonly ServiceValue[];
  set: ServiceSet;
  map: ServiceMap;
  map_diff: ServiceMapDiff;
  timestamp: ServiceTimestamp;
  duration: ServiceDuration;
  bytes: ServiceBytes;
  latlng: ServiceLatLng;
  path: ServicePath;
  found: FoundValue;
  any: ServiceValue;
};

export type DefinedType = keyof Values;

export type Definition = {
  /** `.size` for a method, `math.abs` or `int` for a function. */
  name: string;
  takes: readonly DefinedType[];
  gives: DefinedType;
  call(inputs: readonly ServiceValue[], budget: Budget): ServiceValue;
};

export function define<const Takes extends readonly DefinedType[], Gives extends DefinedType>(
  name: string,
  takes: Takes,
  gives: Gives,
  call: (...inputs: [...{ [At in keyof Takes]: Values[Takes[At]] }, Budget]) => Values[Gives],
): Definition {
  // `callDefined` has looked at the types.
  const untyped = call as (...inputs: unknown[]) => Values[Gives];
  return { name, takes, gives, call: (inputs, budget) => untyped(...inputs, budget) };
}

/** Of one name, by the type of the first value. All take the same number of values. */
export type Overloads = ReadonlyMap<string, Definition>;

export function collect(definitions: readonly Definition[]): ReadonlyMap<string, Overloads> {
  const names = new Map<string, Map<string, Definition>>();
  for (const definition of definitions) {
    const { name, takes } = definition;
    const overloads = names.get(name) ?? new Map<string, Definition>();
    names.set(name, overloads);
    for (const type of takes[0] === "number" ? ["int", "float"] : takes.slice(0, 1)) {
      overloads.set(type, definition);
    }
  }
  return names;
}

/** What a look at all of it costs. Maps cost what is read of them. */
function sizeOf(value: ServiceValue): number {
  if (typeof value === "string" || isList(value)) return value.length;
  if (typeof value !== "object" || value === null) return 0;
  switch (value.type) {
    case "set":
      return value.items.length;
    case "path":
      return 4 * value.segments.length;
    case "bytes":
      return value.text.length;
    case "map_diff":
      return value.added.length + value.removed.length + value.changed.length;
    default:
      return 0;
  }
}

/** @throws noValue for values of other types, tooCostly */
export function callDefined(
  overloads: Overloads,
  inputs: readonly ServiceValue[],
  budget: Budget,
): ServiceValue {
  const definition = overloads.get(typeOf(inputs[0] as ServiceValue));
  if (definition === undefined) throw noValue;
  let cost = 1;
  // To count is less work than to copy.
  const sizeOfStep = definition.name === ".size" ? 1_000 : 100;
  for (const [index, value] of inputs.entries()) {
    const type = definition.takes[index] as DefinedType;
    if (index > 0 && type !== "any" && !hasType(value, type)) throw noValue;
    cost += sizeOf(value) / sizeOfStep;
  }
  budget.spend(cost);
  return definition.call(inputs, budget);
}
