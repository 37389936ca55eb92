/**
 * Where HEIC and AVIF have it (ISO/IEC 14496-12 and 23008-12): in the box `meta`, `iinf` says which item is of type `Exif`,
 * and `iloc` where its bytes lie. The boxes are gone through once, from their beginnings to their ends.
 */
import type { FileWindow } from "./file-window.ts";

/** Phones have some 5 kB. */
const longestMeta = 128 * 1024;
const longestExif = 65_536;
const mostBoxes = 64;
const mostItems = 2000;

export async function heifExif(file: FileWindow): Promise<Uint8Array | undefined> {
  const meta = await metaOf(file);
  if (!meta) return undefined;
  const boxes = boxesIn(meta);
  const [infos, places] = [boxes.get("iinf"), boxes.get("iloc")];
  const item = infos && exifItem(infos);
  const place = item !== undefined && places ? placeOf(places, item) : undefined;
  if (!place) return undefined;
  const length = Math.min(place.length, longestExif);
  const bytes = place.isInMeta
    ? (boxes.get("idat")?.subarray(place.from, place.from + length) ?? new Uint8Array())
    : await file.read(place.from, length);
  // How far behind these four bytes the TIFF begins.
  if (bytes.length < 4) return undefined;
  return bytes.subarray(4 + viewOf(bytes).getUint32(0));
}

async function metaOf(file: FileWindow): Promise<Uint8Array | undefined> {
  let at = 0;
  for (let box = 0; box < mostBoxes; box++) {
    const head = await file.read(at, 16);
    const found = headOf(head, file.size - at);
    if (!found) return undefined;
    // A version and flags come first.
    if (found.type === "meta") {
      const length = Math.min(found.size - found.start - 4, longestMeta);
      return length > 0 ? file.read(at + found.start + 4, length) : undefined;
    }
    at += found.size;
  }
  return undefined;
}

/** The first of each type. */
function boxesIn(bytes: Uint8Array): Map<string, Uint8Array> {
  const boxes = new Map<string, Uint8Array>();
  let at = 0;
  for (let box = 0; box < mostBoxes; box++) {
    const found = headOf(bytes.subarray(at), bytes.length - at);
    if (!found) break;
    const body = bytes.subarray(at + found.start, at + found.size);
    if (!boxes.has(found.type)) boxes.set(found.type, body);
    at += found.size;
  }
  return boxes;
}

/** `size` of the whole box, `start` of what is in it. Undefined: there is none, or it is not whole. */
function headOf(bytes: Uint8Array, left: number) {
  if (bytes.length < 8) return undefined;
  const view = viewOf(bytes);
  let [size, start] = [view.getUint32(0), 8];
  if (size === 1) {
    if (bytes.length < 16) return undefined;
    [size, start] = [Number(view.getBigUint64(8)), 16];
  } else if (size === 0) size = left;
  if (size < start || size > left) return undefined;
  return { size, start, type: String.fromCharCode(...bytes.subarray(4, 8)) };
}

/** The id of the item whose type is `Exif`. */
function exifItem(infos: Uint8Array): number | undefined {
  if (infos.length < 8) return undefined;
  const isLong = infos[0] !== 0;
  let at = isLong ? 8 : 6;
  for (let item = 0; item < mostItems; item++) {
    const found = headOf(infos.subarray(at), infos.length - at);
    if (!found) return undefined;
    const body = infos.subarray(at + found.start, at + found.size);
    const hasLongId = body[0] === 3;
    const idBytes = hasLongId ? 4 : 2;
    // Version and flags, id, protection, type.
    const typeAt = 4 + idBytes + 2;
    if (found.type === "infe" && (body[0] ?? 0) >= 2 && body.length >= typeAt + 4) {
      const type = String.fromCharCode(...body.subarray(typeAt, typeAt + 4));
      if (type === "Exif") {
        return hasLongId ? viewOf(body).getUint32(4) : viewOf(body).getUint16(4);
      }
    }
    at += found.size;
  }
  return undefined;
}

/** Its first extent. Undefined: it is not there, or elsewhere than in this file. */
function placeOf(places: Uint8Array, wanted: number) {
  const read = readerOf(places);
  const version = read(1);
  read(3);
  const [sizes, more] = [read(1), read(1)];
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4];
  const indexSize = version > 0 ? more & 15 : 0;
  const count = read(version < 2 ? 2 : 4);
  for (let item = 0; item < Math.min(count, mostItems); item++) {
    const id = read(version < 2 ? 2 : 4);
    const method = version > 0 ? read(2) & 15 : 0;
    const isHere = read(2) === 0;
    const base = read(baseSize);
    const extents = read(2);
    for (let extent = 0; extent < extents && !read.isOver(); extent++) {
      read(indexSize);
      const from = base + read(offsetSize);
      const length = read(lengthSize);
      if (id !== wanted) continue;
      const fits = isHere && method <= 1 && !read.isOver() && Number.isSafeInteger(from + length);
      return fits ? { from, length, isInMeta: method === 1 } : undefined;
    }
    if (read.isOver()) return undefined;
  }
  return undefined;
}

/** Numbers of up to eight bytes, one after the other; noughts at the end. */
function readerOf(bytes: Uint8Array) {
  let at = 0;
  const read = (size: number): number => {
    let value = 0;
    for (let left = size; left > 0; left--) value = value * 256 + (bytes[at++] ?? 0);
    return value;
  };
  return Object.assign(read, { isOver: () => at > bytes.length });
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
