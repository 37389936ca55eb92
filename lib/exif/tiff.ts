/**
 * What cameras write into pictures: a TIFF without a picture (CIPA DC-008, "Exif"). Only the first directory and the two it
 * points to are read, each once and at most 200 rows of it, so nothing in it can make a reader go round or far.
 */
import { isLocal } from "../dates/floating.ts";

export type Exif = {
  /** What the camera's clock showed: `2026-12-03T14:05`. */
  taken?: {
    v: string;
    /** Of the camera's clock, as `+01:00`, which Intl takes for a zone; empty: it says none. */
    zone: string;
  };
  /** WGS 84, degrees to the sixth digit: ten centimetres. */
  spot?: { lat: number; lon: number };
};

/** How the picture has to be turned to be seen upright; 1: not at all. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const mostRows = 200;
const longestText = 40;
const [ascii, short, long, rational] = [2, 3, 4, 5];
const sizes: Readonly<Record<number, number>> = {
  [ascii]: 1,
  [short]: 2,
  [long]: 4,
  [rational]: 8,
};

type Row = { type: number; count: number; at: number };
type Tiff = { view: DataView; little: boolean; first: Map<number, Row> };

/** What cannot be read is not there; never throws. @param bytes from `II` or `MM` on, as many as there are */
export function readTiff(bytes: Uint8Array): Exif & { orientation: Orientation } {
  const tiff = openTiff(bytes);
  if (!tiff) return { orientation: 1 };
  const exif = directory(tiff, numberIn(tiff, tiff.first.get(0x8769)));
  const gps = directory(tiff, numberIn(tiff, tiff.first.get(0x8825)));
  const taken =
    takenIn(textIn(tiff, exif.get(0x9003)), textIn(tiff, exif.get(0x9011))) ??
    takenIn(textIn(tiff, tiff.first.get(0x0132)), textIn(tiff, exif.get(0x9010)));
  const lat = degreesIn(tiff, gps.get(1), gps.get(2), "NS", 90);
  const lon = degreesIn(tiff, gps.get(3), gps.get(4), "EW", 180);
  // Cameras that do not know where they are write nought for both.
  const isPlace = lat !== undefined && lon !== undefined && (lat !== 0 || lon !== 0);
  const orientation = numberIn(tiff, tiff.first.get(0x0112)) ?? 1;
  return {
    ...(taken && { taken }),
    ...(isPlace && { spot: { lat, lon } }),
    orientation: (orientation >= 1 && orientation <= 8 ? orientation : 1) as Orientation,
  };
}

/** 26 bytes that say nothing else. */
export function orientationTiff(orientation: Orientation): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(26));
  view.setUint16(0, 0x4d4d);
  view.setUint16(2, 42);
  view.setUint32(4, 8);
  view.setUint16(8, 1);
  view.setUint16(10, 0x0112);
  view.setUint16(12, short);
  view.setUint32(14, 1);
  view.setUint16(18, orientation);
  return new Uint8Array(view.buffer);
}

function openTiff(bytes: Uint8Array): Tiff | undefined {
  if (bytes.length < 8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return undefined;
  const little = order === 0x4949;
  if (view.getUint16(2, little) !== 42) return undefined;
  const tiff: Tiff = { view, little, first: new Map() };
  tiff.first = directory(tiff, view.getUint32(4, little));
  return tiff;
}

/** By tag; of a tag that comes twice the first. */
function directory({ view, little }: Tiff, at: number | undefined): Map<number, Row> {
  const rows = new Map<number, Row>();
  if (at === undefined || at < 8 || at + 2 > view.byteLength) return rows;
  const count = Math.min(view.getUint16(at, little), mostRows);
  for (let row = 0; row < count; row++) {
    const from = at + 2 + row * 12;
    if (from + 12 > view.byteLength) break;
    const tag = view.getUint16(from, little);
    const type = view.getUint16(from + 2, little);
    const items = view.getUint32(from + 4, little);
    const size = (sizes[type] ?? Number.NaN) * items;
    const place = size <= 4 ? from + 8 : view.getUint32(from + 8, little);
    // A text may be cut off at the end of what was read: its beginning is enough.
    const least = type === ascii ? Math.min(size, 1) : size;
    if (!rows.has(tag) && place + least <= view.byteLength) {
      rows.set(tag, { type, count: items, at: place });
    }
  }
  return rows;
}

function numberIn({ view, little }: Tiff, row: Row | undefined): number | undefined {
  if (row === undefined || row.count < 1) return undefined;
  if (row.type === long) return view.getUint32(row.at, little);
  return row.type === short ? view.getUint16(row.at, little) : undefined;
}

function textIn({ view }: Tiff, row: Row | undefined): string {
  if (row?.type !== ascii) return "";
  let text = "";
  const end = Math.min(row.at + Math.min(row.count, longestText), view.byteLength);
  for (let at = row.at; at < end && view.getUint8(at) !== 0; at++) {
    text += String.fromCharCode(view.getUint8(at));
  }
  return text.trim();
}

function takenIn(text: string, offset: string): Exif["taken"] {
  const [, year, month, day, time] =
    /^(\d{4})[:./-](\d{2})[:./-](\d{2})[ T](\d{2}:\d{2})(?::|$)/.exec(text) ?? [];
  const v = `${year}-${month}-${day}T${time}`;
  return year !== undefined && isLocal(v) ? { v, zone: zoneIn(offset) } : undefined;
}

function zoneIn(offset: string): string {
  if (offset === "Z") return "+00:00";
  const [, sign, hours, minutes] = /^([+-])(0\d|1[0-4]):([0-5]\d)$/.exec(offset) ?? [];
  if (hours === undefined || (hours === "14" && minutes !== "00")) return "";
  const isNought = hours === "00" && minutes === "00";
  return `${isNought ? "+" : sign}${hours}:${minutes}`;
}

function degreesIn(
  tiff: Tiff,
  sign: Row | undefined,
  row: Row | undefined,
  letters: string,
  most: number,
): number | undefined {
  const side = letters.indexOf(textIn(tiff, sign).charAt(0).toUpperCase() || "?");
  if (side < 0 || row?.type !== rational || row.count < 1 || row.count > 3) return undefined;
  let degrees = 0;
  for (let part = 0; part < row.count; part++) {
    const above = tiff.view.getUint32(row.at + part * 8, tiff.little);
    const below = tiff.view.getUint32(row.at + part * 8 + 4, tiff.little);
    // Seconds that are not known are 0/0 of some.
    const value = above === 0 && part > 0 ? 0 : above / below;
    degrees += value / 60 ** part;
  }
  if (!(degrees <= most)) return undefined;
  const rounded = Math.round(degrees * 1e6) / 1e6;
  return side === 1 && rounded !== 0 ? -rounded : rounded;
}
