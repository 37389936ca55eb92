/** What cameras write, and files around it, byte by byte: good ones, and such as only somebody with bad intentions makes. */
import { crc32 } from "node:zlib";

type Value = string | readonly (readonly [number, number])[] | number;
type Tags = Readonly<Record<number, Value>>;

export type Camera = { first?: Tags; exif?: Tags; gps?: Tags; little?: boolean };

/** 3 December 2026, 14:05 in Berlin, held upright. */
export const berlin: Camera = {
  first: { 0x010f: "Camera of Ann", 0x0112: 6, 0x0132: "2026:12:04 10:00:00" },
  exif: { 0x9003: "2026:12:03 14:05:59", 0x9011: "+01:00" },
  gps: {
    1: "N",
    2: [
      [52, 1],
      [31, 1],
      [123, 10],
    ],
    3: "E",
    4: [
      [13, 1],
      [24, 1],
      [0, 1],
    ],
  },
};

/** A TIFF: texts, rationals, and shorts for numbers. */
export function tiffOf({ first = {}, exif, gps, little = false }: Camera): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(4096));
  let end = 8;
  view.setUint16(0, little ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, little);
  view.setUint32(4, 8, little);
  const pointers: [number, Tags | undefined][] = [
    [0x8769, exif],
    [0x8825, gps],
  ];
  const wanted = pointers.flatMap(([tag, tags]) => (tags ? [[tag, tags] as const] : []));
  const places = directory(
    first,
    wanted.map(([tag]) => tag),
  );
  for (const [tag, tags] of wanted) {
    view.setUint32(places.get(tag) ?? 0, end, little);
    directory(tags, []);
  }
  return new Uint8Array(view.buffer.slice(0, end));

  /** @returns where each pointer's value has to be written */
  function directory(tags: Tags, pointers: readonly number[]): Map<number, number> {
    const rows = Object.entries(tags);
    const found = new Map<number, number>();
    let row = end + 2;
    view.setUint16(end, rows.length + pointers.length, little);
    end += 2 + (rows.length + pointers.length) * 12 + 4;
    for (const [tag, value] of rows) {
      view.setUint16(row, Number(tag), little);
      writeValue(row, value);
      row += 12;
    }
    for (const tag of pointers) {
      view.setUint16(row, tag, little);
      view.setUint16(row + 2, 4, little);
      view.setUint32(row + 4, 1, little);
      found.set(tag, row + 8);
      row += 12;
    }
    return found;
  }

  function writeValue(row: number, value: Value): void {
    if (typeof value === "number") {
      view.setUint16(row + 2, 3, little);
      view.setUint32(row + 4, 1, little);
      view.setUint16(row + 8, value, little);
      return;
    }
    const size = typeof value === "string" ? value.length + 1 : value.length * 8;
    view.setUint16(row + 2, typeof value === "string" ? 2 : 5, little);
    view.setUint32(row + 4, typeof value === "string" ? size : value.length, little);
    const at = size <= 4 ? row + 8 : end;
    if (size > 4) {
      view.setUint32(row + 8, end, little);
      end += size + (size % 2);
    }
    if (typeof value === "string") {
      for (const [index, letter] of value.split("").entries()) {
        view.setUint8(at + index, letter.charCodeAt(0));
      }
      return;
    }
    for (const [index, [above, below]] of value.entries()) {
      view.setUint32(at + index * 8, above, little);
      view.setUint32(at + index * 8 + 4, below, little);
    }
  }
}

const bytesOf = (...parts: (string | readonly number[] | Uint8Array)[]) =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) =>
        typeof part === "string" ? Buffer.from(part, "latin1") : Uint8Array.from(part),
      ),
    ),
  );

export function jpegSegment(marker: number, ...parts: Parameters<typeof bytesOf>): Uint8Array {
  const body = bytesOf(...parts);
  return bytesOf([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255], body);
}

/** Behind the first marker of a JPEG. */
export function intoJpeg(picture: Uint8Array, ...segments: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return bytesOf(picture.subarray(0, 2), ...segments, picture.subarray(2));
}

export function withTiff(picture: Uint8Array, tiff: Uint8Array): Uint8Array<ArrayBuffer> {
  return intoJpeg(picture, jpegSegment(0xe1, "Exif\0\0", tiff));
}

export function pngChunk(type: string, body: Uint8Array | string): Uint8Array {
  const named = bytesOf(type, body);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(named.length - 4);
  sum.writeUInt32BE(crc32(named));
  return bytesOf(size, named, sum);
}

/** Before the last chunk, behind the pixels. */
export function intoPng(picture: Uint8Array, ...chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return bytesOf(picture.subarray(0, -12), ...chunks, picture.subarray(-12));
}

/** At the end, where it belongs. @param picture has features, as one with a profile */
export function intoWebp(
  picture: Uint8Array,
  flags: number,
  ...chunks: [type: string, body: Uint8Array | string][]
): Uint8Array<ArrayBuffer> {
  const made = bytesOf(
    picture,
    ...chunks.map(([type, body]) => {
      const bytes = bytesOf(body);
      const size = Buffer.alloc(4);
      size.writeUInt32LE(bytes.length);
      return bytesOf(type, size, bytes, bytes.length % 2 === 1 ? [0] : []);
    }),
  );
  new DataView(made.buffer).setUint32(4, made.length - 8, true);
  made[20] = (made[20] ?? 0) | flags;
  return made;
}

const box = (type: string, ...parts: Parameters<typeof bytesOf>) => {
  const body = bytesOf(...parts);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 8);
  return bytesOf(size, type, body);
};
const long = (value: number) => [
  (value >>> 24) & 255,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];

/** As phones write it; without pixels. @param before bytes of pixels before it @param isInMeta it lies in the box of the places */
export function heicOf(
  tiff: Uint8Array,
  before = 100_000,
  isInMeta = false,
): Uint8Array<ArrayBuffer> {
  const start = box("ftyp", "heic", [0, 0, 0, 0], "mif1heic");
  const exif = bytesOf(long(6), "Exif\0\0", tiff);
  const meta = (from: number) =>
    box(
      "meta",
      long(0),
      box("hdlr", long(0), long(0), "pict", long(0), long(0), long(0), [0]),
      box(
        "iinf",
        long(0),
        [0, 2],
        box("infe", [2, 0, 0, 0], [0, 1], [0, 0], "hvc1", [0]),
        box("infe", [2, 0, 0, 1], [0, 50], [0, 0], "Exif", [0]),
      ),
      box(
        "iloc",
        [1, 0, 0, 0],
        [0x44, 0],
        [0, 2],
        [0, 1, 0, 0, 0, 0, 0, 1],
        long(from),
        long(before),
        [0, 50, 0, isInMeta ? 1 : 0, 0, 0, 0, 1],
        long(isInMeta ? 0 : from + before),
        long(exif.length),
      ),
      isInMeta ? box("idat", exif) : [],
    );
  const from = start.length + meta(0).length + 8;
  return bytesOf(start, meta(from), box("mdat", new Uint8Array(before), isInMeta ? [] : exif));
}
