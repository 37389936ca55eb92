/**
 * Paths as bytes that order as Firebase orders keys, level by level. A key is one of
 *
 *   01 · integer + 2^31, 4 bytes · length of the key, 2 bytes · 01 for a zero with a minus, else 00
 *   02 · each UTF-16 unit in 1 to 3 bytes as UTF-8 would write it · 00
 *
 * No key's bytes begin another's, so the descendants of P are what lies between P and P·FF.
 */
import type { DatabasePath } from "../rules/index.ts";
import { integerOf } from "./path.ts";

const INTEGER = 0x01;
const TEXT = 0x02;
const END_OF_TEXT = 0x00;
const AFTER_ALL_KEYS = 0xff;

export function encodePath(path: DatabasePath): Uint8Array {
  const bytes: number[] = [];
  for (const key of path) pushKey(bytes, key);
  return Uint8Array.from(bytes);
}

/** The keys from the byte `offset` on, where a key must begin. */
export function decodePath(bytes: Uint8Array, offset = 0): string[] {
  const keys: string[] = [];
  let at = offset;
  while (at < bytes.length) {
    if (bytes[at] === INTEGER) {
      keys.push(decodeInteger(bytes, at + 1));
      at += 8;
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
  const end = new Uint8Array(bytes.length + 1);
  end.set(bytes);
  end[bytes.length] = AFTER_ALL_KEYS;
  return end;
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
  for (let i = 0; i < key.length; i += 1) {
    const unit = key.charCodeAt(i);
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
