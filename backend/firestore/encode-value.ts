/**
 * Values as bytes that order as `compareValues` orders values; equal values have equal bytes, and no
 * value's bytes begin another's. The first byte tells the rank:
 *
 *   05 null
 *   06 boolean     00 or 01
 *   07 number      8 bytes of the largest double that is not above it; from 2^53 on 2 bytes of what is missing
 *   08 timestamp   5 bytes of seconds since the year 1 · 3 bytes of microseconds
 *   09 string      text
 *   0A bytes       text
 *   0B reference   the segments of the whole name, as in `encodePath` · 00
 *   0C geo point   8 bytes · 8 bytes
 *   0D array       its values · 00
 *   0E vector      4 bytes of length · its values
 *   0F map         for each field, in order: 01 · text of the name · value; then 00
 *
 * A text has 00 FF for 00, and ends with 00 01. In an index a value is a component: of one that is
 * longer than 1,500 bytes only so many, and a digest of all of it. Equality stays exact; the order of
 * values that are alike for so long does not, as at Google.
 */
import { hash } from "node:crypto";
import type { FirestoreFields, FirestoreValue } from "#lib/firestore-value.ts";
import {
  type ByteWriter,
  createByteWriter,
  pushBase64,
  pushByte,
  pushBytes,
  pushText,
  reserve,
  writtenBytes,
} from "./byte-writer.ts";
import { NUMBER_SEGMENT, PATH_END, SEGMENT_NUMBER_BYTES, pushPath } from "./encode-path.ts";
import { compareUtf8 } from "./text-order.ts";
import { parseTimestamp } from "./timestamp.ts";
import { isVector, rankOf } from "./value.ts";

const MAX_WHOLE_BYTES = 1_500;
const DIGEST_BYTES = 16;
export const MAX_COMPONENT_BYTES = MAX_WHOLE_BYTES + DIGEST_BYTES;

const FIRST_TAG = 0x05;
const TAGS = {
  null: 0x05,
  boolean: 0x06,
  number: 0x07,
  timestamp: 0x08,
  string: 0x09,
  bytes: 0x0a,
  reference: 0x0b,
  geoPoint: 0x0c,
  array: 0x0d,
  vector: 0x0e,
  map: 0x0f,
} as const;
const LIST_END = 0x00;
const NEXT_FIELD = 0x01;
const FIRST_SECOND = -62_135_596_800; // 0001-01-01T00:00:00Z
/** From here on not every whole number is a double. */
const FIRST_GAP = 2 ** 53;
/** Fewer characters are an integer that is a double. */
const EXACT_DIGITS = 15;
const bits = new DataView(new ArrayBuffer(8));

/** @param value canonical, as `parseValue` makes it. */
export function encodeValue(value: FirestoreValue): Buffer {
  const writer = createByteWriter(64);
  pushComponent(writer, value);
  return writtenBytes(writer);
}

export function pushComponent(writer: ByteWriter, value: FirestoreValue): void {
  const start = writer.length;
  pushValue(writer, value);
  if (writer.length - start <= MAX_WHOLE_BYTES) return;
  const digest = hash("sha256", writer.bytes.subarray(start, writer.length), "buffer");
  writer.length = start + MAX_WHOLE_BYTES;
  pushBytes(writer, digest.subarray(0, DIGEST_BYTES));
}

/** All values of the same rank: those that an inequality with this one may match. Half-open. */
export function rankRange(value: FirestoreValue): { from: Buffer; to: Buffer } {
  const tag = FIRST_TAG + rankOf(value);
  return { from: Buffer.of(tag), to: Buffer.of(tag + 1) };
}

/** Turns the order round: of bytes none of which begin another. */
export function invert(bytes: Uint8Array): Buffer {
  const inverted = Buffer.allocUnsafe(bytes.length);
  for (let i = 0; i < bytes.length; i += 1) inverted[i] = ~(bytes[i] as number);
  return inverted;
}

