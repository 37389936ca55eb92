/** Bytes that are written one after another into one buffer, which grows as they come; and text that is read from them. */
export type ByteWriter = { bytes: Buffer; length: number };

const ZERO = 0x00;
const ESCAPED_ZERO = 0xff;
const END_OF_TEXT = 0x01;
/** Shorter texts are written faster one by one than by a call out of JavaScript. */
const SHORT_TEXT = 32;

export function createByteWriter(bytes: number): ByteWriter {
  return { bytes: Buffer.allocUnsafe(bytes), length: 0 };
}

export function writtenBytes(writer: ByteWriter): Buffer {
  return writer.bytes.subarray(0, writer.length);
}

/** Makes room for `count` more bytes. */
export function reserve(writer: ByteWriter, count: number): void {
  const needed = writer.length + count;
  if (needed <= writer.bytes.length) return;
  const grown = Buffer.allocUnsafe(Math.max(needed, 2 * writer.bytes.length));
  writer.bytes.copy(grown, 0, 0, writer.length);
  writer.bytes = grown;
}

export function pushByte(writer: ByteWriter, byte: number): void {
  reserve(writer, 1);
  writer.bytes[writer.length] = byte;
  writer.length += 1;
}

export function pushBytes(writer: ByteWriter, bytes: Uint8Array): void {
  reserve(writer, bytes.length);
  writer.bytes.set(bytes, writer.length);
  writer.length += bytes.length;
}

/**
 * Text that orders by its UTF-8 bytes and begins no other text: 00 becomes 00 FF, and 00 01 ends it.
 * @param text well-formed Unicode
 */
export function pushText(writer: ByteWriter, text: string): void {
  reserve(writer, 3 * text.length + 2);
  if (text.length <= SHORT_TEXT && pushShortText(writer, text)) return;
  const { bytes, length: start } = writer;
  const end = start + bytes.write(text, start, "utf8");
  endText(writer, text.includes("\0") ? escapeZeros(bytes, start, end) : end);
}

/** Bytes as `pushText` writes text. */
export function pushBase64(writer: ByteWriter, base64: string): void {
  // Four characters are three bytes, and each of them could be a zero.
  reserve(writer, Math.ceil(base64.length / 4) * 6 + 2);
  const { bytes, length: start } = writer;
  const end = start + bytes.write(base64, start, "base64");
  endText(writer, escapeZeros(bytes, start, end));
}

/** The text that `pushText` has written there, and where it ends; undefined when it does not end. */
export function readText(bytes: Buffer, start: number): { text: string; end: number } | undefined {
  let at = bytes.indexOf(ZERO, start);
  let hasZeros = false;
  while (at !== -1 && bytes[at + 1] === ESCAPED_ZERO) {
    hasZeros = true;
    at = bytes.indexOf(ZERO, at + 2);
  }
  if (at === -1 || bytes[at + 1] !== END_OF_TEXT) return undefined;
  const text = hasZeros ? withoutEscapes(bytes, start, at) : bytes.toString("utf8", start, at);
  return { text, end: at + 2 };
}

// UTF-8 has a byte FF nowhere, so 00 FF is always an escaped zero.
function withoutEscapes(bytes: Buffer, start: number, end: number): string {
  const escaped = bytes.subarray(start, end);
  return Buffer.from(escaped.filter((byte) => byte !== ESCAPED_ZERO)).toString("utf8");
}

// False when there is more than ASCII in it: then nothing counts as written.
function pushShortText(writer: ByteWriter, text: string): boolean {
  const { bytes } = writer;
  let at = writer.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) return false;
    bytes[at++] = unit;
    if (unit === ZERO) bytes[at++] = ESCAPED_ZERO;
  }
  endText(writer, at);
  return true;
}

function endText(writer: ByteWriter, at: number): void {
  writer.bytes[at] = ZERO;
  writer.bytes[at + 1] = END_OF_TEXT;
  writer.length = at + 2;
}

// From the end, so that nothing is overwritten before it was moved.
function escapeZeros(bytes: Buffer, start: number, end: number): number {
  let zeros = 0;
  for (let at = start; at < end; at += 1) if (bytes[at] === ZERO) zeros += 1;
  let to = end + zeros;
  for (let from = end - 1; to > from + 1; from -= 1) {
    const byte = bytes[from] as number;
    if (byte === ZERO) bytes[--to] = ESCAPED_ZERO;
    bytes[--to] = byte;
  }
  return end + zeros;
}
