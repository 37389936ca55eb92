/**
 * HEIC and AVIF without what the camera wrote beside the picture. Nothing is moved: all becomes noughts but what is needed
 * to draw it (ISO/IEC 14496-12 and 23008-12: the boxes of `meta` that say how, and the bytes of items that are pictures).
 * What is kept is a list, so what nobody knows goes.
 */
import { ExifError } from "./exif-error.ts";

type Box = { type: string; from: number; body: number; end: number };

const brands = /^(?:heic|heix|heim|heis|hevc|hevx|mif1|mif2|avif)$/;
const pictures = new Set(["hvc1", "hev1", "av01", "grid", "iovl", "iden"]);
/** Of `meta`, besides those that are looked into. */
const copied = new Set(["hdlr", "pitm", "iloc", "iref", "dinf"]);
const properties = new Set([
  "a1lx",
  "a1op",
  "auxC",
  "av1C",
  "cclv",
  "clap",
  "clli",
  "colr",
  "hvcC",
  "imir",
  "irot",
  "ispe",
  "lsel",
  "mdcv",
  "pasp",
  "pixi",
]);
const mostBoxes = 4096;
/** Of all items together: a picture of a hundred megapixels has some hundred. */
const mostExtents = 16_384;

/**
 * Undefined: neither HEIC nor AVIF, or one that moves.
 * @throws ExifError for one that is not whole, of which it could not be said that nothing is left
 */
export function stripHeif(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 16 || typeAt(bytes, 4) !== "ftyp" || !brands.test(typeAt(bytes, 8))) {
    return undefined;
  }
  const top = boxesIn(view, 0, bytes.length);
  const metas = top.filter(({ type }) => type === "meta");
  const [meta] = metas;
  if (top.some(({ type }) => type === "moov")) return undefined;
  if (meta === undefined || metas.length > 1) throw broken();
  const out = new Uint8Array(bytes.length);
  const keep = (from: number, end: number) => out.set(bytes.subarray(from, end), from);
  /** A box that is passed over, of the same size. */
  const blank = ({ from, body }: Box) => {
    keep(from, body);
    out.set([0x66, 0x72, 0x65, 0x65], from + 4);
  };

  for (const box of top) {
    if (box.type === "ftyp") keep(box.from, box.end);
    else if (box.type === "mdat") keep(box.from, box.body);
    else if (box.type !== "meta") blank(box);
  }
  const parts = boxesIn(view, meta.body + 4, meta.end);
  keep(meta.from, meta.body + 4);
  for (const box of parts) {
    if (copied.has(box.type)) keep(box.from, box.end);
    else if (box.type === "idat") keep(box.from, box.body);
    else if (box.type === "iinf") keepInfos(view, box, keep);
    else if (box.type === "iprp") {
      keep(box.from, box.body);
      for (const part of boxesIn(view, box.body, box.end)) {
        if (part.type === "ipma") keep(part.from, part.end);
        else if (part.type === "ipco") {
          keep(part.from, part.body);
          for (const one of boxesIn(view, part.body, part.end)) {
            if (properties.has(one.type)) keep(one.from, one.end);
            else blank(one);
          }
        } else blank(part);
      }
    } else blank(box);
  }
  const [infos, places] = [only(parts, "iinf"), only(parts, "iloc")];
  const idat = parts.find(({ type }) => type === "idat");
  const ids = pictureIds(view, infos);
  let kept = 0;
  for (const { id, from, end } of extentsIn(view, places, idat)) {
    if (!ids.has(id)) continue;
    kept += end - from;
    // The same bytes again and again are no picture: copying them could take for ever.
    if (kept > 2 * bytes.length) throw broken();
    keep(from, end);
  }
  if (kept === 0) throw broken();
  return out;
}

/** All but their names. */
function keepInfos(view: DataView, infos: Box, keep: (from: number, end: number) => void): void {
  const start = infosStart(view, infos);
  keep(infos.from, start);
  for (const info of boxesIn(view, start, infos.end)) {
    const at = typeOfInfo(view, info);
    keep(info.from, at === undefined ? info.body : at + 4);
  }
}

