/** Untrusted JSON to canonical values: one spelling per value, the fields of a map in order. */
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import { invalidArgument } from "./errors.ts";
import { checkFieldName } from "./field-path.ts";
import {
  isObject,
  quote,
  readBoolean,
  readList,
  readObject,
  readString,
  within,
} from "./json-reader.ts";
import { readReference } from "./resource-name.ts";
import { compareUtf8 } from "./text-order.ts";
import { formatTimestamp, parseTimestamp } from "./timestamp.ts";
import { MAX_INTEGER, MIN_INTEGER, isWellFormedVector } from "./value.ts";

const MAX_DEPTH = 20;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export function parseFields(json: unknown, at: string, depth = 0): FirestoreFields {
  if (json === undefined || json === null) return emptyFields();
  if (!isObject(json)) throw invalidArgument(`${at} must be an object.`);
  const fields = emptyFields();
  for (const name of Object.keys(json).toSorted(compareUtf8)) {
    const place = within(at, name.length > 40 ? `${name.slice(0, 40)}…` : name);
    // A vector is a map of this shape; everywhere else such names are reserved.
    if (name !== "__type__" || depth === 0) checkFieldName(name, place);
    fields[name] = parseValue(json[name], place, depth);
  }
  if (Object.hasOwn(fields, "__type__") && !isWellFormedVector(fields)) {
    throw invalidArgument(`${at}: the field name "__type__" is reserved.`);
  }
  return fields;
}

/** @param depth how many maps and lists are around it. */
export function parseValue(json: unknown, at: string, depth = 0): FirestoreValue {
  if (!isObject(json)) throw invalidArgument(`${at} must be a value such as {"stringValue": "…"}.`);
  const kinds = Object.keys(json);
  const kind = kinds[0];
  if (kinds.length !== 1 || kind === undefined) {
    throw invalidArgument(`${at} must have exactly one kind of value.`);
  }
  const inner = json[kind];
  const place = within(at, kind);
  switch (kind) {
    case "nullValue":
      return readNull(inner, place);
    case "booleanValue":
      return { booleanValue: readBoolean(inner, place) };
    case "integerValue":
      return { integerValue: readInteger(inner, place) };
    case "doubleValue":
      return { doubleValue: readDouble(inner, place) };
    case "timestampValue":
      return { timestampValue: readTimestamp(inner, place) };
    case "stringValue":
      return { stringValue: readString(inner, place) };
    case "bytesValue":
      return { bytesValue: readBytes(inner, place) };
    case "referenceValue":
      return { referenceValue: readReference(inner, place) };
    case "geoPointValue":
      return { geoPointValue: readPoint(inner, place) };
    case "arrayValue":
      return { arrayValue: { values: readArray(inner, place, deeper(depth, place)) } };
    case "mapValue": {
      const fields = readObject(inner, place, ["fields"])["fields"];
      return {
        mapValue: { fields: parseFields(fields, within(place, "fields"), deeper(depth, place)) },
      };
    }
    default:
      throw invalidArgument(`Unknown name ${quote(kind)} at ${at}.`);
  }
}

function deeper(depth: number, at: string): number {
  if (depth >= MAX_DEPTH) throw invalidArgument(`${at} is nested deeper than ${MAX_DEPTH} levels.`);
  return depth + 1;
}

function readNull(json: unknown, at: string): FirestoreValue {
  if (json !== null && json !== "NULL_VALUE") throw invalidArgument(`${at} must be null.`);
  return { nullValue: null };
}

function readInteger(json: unknown, at: string): string {
  const isWhole =
    (typeof json === "number" && Number.isInteger(json)) ||
    (typeof json === "string" && /^-?\d{1,20}$/.test(json));
  const integer = isWhole ? BigInt(json) : undefined;
  if (integer === undefined || integer > MAX_INTEGER || integer < MIN_INTEGER) {
    throw invalidArgument(`${at} must be a whole number of 64 bits, as a string.`);
  }
  return String(integer);
}

function readDouble(json: unknown, at: string): number | "NaN" | "Infinity" | "-Infinity" {
  if (json === "NaN" || json === "Infinity" || json === "-Infinity") return json;
  const isText = typeof json === "string" && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(json);
  const double = typeof json === "number" ? json : isText ? Number(json) : NaN;
  if (!Number.isFinite(double)) {
    throw invalidArgument(`${at} must be a number, "NaN", "Infinity" or "-Infinity".`);
  }
  // JSON.stringify writes -0 as 0, so it travels as a text; that is how the SDK sends it too.
  return Object.is(double, -0) ? ("-0" as unknown as number) : double;
}

function readTimestamp(json: unknown, at: string): string {
  const instant = typeof json === "string" ? parseTimestamp(json) : undefined;
  if (instant === undefined) {
    throw invalidArgument(`${at} must be an instant such as "2026-01-31T12:00:00.5Z".`);
  }
  return formatTimestamp(instant);
}

function readBytes(json: unknown, at: string): string {
  const text = readString(json, at).replaceAll("-", "+").replaceAll("_", "/");
  if (!BASE64.test(text)) throw invalidArgument(`${at} must be base64.`);
  return Buffer.from(text, "base64").toString("base64");
}

function readPoint(json: unknown, at: string): { latitude: number; longitude: number } {
  const point = readObject(json, at, ["latitude", "longitude"]);
  return {
    latitude: readDegrees(point["latitude"], within(at, "latitude"), 90),
    longitude: readDegrees(point["longitude"], within(at, "longitude"), 180),
  };
}

function readDegrees(json: unknown, at: string, max: number): number {
  const degrees = json === undefined ? 0 : json;
  if (typeof degrees !== "number" || !(Math.abs(degrees) <= max)) {
    throw invalidArgument(`${at} must be a number from -${max} to ${max}.`);
  }
  return degrees;
}

function readArray(json: unknown, at: string, depth: number): FirestoreValue[] {
  const values = readObject(json, at, ["values"])["values"] ?? [];
  return readList(values, within(at, "values")).map((value, index) => {
    const place = within(within(at, "values"), index);
    if (isObject(value) && Object.hasOwn(value, "arrayValue")) {
      throw invalidArgument(`${place}: a list must not directly contain another list.`);
    }
    return parseValue(value, place, depth);
  });
}

function emptyFields(): FirestoreFields {
  return Object.create(null) as FirestoreFields;
}