function pushValue(writer: ByteWriter, value: FirestoreValue): void {
  if ("stringValue" in value) {
    pushByte(writer, TAGS.string);
    pushText(writer, value.stringValue);
  } else if ("integerValue" in value) {
    pushInteger(writer, value.integerValue);
  } else if ("booleanValue" in value) {
    pushByte(writer, TAGS.boolean);
    pushByte(writer, value.booleanValue ? 1 : 0);
  } else if ("mapValue" in value) {
    const fields = value.mapValue.fields ?? {};
    if (isVector(fields)) pushVector(writer, fields);
    else pushMap(writer, fields);
  } else if ("arrayValue" in value) {
    pushByte(writer, TAGS.array);
    for (const element of value.arrayValue.values ?? []) pushValue(writer, element);
    pushByte(writer, LIST_END);
  } else if ("nullValue" in value) {
    pushByte(writer, TAGS.null);
  } else if ("doubleValue" in value) {
    pushNumber(writer, Number(value.doubleValue), 0);
  } else if ("timestampValue" in value) {
    pushTimestamp(writer, value.timestampValue);
  } else if ("bytesValue" in value) {
    pushByte(writer, TAGS.bytes);
    pushBase64(writer, value.bytesValue);
  } else if ("referenceValue" in value) {
    pushByte(writer, TAGS.reference);
    pushPath(writer, value.referenceValue);
    pushByte(writer, PATH_END);
  } else {
    const { latitude = 0, longitude = 0 } = value.geoPointValue;
    pushByte(writer, TAGS.geoPoint);
    pushDouble(writer, latitude);
    pushDouble(writer, longitude);
  }
}

function pushInteger(writer: ByteWriter, text: string): void {
  if (text.length <= EXACT_DIGITS) return pushNumber(writer, Number(text), 0);
  const integer = BigInt(text);
  const nearest = Number(integer);
  const floor = BigInt(nearest) > integer ? doubleBelow(nearest) : nearest;
  return pushNumber(writer, floor, Number(integer - BigInt(floor)));
}

/** @param missing how much the number is above `floor` */
function pushNumber(writer: ByteWriter, floor: number, missing: number): void {
  pushByte(writer, TAGS.number);
  pushDouble(writer, floor);
  if (!(Math.abs(floor) >= FIRST_GAP)) return;
  reserve(writer, 2);
  writer.length = writer.bytes.writeUInt16BE(missing, writer.length);
}

// The bits of a double order as the numbers do once the sign is turned round, and all bits of negative ones.
function pushDouble(writer: ByteWriter, double: number): void {
  reserve(writer, 8);
  const { bytes, length: start } = writer;
  writer.length += 8;
  if (Number.isNaN(double)) {
    bytes.fill(0, start, start + 8);
    return;
  }
  bytes.writeDoubleBE(double === 0 ? 0 : double, start);
  if (double >= 0) {
    bytes[start] = (bytes[start] as number) ^ 0x80;
  } else {
    for (let at = start; at < start + 8; at += 1) bytes[at] = ~(bytes[at] as number);
  }
}

/** The next smaller one of a double that is neither zero nor infinite. */
function doubleBelow(double: number): number {
  bits.setFloat64(0, double);
  bits.setBigInt64(0, bits.getBigInt64(0) + (double > 0 ? -1n : 1n));
  return bits.getFloat64(0);
}

function pushTimestamp(writer: ByteWriter, text: string): void {
  const instant = parseTimestamp(text);
  if (instant === undefined) throw new RangeError(`${text} is no instant.`);
  pushByte(writer, TAGS.timestamp);
  reserve(writer, 8);
  const seconds = instant.seconds - FIRST_SECOND;
  writer.length = writer.bytes.writeUIntBE(seconds, writer.length, 5);
  writer.length = writer.bytes.writeUIntBE(instant.micros, writer.length, 3);
}

// Its values are doubles unless a masked write went inside: then they order as others do.
function pushVector(writer: ByteWriter, fields: FirestoreFields): void {
  const list = fields["value"];
  const values = list !== undefined && "arrayValue" in list ? (list.arrayValue.values ?? []) : [];
  pushByte(writer, TAGS.vector);
  reserve(writer, 4);
  writer.length = writer.bytes.writeUInt32BE(values.length, writer.length);
  for (const value of values) pushValue(writer, value);
}

