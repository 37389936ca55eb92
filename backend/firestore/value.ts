/**
 * Order and equality of Firestore values
 * (https://firebase.google.com/docs/firestore/manage-data/data-types#value_type_ordering):
 * null < boolean < number (NaN first) < timestamp < string < bytes < reference < point < array < vector < map.
 * Values are canonical, as `parseValue` makes them.
 */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import { comparePaths } from "./resource-name.ts";
import { compareUtf8 } from "./text-order.ts";
import { compareTimestamps } from "./timestamp.ts";

export const MAX_INTEGER = 2n ** 63n - 1n;
export const MIN_INTEGER = -(2n ** 63n);
const VECTOR_RANK = 9;
const MAP_RANK = 10;

/** Values of different ranks are never equal, and never match an inequality. */
export function rankOf(value: FirestoreValue): number {
  if ("nullValue" in value) return 0;
  if ("booleanValue" in value) return 1;
  if ("integerValue" in value || "doubleValue" in value) return 2;
  if ("timestampValue" in value) return 3;
  if ("stringValue" in value) return 4;
  if ("bytesValue" in value) return 5;
  if ("referenceValue" in value) return 6;
  if ("geoPointValue" in value) return 7;
  if ("arrayValue" in value) return 8;
  return isVector(value.mapValue.fields ?? {}) ? VECTOR_RANK : MAP_RANK;
}

export function isVector(fields: FirestoreFields): boolean {
  const type = Object.hasOwn(fields, "__type__") ? fields["__type__"] : undefined;
  return type !== undefined && "stringValue" in type && type.stringValue === "__vector__";
}

/** A vector is a map of exactly this shape; a write of one field inside can leave another. */
export function isWellFormedVector(fields: FirestoreFields): boolean {
  const list = fields["value"];
  return (
    isVector(fields) &&
    Object.keys(fields).length === 2 &&
    list !== undefined &&
    "arrayValue" in list &&
    (list.arrayValue.values ?? []).every((value) => "doubleValue" in value)
  );
}

export function compareValues(a: FirestoreValue, b: FirestoreValue): number {
  const rank = rankOf(a);
  const difference = rank - rankOf(b);
  if (difference !== 0) return difference;
  if ("booleanValue" in a && "booleanValue" in b)
    return Number(a.booleanValue) - Number(b.booleanValue);
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if ("timestampValue" in a && "timestampValue" in b) {
    return compareTimestamps(a.timestampValue, b.timestampValue);
  }
  if ("stringValue" in a && "stringValue" in b) return compareUtf8(a.stringValue, b.stringValue);
  if ("bytesValue" in a && "bytesValue" in b) {
    return Buffer.compare(Buffer.from(a.bytesValue, "base64"), Buffer.from(b.bytesValue, "base64"));
  }
  if ("referenceValue" in a && "referenceValue" in b) {
    return comparePaths(a.referenceValue, b.referenceValue);
  }
  if ("geoPointValue" in a && "geoPointValue" in b) {
    const { latitude: latitudeA = 0, longitude: longitudeA = 0 } = a.geoPointValue;
    const { latitude: latitudeB = 0, longitude: longitudeB = 0 } = b.geoPointValue;
    return latitudeA - latitudeB || longitudeA - longitudeB;
  }
  if ("arrayValue" in a && "arrayValue" in b) {
    return compareLists(a.arrayValue.values ?? [], b.arrayValue.values ?? []);
  }
  if ("mapValue" in a && "mapValue" in b) {
    const compare = rank === VECTOR_RANK ? compareVectors : compareMaps;
    return compare(a.mapValue.fields ?? {}, b.mapValue.fields ?? {});
  }
  return 0;
}

/** 3 equals 3.0, NaN equals NaN, 0 equals -0. */
export function equalValues(a: FirestoreValue, b: FirestoreValue): boolean {
  return compareValues(a, b) === 0;
}

export type NumberValue = Extract<
  FirestoreValue,
  { integerValue: string } | { doubleValue: unknown }
>;

export function isNumber(value: FirestoreValue): value is NumberValue {
  return "integerValue" in value || "doubleValue" in value;
}

export function isNaNValue(value: FirestoreValue): boolean {
  return "doubleValue" in value && Number.isNaN(Number(value.doubleValue));
}

/**
 * Firestore finds null and NaN only by IS_NULL and IS_NAN (or EQUAL), never as members of a list, and they are neither
 * less nor more than anything.
 */
export function isFindable(value: FirestoreValue): boolean {
  return !("nullValue" in value) && !isNaNValue(value);
}

function compareNumbers(a: NumberValue, b: NumberValue): number {
  if ("integerValue" in a && "integerValue" in b)
    return sign(BigInt(a.integerValue) - BigInt(b.integerValue));
  if ("integerValue" in a) return compareIntegerToDouble(a.integerValue, doubleOf(b));
  if ("integerValue" in b) return 0 - compareIntegerToDouble(b.integerValue, doubleOf(a));
  const doubleA = doubleOf(a);
  const doubleB = doubleOf(b);
  if (Number.isNaN(doubleA)) return Number.isNaN(doubleB) ? 0 : -1;
  if (Number.isNaN(doubleB)) return 1;
  return doubleA < doubleB ? -1 : doubleA > doubleB ? 1 : 0;
}

export function doubleOf(value: NumberValue): number {
  return Number("integerValue" in value ? value.integerValue : value.doubleValue);
}

export function toDouble(double: number): FirestoreValue {
  if (Object.is(double, -0)) return { doubleValue: "-0" };
  if (Number.isFinite(double)) return { doubleValue: double };
  return { doubleValue: String(double) as "NaN" | "Infinity" | "-Infinity" };
}

// Exact: a 64-bit integer must not be rounded to the nearest double first.
function compareIntegerToDouble(integer: string, double: number): number {
  if (Number.isNaN(double)) return 1;
  if (double === Infinity) return -1;
  if (double === -Infinity) return 1;
  const whole = Math.trunc(double);
  return sign(BigInt(integer) - BigInt(whole)) || (double > whole ? -1 : double < whole ? 1 : 0);
}

function sign(difference: bigint): number {
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function compareLists(a: readonly FirestoreValue[], b: readonly FirestoreValue[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const order = compareValues(a[i] as FirestoreValue, b[i] as FirestoreValue);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareVectors(a: FirestoreFields, b: FirestoreFields): number {
  const valuesA = vectorValues(a);
  const valuesB = vectorValues(b);
  return valuesA.length - valuesB.length || compareLists(valuesA, valuesB);
}

function vectorValues(fields: FirestoreFields): FirestoreValue[] {
  const list = fields["value"];
  return list !== undefined && "arrayValue" in list ? (list.arrayValue.values ?? []) : [];
}

function compareMaps(a: FirestoreFields, b: FirestoreFields): number {
  const keysA = Object.keys(a).toSorted(compareUtf8);
  const keysB = Object.keys(b).toSorted(compareUtf8);
  const length = Math.min(keysA.length, keysB.length);
  for (let i = 0; i < length; i += 1) {
    const keyA = keysA[i] as string;
    const keyB = keysB[i] as string;
    const order =
      compareUtf8(keyA, keyB) ||
      compareValues(a[keyA] as FirestoreValue, b[keyB] as FirestoreValue);
    if (order !== 0) return order;
  }
  return keysA.length - keysB.length;
}
