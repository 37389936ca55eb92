/**
 * Paths as bytes that order as `comparePaths` orders paths, segment by segment. A segment is one of
 *
 *   01 · number + 2^64, 9 bytes · text · 00 01   an id such as `__id7__`
 *   02 · text · 00 01                            any other id
 *
 * A text is UTF-8 with 00 as 00 FF. Nothing ends a path: what is below P begins with the bytes of P.
 */
import {
  type ByteWriter,
  createByteWriter,
  pushText,
  readText,
  reserve,
  writtenBytes,
} from "./byte-writer.ts";
import { NUMERIC_ID } from "./resource-name.ts";

/** Ends a name inside an index entry, so that no name begins another. */
export const PATH_END = 0x00;

export const NUMBER_SEGMENT = 0x01;
const TEXT_SEGMENT = 0x02;
/** Of the number in a segment of this kind. */
export const SEGMENT_NUMBER_BYTES = 9;

/** @param path ids with "/" between them; "" is the root. */
export function encodePath(path: string): Buffer {
  const writer = createByteWriter(64);
  pushPath(writer, path);
  return writtenBytes(writer);
}

export function pushPath(writer: ByteWriter, path: string): void {
  if (path === "") return;
  for (let start = 0; start <= path.length;) {
    const slash = path.indexOf("/", start);
    const end = slash === -1 ? path.length : slash;
    pushId(writer, path.slice(start, end));
    start = end + 1;
  }
}

/** @throws RangeError for what is not of `encodePath`. */
export function decodePath(key: Uint8Array): string {
  const bytes = Buffer.from(key.buffer, key.byteOffset, key.length);
  const ids: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at];
    if (tag !== NUMBER_SEGMENT && tag !== TEXT_SEGMENT) throw badKey(bytes);
    const start = at + 1 + (tag === NUMBER_SEGMENT ? SEGMENT_NUMBER_BYTES : 0);
    const id = readText(bytes, start);
    if (id === undefined) throw badKey(bytes);
    ids.push(id.text);
    at = id.end;
  }
  return ids.join("/");
}

/**
 * The smallest bytes above all that begin with `bytes`.
 * @throws RangeError when there are none: of nothing, and of FF alone.
 */
export function successor(bytes: Uint8Array): Buffer {
  let last = bytes.length - 1;
  while (last >= 0 && bytes[last] === 0xff) last -= 1;
  if (last < 0) throw new RangeError("Nothing lies above all bytes that begin with these.");
  const next = Buffer.from(bytes.subarray(0, last + 1));
  next[last] = (next[last] as number) + 1;
  return next;
}

function pushId(writer: ByteWriter, id: string): void {
  const number = id.startsWith("__id") ? NUMERIC_ID.exec(id)?.[1] : undefined;
  reserve(writer, 1 + SEGMENT_NUMBER_BYTES);
  if (number === undefined) {
    writer.bytes[writer.length++] = TEXT_SEGMENT;
  } else {
    const integer = BigInt(number);
    writer.bytes[writer.length++] = NUMBER_SEGMENT;
    writer.bytes[writer.length++] = integer < 0n ? 0 : 1;
    writer.bytes.writeBigUInt64BE(BigInt.asUintN(64, integer), writer.length);
    writer.length += 8;
  }
  pushText(writer, id);
}

function badKey(bytes: Buffer): RangeError {
  return new RangeError(`These bytes are no path: ${bytes.toString("hex")}`);
}
