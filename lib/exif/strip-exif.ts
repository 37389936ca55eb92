/**
 * A picture without what the camera wrote beside it: date, place, camera, small pictures, and whatever lies behind its end
 * (films, second pictures with a place of their own). Pixels, colours and how it is turned stay: the bytes of the picture are
 * copied, none is drawn anew. What is kept is a list, so what nobody knows goes.
 */
import { crc32 } from "../zip/crc-32.ts";
import { ExifError } from "./exif-error.ts";
import { type Orientation, orientationTiff, readTiff } from "./tiff.ts";

const pngKept = new Set([
  "IHDR",
  "PLTE",
  "IDAT",
  "IEND",
  "tRNS",
  "cHRM",
  "gAMA",
  "iCCP",
  "sBIT",
  "sRGB",
  "cICP",
  "mDCV",
  "cLLI",
  "bKGD",
  "hIST",
  "pHYs",
  "sPLT",
  "acTL",
  "fcTL",
  "fdAT",
]);
const webpPicture = new Set(["ALPH", "VP8 ", "VP8L"]);
const webpKept = new Set(["VP8X", "ICCP", "ANIM", "ANMF", ...webpPicture]);
const [webpExif, webpXmp] = [0x08, 0x04];
/** Cameras write some dozens. Each takes memory, and a file of nothing but heads has millions. */
const mostParts = 65_536;

/**
 * Undefined: no JPEG, PNG or WebP, of others it cannot be taken out (AVIF, HEIC, GIF).
 * @throws ExifError for one that is not whole, of which it could not be said that nothing is left
 */
export function stripExif(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return joined(stripJpeg(bytes));
  if (textAt(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return joined(stripPng(bytes));
  if (textAt(bytes, 0, 4) === "RIFF" && textAt(bytes, 8, 12) === "WEBP") {
    return joined(stripWebp(bytes));
  }
  return undefined;
}

function stripJpeg(bytes: Uint8Array): Uint8Array[] {
  const parts = [bytes.subarray(0, 2)];
  let orientation: Orientation | undefined;
  let hasPicture = false;
  let at = 2;
  for (let seen = 0; ;) {
    if (bytes[at] !== 0xff) throw broken();
    const marker = bytes[at + 1];
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xd9) {
      if (!hasPicture) throw broken();
      parts.push(bytes.subarray(at, at + 2));
      break;
    }
    seen += 1;
    if (seen > mostParts) throw broken();
    const end = at + 2 + numberAt(bytes, at + 2, 2);
    if (marker === undefined || marker < 0xc0 || end < at + 4 || end > bytes.length) throw broken();
    const segment = bytes.subarray(at, end);
    if (marker === 0xe1 && textAt(segment, 4, 10) === "Exif\0\0") {
      orientation ??= readTiff(segment.subarray(10)).orientation;
    }
    if (isKept(marker, segment)) parts.push(jfifAlone(marker, segment));
    at = end;
    if (marker !== 0xda) continue;
    hasPicture = true;
    at = scanEnd(bytes, end);
    parts.push(bytes.subarray(end, at));
  }
  if (orientation !== undefined && orientation !== 1) {
    const tiff = orientationTiff(orientation);
    const head = [0xff, 0xe1, 0, tiff.length + 8, ...new TextEncoder().encode("Exif\0\0")];
    const hasJfif = parts[1]?.[1] === 0xe0;
    parts.splice(hasJfif ? 2 : 1, 0, Uint8Array.from([...head, ...tiff]));
  }
  return parts;
}

/** All that is needed to draw it, and its colours. */
function isKept(marker: number, segment: Uint8Array): boolean {
  if (marker === 0xe0) return textAt(segment, 4, 9) === "JFIF\0" && segment.length >= 18;
  if (marker === 0xe2) return textAt(segment, 4, 16) === "ICC_PROFILE\0";
  // Which colours its channels are.
  if (marker === 0xee) return textAt(segment, 4, 9) === "Adobe";
  return marker < 0xe0 && !(marker >= 0xd0 && marker <= 0xd8);
}

/** Without its small picture. */
function jfifAlone(marker: number, segment: Uint8Array): Uint8Array {
  if (marker !== 0xe0 || segment.length === 18) return segment;
  const alone = segment.slice(0, 18);
  alone.set([0, 16], 2);
  alone.set([0, 0], 16);
  return alone;
}

/**
 * The next marker behind compressed data.
 * @throws ExifError if there is none: where the picture ends, and what else is behind it, nobody can say then
 */
function scanEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    // A byte of the picture, one that fills up, or a place to begin anew.
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw broken();
}

