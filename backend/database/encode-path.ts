/**
 * Paths as bytes that order as Firebase orders keys, level by level. A key is one of
 *
 *   01 · integer + 2^31, 4 bytes · length of the key, 2 bytes · 01 for a zero with a minus, else 00
 *   02 · each UTF-16 unit in 1 to 3 bytes as UTF-8 would write it · 00
 *   00 for `.priority`, which is no child: the first of what is below its node
 *
 * No key's bytes begin another's, so the descendants of P are what lies between P and P·FF.
 */
import { integerOf } from "#lib/database-key.ts";
import type { DatabasePath } from "../rules/index.ts";
import { PRIORITY } from "./value.ts";

const PRIORITY_TAG = 0x00;
const INTEGER = 0x01;
const TEXT = 0x02;
const INTEGER_BYTES = 8;
const END_OF_TEXT = 0x00;
const AFTER_ALL_KEYS = 0xff;

/** No text of a key is longer; with more of it, a bound would lie between the same keys. */
const MAX_TEXT_UNITS = 1_000;

/** Before the first child's key, and after `.priority`. */
export const FIRST_KEY = Uint8Array.of(INTEGER);
/** After the last child's key. */
export const AFTER_KEYS = Uint8Array.of(AFTER_ALL_KEYS);

export function encodePath(path: DatabasePath): Uint8Array {
  const bytes: number[] = [];
  for (const key of path) {
    if (key === PRIORITY) bytes.push(PRIORITY_TAG);
    else pushKey(bytes, key);
  }
  return Uint8Array.from(bytes);
}

/**
 * A child's key as in a path. What no child can have for a key, as the bound of a query may be, lies where it orders
 * among those that a child can have.
 */
export function encodeKey(key: string): Uint8Array {
  const bytes: number[] = [];
  pushKey(bytes, key);
  return Uint8Array.from(bytes);
}

/** The keys from the byte `offset` on, where a key must begin. */
export function decodePath(bytes: Uint8Array, offset = 0): string[] {
  const keys: string[] = [];
  let at = offset;
  while (at < bytes.length) {
    if (bytes[at] === PRIORITY_TAG) {
      keys.push(PRIORITY);
      at += 1;
      continue;
    }
    if (bytes[at] === INTEGER) {
      keys.push(decodeInteger(bytes, at + 1));
      at += INTEGER_BYTES;
      continue;
    }
    const end = bytes.indexOf(END_OF_TEXT, at);
    if (bytes[at] !== TEXT || end < 0) throw new Error("These bytes are not a path.");
    keys.push(decodeText(bytes, at + 1, end));
    at = end + 1;
  }
  return keys;
}

/** The first bytes after all that begin with `bytes`. */
export function endOfRange(bytes: Uint8Array): Uint8Array {
  return joinBytes(bytes, AFTER_KEYS);
}

/** The bytes of the one key that begins at `offset`. */
export function keyBytesAt(bytes: Uint8Array, offset: number): Uint8Array {
  if (bytes[offset] === PRIORITY_TAG) return bytes.subarray(offset, offset + 1);
  if (bytes[offset] === INTEGER) return bytes.subarray(offset, offset + INTEGER_BYTES);
  return bytes.subarray(offset, bytes.indexOf(END_OF_TEXT, offset) + 1);
}

export function joinBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

function pushKey(bytes: number[], key: string): void {
  const integer = integerOf(key);
  if (integer !== undefined) {
    const offset = integer + 0x80000000;
    const minusZero = integer === 0 && key.startsWith("-") ? 1 : 0;
    bytes.push(INTEGER, offset >>> 24, (offset >>> 16) & 0xff, (offset >>> 8) & 0xff);
    bytes.push(offset & 0xff, key.length >> 8, key.length & 0xff, minusZero);
    return;
  }
  bytes.push(TEXT);
  for (let i = 0; i < key.length && i < MAX_TEXT_UNITS; i += 1) {
    const unit = key.charCodeAt(i);
    if (unit === END_OF_TEXT) {
      // In no child's key: after all that begin as this does and end here, before those that go on.
      bytes.push(END_OF_TEXT, AFTER_ALL_KEYS);
      return;
    }
    if (unit < 0x80) bytes.push(unit);
    else if (unit < 0x800) bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f));
    else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
  }
  bytes.push(END_OF_TEXT);
}

function decodeInteger(bytes: Uint8Array, at: number): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const integer = view.getUint32(at) - 0x80000000;
  const length = view.getUint16(at + 4);
  const negative = integer < 0 || view.getUint8(at + 6) === 1;
  const digits = String(Math.abs(integer));
  return negative ? `-${digits.padStart(length - 1, "0")}` : digits.padStart(length, "0");
}

function decodeText(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at += 1) {
    const first = bytes[at] as number;
    if (first < 0x80) {
      text += String.fromCharCode(first);
    } else if (first < 0xe0) {
      text += String.fromCharCode(((first & 0x1f) << 6) | (bytes[++at]! & 0x3f));
    } else {
      const high = ((first & 0x0f) << 12) | ((bytes[++at]! & 0x3f) << 6);
      text += String.fromCharCode(high | (bytes[++at]! & 0x3f));
    }
  }
  return text;
}