// JavaScript puts names that are numbers before all others, whatever their order was.
function pushMap(writer: ByteWriter, fields: FirestoreFields): void {
  pushByte(writer, TAGS.map);
  for (const name of Object.keys(fields).toSorted(compareUtf8)) {
    pushByte(writer, NEXT_FIELD);
    pushText(writer, name);
    pushValue(writer, fields[name] as FirestoreValue);
  }
  pushByte(writer, LIST_END);
}

/**
 * Where the component ends that starts at `start` of an index entry's key.
 * @throws RangeError when the key ends before it.
 */
export function componentEnd(key: Uint8Array, start: number, isInverted: boolean): number {
  const limit = start + MAX_WHOLE_BYTES;
  const end = skipValue({ key, limit, mask: isInverted ? 0xff : 0x00 }, start);
  const realEnd = end <= limit ? end : start + MAX_COMPONENT_BYTES;
  if (realEnd > key.length) throw new RangeError("The index entry ends inside a component.");
  return realEnd;
}

/** Nothing is read at or after `limit`: there a digest may stand. */
type Skipped = { key: Uint8Array; limit: number; mask: number };

// Each of these answers where what starts at `at` ends; anything above the limit when that is after it.
function skipValue(skipped: Skipped, at: number): number {
  const inside = at + 1;
  switch (byteAt(skipped, at)) {
    case TAGS.null:
      return inside;
    case TAGS.boolean:
      return inside + 1;
    case TAGS.number:
      return skipNumber(skipped, inside);
    case TAGS.timestamp:
      return inside + 8;
    case TAGS.string:
    case TAGS.bytes:
      return skipText(skipped, inside);
    case TAGS.reference:
      return skipPath(skipped, inside);
    case TAGS.geoPoint:
      return inside + 16;
    case TAGS.array:
      return skipArray(skipped, inside);
    case TAGS.vector:
      return skipVector(skipped, inside);
    case TAGS.map:
      return skipMap(skipped, inside);
    case undefined:
      return skipped.limit + 1;
    default:
      throw new RangeError("No component of an index entry starts here.");
  }
}

function byteAt({ key, limit, mask }: Skipped, at: number): number | undefined {
  const byte = at < limit ? key[at] : undefined;
  return byte === undefined ? undefined : byte ^ mask;
}

// The first 12 bits are the sign, turned round, and the exponent.
function skipNumber(skipped: Skipped, at: number): number {
  const second = byteAt(skipped, at + 1);
  if (second === undefined) return skipped.limit + 1;
  const top = ((byteAt(skipped, at) as number) << 8) | second;
  const isLarge = top >= 0xc340 || (top < 0x3cc0 && top !== 0);
  return at + (isLarge ? 10 : 8);
}

function skipText({ key, limit, mask }: Skipped, start: number): number {
  const end = mask ^ 0x01;
  let at = key.indexOf(mask, start);
  while (at !== -1 && key[at + 1] !== end) at = key.indexOf(mask, at + 2);
  return at === -1 ? limit + 1 : at + 2;
}

function skipPath(skipped: Skipped, start: number): number {
  let at = start;
  for (;;) {
    const tag = byteAt(skipped, at);
    if (tag === undefined) return skipped.limit + 1;
    if (tag === PATH_END) return at + 1;
    at = skipText(skipped, at + 1 + (tag === NUMBER_SEGMENT ? SEGMENT_NUMBER_BYTES : 0));
  }
}

function skipArray(skipped: Skipped, start: number): number {
  let at = start;
  while (at < skipped.limit && byteAt(skipped, at) !== LIST_END) at = skipValue(skipped, at);
  return at + 1;
}

function skipVector(skipped: Skipped, start: number): number {
  let count = 0;
  for (let at = start; at < start + 4; at += 1) {
    count = count * 0x100 + (byteAt(skipped, at) ?? 0);
  }
  let at = start + 4;
  for (; count > 0 && at < skipped.limit; count -= 1) at = skipValue(skipped, at);
  return count > 0 ? skipped.limit + 1 : at;
}

function skipMap(skipped: Skipped, start: number): number {
  let at = start;
  while (at < skipped.limit && byteAt(skipped, at) === NEXT_FIELD) {
    at = skipValue(skipped, skipText(skipped, at + 1));
  }
  return at + 1;
}
