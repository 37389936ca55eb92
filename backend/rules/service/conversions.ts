/** Claims, documents and files, as rules see them; nothing is converted before a rule looks at it. */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import { noValue } from "../evaluation.ts";
import { type Spender, unlimited } from "./budget.ts";
import { bytesOf } from "./bytes.ts";
import { mapOf, type ServiceMap, type ServiceValue } from "./value.ts";

/** Of each value that is converted; what is inside a map waits until it is asked for. */
const stepsOfValue = 1 / 25;

/** Of JSON, such as the claims of a token. A whole number is an integer. */
function fromJson(json: unknown, budget: Spender): ServiceValue {
  budget.spend(stepsOfValue);
  if (json === null || typeof json === "boolean" || typeof json === "string") return json;
  if (typeof json === "number") return Number.isSafeInteger(json) ? BigInt(json) : json;
  if (Array.isArray(json)) return json.map((item) => fromJson(item, budget));
  if (typeof json === "object") return fromRecord(json as Record<string, unknown>);
  throw noValue;
}

export function fromRecord(json: Readonly<Record<string, unknown>>): ServiceMap {
  return lazyMap(json, fromJson);
}

export function fromFields(fields: FirestoreFields): ServiceMap {
  return lazyMap(fields, fromFirestore);
}

function lazyMap<Value>(
  record: Readonly<Record<string, Value>>,
  convert: (value: Value, budget: Spender) => ServiceValue,
): ServiceMap {
  return {
    type: "map",
    get: (key, budget = unlimited) =>
      Object.hasOwn(record, key) ? convert(record[key] as Value, budget) : undefined,
    keys: () => Object.keys(record),
  };
}

/** @throws noValue for an instant that is none, tooCostly */
export function fromFirestore(value: FirestoreValue, budget: Spender): ServiceValue {
  budget.spend(stepsOfValue);
  if ("nullValue" in value) return null;
  if ("booleanValue" in value) return value.booleanValue;
  if ("integerValue" in value) return BigInt(value.integerValue);
  if ("doubleValue" in value) return Number(value.doubleValue);
  if ("timestampValue" in value) return fromInstant(value.timestampValue, budget);
  if ("stringValue" in value) return value.stringValue;
  if ("bytesValue" in value) {
    budget.spend(stepsOfText + value.bytesValue.length / 500);
    return bytesOf(Buffer.from(value.bytesValue, "base64"));
  }
  if ("referenceValue" in value) return fromReference(value.referenceValue, budget);
  if ("geoPointValue" in value) {
    const { latitude = 0, longitude = 0 } = value.geoPointValue;
    return { type: "latlng", latitude, longitude };
  }
  if ("arrayValue" in value) {
    return (value.arrayValue.values ?? []).map((item) => fromFirestore(item, budget));
  }
  return fromFields(value.mapValue.fields ?? {});
}

/** Of a text that is taken apart. */
const stepsOfText = 1 / 3;

/** RFC 3339 in UTC with up to nine digits of a second, as Firestore writes it. */
function fromInstant(instant: string, budget: Spender): ServiceValue {
  budget.spend(stepsOfText);
  const parts = /^(.+T[0-9:]+)(?:\.([0-9]{1,9}))?Z$/.exec(instant);
  const seconds = Date.parse(`${parts?.[1]}Z`) / 1000;
  if (parts === null || !Number.isInteger(seconds)) throw noValue;
  const fraction = BigInt((parts[2] ?? "").padEnd(9, "0"));
  return { type: "timestamp", nanoseconds: BigInt(seconds) * 1_000_000_000n + fraction };
}

// projects/x/databases/(default)/documents/…: rules name it from `databases` on.
function fromReference(name: string, budget: Spender): ServiceValue {
  budget.spend(stepsOfText + name.length / 100);
  return { type: "path", segments: name.split("/").slice(2) };
}

/** To the microsecond, as Firestore has it. */
export function fromMilliseconds(ms: number): ServiceValue {
  return { type: "timestamp", nanoseconds: BigInt(Math.round(ms * 1_000)) * 1_000n };
}

export function documentMap(data: ServiceMap): ServiceMap {
  return mapOf(new Map([["data", data]]));
}
