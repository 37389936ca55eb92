/** Reading parts of values, with `noValue` for what is not there or of another type. */
import { noValue } from "../evaluation.ts";
import type { Budget } from "./budget.ts";
import { toInteger } from "./numbers.ts";
import { slice } from "./text.ts";
import { isList, isMap, isNumber, type ServiceValue, valueAt } from "./value.ts";

export function known(value: ServiceValue | undefined): ServiceValue {
  if (value === undefined) throw noValue;
  return value;
}

/** Of a map, or what bind() put into a path. */
export function memberOf(object: ServiceValue, name: string, budget: Budget): ServiceValue {
  if (isMap(object)) return known(valueAt(object, name, budget));
  if (typeof object !== "object" || object === null || isList(object)) throw noValue;
  return known(object.type === "path" ? object.bound?.get(name) : undefined);
}

export function itemAt(object: ServiceValue, index: ServiceValue, budget: Budget): ServiceValue {
  if (typeof index === "string") return memberOf(object, index, budget);
  if (typeof index !== "bigint") throw noValue;
  if (typeof object === "string") return slice(object, index, index + 1n, budget);
  if (isList(object)) return known(object[Number(index)]);
  if (typeof object !== "object" || object?.type !== "path") throw noValue;
  return known(object.segments[Number(index)]);
}

export function negated(value: ServiceValue): ServiceValue {
  if (!isNumber(value)) throw noValue;
  return typeof value === "bigint" ? toInteger(-value) : -value;
}

export function toBoolean(value: ServiceValue): boolean {
  if (typeof value !== "boolean") throw noValue;
  return value;
}

export function toText(value: ServiceValue): string {
  if (typeof value !== "string") throw noValue;
  return value;
}

/** What is put into a path stays one segment. */
export function toSegment(value: ServiceValue, budget: Budget): string {
  const text = toText(value);
  budget.spend(text.length / 1_000);
  if (text === "" || text.includes("/")) throw noValue;
  return text;
}
