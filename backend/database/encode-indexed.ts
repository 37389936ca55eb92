/**
 * What children are ordered by, as bytes that order as Firebase orders values:
 *
 *   00 null · 01 false · 02 true · 03 number, 8 bytes · 04 text, as keys are but without an end · 05 object
 */
import type { DatabaseValue } from "../rules/index.ts";
import { leafOf } from "./value.ts";

const NUMBER = 0x03;
const TEXT = 0x04;
const AFTER_ALL = 0x06;

export const NULL_INDEXED = Uint8Array.of(0x00);
export const OBJECT_INDEXED = Uint8Array.of(0x05);
export const BEFORE_INDEXED = Uint8Array.of();
export const AFTER_INDEXED = Uint8Array.of(AFTER_ALL);

/** @param value in export form; of an object only that it is one, of a leaf not its priority. */
export function encodeIndexed(value: DatabaseValue): Uint8Array {
  if (value === null) return NULL_INDEXED;
  const leaf = leafOf(value);
  switch (typeof leaf) {
    case "undefined":
      return OBJECT_INDEXED;
    case "boolean":
      return Uint8Array.of(leaf ? 0x02 : 0x01);
    case "number":
      return encodeNumber(leaf);
    default:
      return encodeText(leaf);
  }
}

// The bits of a double order as the numbers do once the sign is turned round, and all bits of negative ones.
function encodeNumber(number: number): Uint8Array {
  const bytes = new Uint8Array(9);
  bytes[0] = NUMBER;
  const view = new DataView(bytes.buffer);
  view.setFloat64(1, number === 0 ? 0 : number);
  const high = view.getUint32(1);
  if (high >>> 31 === 0) {
    view.setUint32(1, high | 0x80000000);
  } else {
    view.setUint32(1, ~high);
    view.setUint32(5, ~view.getUint32(5));
  }
  return bytes;
}

// Text can be long: its bytes go straight into a buffer.
function encodeText(text: string): Uint8Array {
  const bytes = Buffer.allocUnsafe(1 + 3 * text.length);
  bytes[0] = TEXT;
  // UTF-8 orders as UTF-16 does where there are no surrogates.
  if (!/[\ud800-\udfff]/.test(text)) return bytes.subarray(0, 1 + bytes.write(text, 1, "utf8"));
  let at = 1;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      bytes[at++] = unit;
    } else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else {
      bytes[at++] = 0xe0 | (unit >> 12);
      bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[at++] = 0x80 | (unit & 0x3f);
    }
  }
  return bytes.subarray(0, at);
}