function stripPng(bytes: Uint8Array): Uint8Array[] {
  const parts = [bytes.subarray(0, 8)];
  let hasExif = false;
  for (let at = 8, seen = 0; ; seen += 1) {
    const end = at + 12 + numberAt(bytes, at, 4);
    if (end > bytes.length || seen > mostParts) throw broken();
    const type = textAt(bytes, at + 4, at + 8);
    if ((at === 8) !== (type === "IHDR")) throw broken();
    if (pngKept.has(type)) parts.push(bytes.subarray(at, end));
    else if (type === "eXIf" && !hasExif) {
      hasExif = true;
      const { orientation } = readTiff(bytes.subarray(at + 8, end - 4));
      // Where it stood: some readers look for it before the pixels only.
      if (orientation !== 1) parts.push(pngExif(orientation));
    }
    at = end;
    if (type === "IEND") return parts;
  }
}

function pngExif(orientation: Orientation): Uint8Array {
  const tiff = orientationTiff(orientation);
  const chunk = new Uint8Array(12 + tiff.length);
  chunk.set([0, 0, 0, tiff.length, ...new TextEncoder().encode("eXIf"), ...tiff]);
  new DataView(chunk.buffer).setUint32(8 + tiff.length, crc32(chunk.subarray(4, 8 + tiff.length)));
  return chunk;
}

function stripWebp(bytes: Uint8Array): Uint8Array[] {
  const limit = Math.min(8 + numberAt(bytes, 4, -4), bytes.length);
  const { parts, exif } = webpChunks(bytes.subarray(12, limit), webpKept);
  if (!parts.some((part) => /^(?:VP8[ L]|ANMF)$/.test(textAt(part, 0, 4)))) throw broken();
  const orientation = exif ? readTiff(exif).orientation : 1;
  const features = parts.findIndex((part) => textAt(part, 0, 4) === "VP8X");
  if (features >= 0) {
    const chunk = parts[features]?.slice() ?? new Uint8Array(18);
    const turns = orientation === 1 ? 0 : webpExif;
    chunk[8] = ((chunk[8] ?? 0) & ~(webpExif | webpXmp)) | turns;
    parts[features] = chunk;
    if (turns > 0) parts.push(chunkOf("EXIF", [orientationTiff(orientation)]));
  }
  const size = parts.reduce((sum, { length }) => sum + length, 4);
  const head = bytes.slice(0, 12);
  new DataView(head.buffer).setUint32(4, size, true);
  return [head, ...parts];
}

function webpChunks(bytes: Uint8Array, kept: ReadonlySet<string>) {
  const parts: Uint8Array[] = [];
  let exif: Uint8Array | undefined;
  for (let at = 0, seen = 0; at < bytes.length; seen += 1) {
    const length = numberAt(bytes, at + 4, -4);
    const end = at + 8 + length;
    if (at + 8 > bytes.length || end > bytes.length || seen > mostParts) throw broken();
    const type = textAt(bytes, at, at + 4);
    const body = bytes.subarray(at + 8, end);
    if (type === "EXIF") {
      exif ??= textAt(body, 0, 6) === "Exif\0\0" ? body.subarray(6) : body;
    }
    if (type === "VP8X" && length < 10) throw broken();
    if (!kept.has(type)) {
      // It goes.
    } else if (type === "ANMF") {
      // Each picture of an animation has chunks of its own behind its place and time.
      if (length < 16) throw broken();
      const frame = webpChunks(body.subarray(16), webpPicture).parts;
      parts.push(chunkOf("ANMF", [body.subarray(0, 16), ...frame]));
    } else parts.push(chunkOf(type, [body]));
    at = end + (length % 2);
  }
  return { parts, exif };
}

function chunkOf(type: string, bodies: readonly Uint8Array[]): Uint8Array {
  const length = bodies.reduce((sum, body) => sum + body.length, 0);
  const chunk = new Uint8Array(8 + length + (length % 2));
  chunk.set(new TextEncoder().encode(type));
  new DataView(chunk.buffer).setUint32(4, length, true);
  let at = 8;
  for (const body of bodies) {
    chunk.set(body, at);
    at += body.length;
  }
  return chunk;
}

/** @param size -4: the last byte first */
function numberAt(bytes: Uint8Array, at: number, size: 2 | 4 | -4): number {
  const end = at + Math.abs(size);
  if (end > bytes.length) throw broken();
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, end - at);
  return size === 2 ? view.getUint16(0) : view.getUint32(0, size === -4);
}

function textAt(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function broken(): ExifError {
  return new ExifError(
    "This picture is damaged, so what the camera wrote into it cannot be taken out.",
  );
}
