/**
 * The values of Firestore and Storage rules once more, as plainly as the reference describes them
 * (https://firebase.google.com/docs/reference/rules), for the evaluator that ours is compared with. It shares nothing
 * with ours; what has no value is `undefined`.
 */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";

export type Naive =
  | null
  | boolean
  /** An integer. */
  | bigint
  | { float: number }
  | string
  | Naive[]
  | Map<string, Naive>
  | { set: Naive[] }
  | { timestamp: bigint }
  | { duration: bigint }
  /** `bound`: what bind() put into it. */
  | { path: string[]; bound?: Map<string, Naive> }
  | { latlng: [number, number] }
  | { bytes: Buffer }
  | { before: Map<string, Naive>; after: Map<string, Naive> };

export type Outcome = Naive | undefined;

export function typeOf(value: Naive): string {
  if (value === null) return "null";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint") return "int";
  if (typeof value === "string") return "string";
  if (Array.isArray(value)) return "list";
  if (value instanceof Map) return "map";
  if ("before" in value) return "map_diff";
  return Object.keys(value)[0] ?? "";
}

/** The same text for equal values of one type, and for no others; numbers of both types are told apart. */
export function textOf(value: Naive): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") {
    return JSON.stringify(value);
  }
  if (typeof value === "bigint") return `int ${value}`;
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]) => `${JSON.stringify(key)}:${textOf(item)}`);
    return `{${entries.toSorted().join()}}`;
  }
  if ("float" in value) return `float ${value.float}`;
  if ("set" in value) return `set ${value.set.map(textOf).toSorted().join()}`;
  if ("timestamp" in value) return `timestamp ${value.timestamp}`;
  if ("duration" in value) return `duration ${value.duration}`;
  if ("path" in value) return `path ${JSON.stringify(value.path)}`;
  if ("latlng" in value) return `latlng ${value.latlng.map((degrees) => degrees + 0).join()}`;
  if ("bytes" in value) return `bytes ${value.bytes.toString("hex")}`;
  return "diff";
}

export function isNumber(value: Naive): value is bigint | { float: number } {
  return typeOf(value) === "int" || typeOf(value) === "float";
}

export function asNumber(value: Naive): number {
  return typeof value === "bigint" ? Number(value) : (value as { float: number }).float;
}

export class Incomparable extends Error {}

/**
 * `==`: an integer and a float by their value, everything else only within its type.
 * @throws Incomparable for two differences of maps
 */
export function equals(one: Naive, other: Naive): boolean {
  if (isNumber(one) && isNumber(other)) return compareNumbers(one, other) === 0;
  if (typeOf(one) !== typeOf(other)) return false;
  if (typeOf(one) === "map_diff") throw new Incomparable();
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && allEqual(one.map((item, at) => [item, other[at]]));
  }
  if (one instanceof Map && other instanceof Map) {
    if (one.size !== other.size || [...one.keys()].some((key) => !other.has(key))) return false;
    return allEqual([...one].map(([key, item]) => [item, other.get(key)]));
  }
  if (isSet(one) && isSet(other)) {
    return one.set.length === other.set.length && one.set.every((item) => has(other.set, item));
  }
  return textOf(one) === textOf(other);
}

function allEqual(pairs: [Naive, Outcome][]): boolean {
  return pairs.every(([one, other]) => other !== undefined && equals(one, other));
}

function isSet(value: Naive): value is { set: Naive[] } {
  return typeOf(value) === "set";
}

export function has(items: readonly Naive[], wanted: Naive): boolean {
  return items.some((item) => equals(item, wanted));
}

/** Below 0, 0, above 0; NaN when neither is less. An integer and a float are compared exactly. */
function compareNumbers(one: Naive, other: Naive): number {
  const [left, right] = [asNumber(one), asNumber(other)];
  if (Number.isNaN(left) || Number.isNaN(right)) return Number.NaN;
  if (!Number.isFinite(left) || !Number.isFinite(right)) return left === right ? 0 : left - right;
  const [exactLeft, exactRight] = [one, other].map(halves) as [bigint, bigint];
  return exactLeft === exactRight ? 0 : exactLeft < exactRight ? -1 : 1;
}

/** A finite number times 2^1074: then it is whole. */
function halves(value: Naive): bigint {
  if (typeof value === "bigint") return value << 1074n;
  let rest = (value as { float: number }).float;
  let shift = 1074n;
  while (!Number.isInteger(rest)) {
    rest *= 2;
    shift -= 1n;
  }
  return BigInt(rest) << shift;
}

/** Undefined for what has no order. */
export function compare(one: Naive, other: Naive): number | undefined {
  if (isNumber(one) && isNumber(other)) return compareNumbers(one, other);
  if (typeof one === "string" && typeof other === "string") {
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  }
  const [left, right] = [nanoseconds(one), nanoseconds(other)];
  if (typeOf(one) !== typeOf(other) || left === undefined || right === undefined) return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

export function nanoseconds(value: Naive): bigint | undefined {
  if (value === null || typeof value !== "object") return undefined;
  if ("timestamp" in value) return value.timestamp;
  return "duration" in value ? value.duration : undefined;
}

export function fromJson(json: unknown): Naive {
  if (typeof json === "number") return Number.isInteger(json) ? BigInt(json) : { float: json };
  if (Array.isArray(json)) return json.map(fromJson);
  if (typeof json !== "object" || json === null) return json as null | boolean | string;
  return new Map(Object.entries(json).map(([key, value]) => [key, fromJson(value)]));
}

export function fromFields(fields: FirestoreFields): Map<string, Naive> {
  return new Map(Object.entries(fields).map(([key, value]) => [key, fromWire(value)]));
}

function fromWire(value: FirestoreValue): Naive {
  if ("nullValue" in value) return null;
  if ("booleanValue" in value) return value.booleanValue;
  if ("integerValue" in value) return BigInt(value.integerValue);
  if ("doubleValue" in value) return { float: Number(value.doubleValue) };
  if ("stringValue" in value) return value.stringValue;
  if ("bytesValue" in value) return { bytes: Buffer.from(value.bytesValue, "base64") };
  if ("referenceValue" in value) return { path: value.referenceValue.split("/").slice(2) };
  if ("arrayValue" in value) return (value.arrayValue.values ?? []).map(fromWire);
  if ("mapValue" in value) return fromFields(value.mapValue.fields ?? {});
  if ("geoPointValue" in value) {
    const { latitude = 0, longitude = 0 } = value.geoPointValue;
    return { latlng: [latitude, longitude] };
  }
  const [, whole = "", fraction = ""] =
    /^([^.Z]+)(?:\.([0-9]+))?Z$/.exec(value.timestampValue) ?? [];
  const seconds = BigInt(Date.parse(`${whole}Z`) / 1000);
  return { timestamp: seconds * 1_000_000_000n + BigInt(fraction.padEnd(9, "0")) };
}