function pictureIds(view: DataView, infos: Box): Set<number> {
  const ids = new Set<number>();
  for (const info of boxesIn(view, infosStart(view, infos), infos.end)) {
    const at = typeOfInfo(view, info);
    if (at === undefined || !pictures.has(typeIn(view, at))) continue;
    ids.add(
      view.getUint8(info.body) === 3
        ? view.getUint32(info.body + 4)
        : view.getUint16(info.body + 4),
    );
  }
  return ids;
}

function infosStart(view: DataView, { body, end }: Box): number {
  const start = body + (numberAt(view, body, 1) === 0 ? 6 : 8);
  if (start > end) throw broken();
  return start;
}

/** Where the type of an item stands; undefined for what says none. */
function typeOfInfo(view: DataView, { type, body, end }: Box): number | undefined {
  if (type !== "infe") return undefined;
  const version = numberAt(view, body, 1);
  if (version < 2) return undefined;
  const at = body + 4 + (version === 3 ? 4 : 2) + 2;
  if (at + 4 > end) throw broken();
  return at;
}

/** The bytes of all items, wherever in the file they are. */
function* extentsIn(view: DataView, places: Box, idat: Box | undefined) {
  let at = places.body;
  const read = (size: number): number => {
    if (at + size > places.end) throw broken();
    const value = size === 0 ? 0 : numberAt(view, at, size);
    at += size;
    return value;
  };
  const version = read(1);
  read(3);
  const [sizes, more] = [read(1), read(1)];
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4];
  const indexSize = version > 0 ? more & 15 : 0;
  const count = read(version < 2 ? 2 : 4);
  if (count > mostBoxes) throw broken();
  let seen = 0;
  for (let item = 0; item < count; item += 1) {
    const id = read(version < 2 ? 2 : 4);
    const method = version > 0 ? read(2) & 15 : 0;
    const reference = read(2);
    const base = read(baseSize);
    const extents = read(2);
    seen += extents;
    if (seen > mostExtents) throw broken();
    for (let extent = 0; extent < extents; extent += 1) {
      read(indexSize);
      const offset = base + read(offsetSize);
      const length = read(lengthSize);
      // Of a whole file, another file or another item.
      if (length === 0 || reference !== 0 || method > 1) throw broken();
      const within = method === 1 ? idat : { body: 0, end: view.byteLength };
      if (within === undefined) throw broken();
      const from = within.body + offset;
      if (from + length > within.end) throw broken();
      yield { id, from, end: from + length };
    }
  }
}

function only(boxes: readonly Box[], type: string): Box {
  const found = boxes.filter((box) => box.type === type);
  if (found.length !== 1 || found[0] === undefined) throw broken();
  return found[0];
}

function boxesIn(view: DataView, start: number, limit: number): Box[] {
  const boxes: Box[] = [];
  for (let from = start; from < limit;) {
    if (from + 8 > limit || boxes.length >= mostBoxes) throw broken();
    let size = view.getUint32(from);
    let body = from + 8;
    if (size === 1) {
      if (from + 16 > limit) throw broken();
      size = Number(view.getBigUint64(from + 8));
      body = from + 16;
    } else if (size === 0) size = limit - from;
    const end = from + size;
    if (end < body || end > limit) throw broken();
    boxes.push({ type: typeIn(view, from + 4), from, body, end });
    from = end;
  }
  return boxes;
}

/** Unsigned, the first byte the highest; at most eight bytes. */
function numberAt(view: DataView, at: number, size: number): number {
  if (at + size > view.byteLength || size > 8) throw broken();
  let value = 0;
  for (let byte = 0; byte < size; byte += 1) value = value * 256 + view.getUint8(at + byte);
  if (!Number.isSafeInteger(value)) throw broken();
  return value;
}

function typeIn(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(at + byte)));
}

function typeAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function broken(): ExifError {
  return new ExifError(
    "This picture is damaged, so what the camera wrote into it cannot be taken out.",
  );
}
