import { expect, test } from "vitest";
import { isZone } from "../dates/floating.ts";
import { plainPicture } from "../../server/images/testing/pictures.ts";
import { readExif } from "./read-exif.ts";
import {
  type Camera,
  berlin,
  heicOf,
  intoJpeg,
  intoPng,
  intoWebp,
  jpegSegment,
  pngChunk,
  tiffOf,
  withTiff,
} from "./testing/camera-files.ts";

const read = (bytes: Uint8Array<ArrayBuffer>) => readExif(new Blob([bytes]));
const bare = Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]);
const readOf = (camera: Camera) => read(withTiff(bare, tiffOf(camera)));
const inBerlin = {
  taken: { v: "2026-12-03T14:05", zone: "+01:00" },
  spot: { lat: 52.520083, lon: 13.4 },
};

test("date, zone and place of each kind of file, wherever in it they stand", async () => {
  const tiff = tiffOf(berlin);
  const [jpeg, png] = [await plainPicture("jpeg"), await plainPicture("png")];
  const [webp, big] = [await plainPicture("webp"), new Uint8Array(600_000)];
  const files: Record<string, Uint8Array<ArrayBuffer>> = {
    jpeg: withTiff(jpeg, tiff),
    "jpeg with much before": intoJpeg(
      withTiff(jpeg, tiff),
      ...Array.from({ length: 9 }, () => jpegSegment(0xe2, big.subarray(0, 65_000))),
      Uint8Array.of(0xff, 0xff, 0xff),
    ),
    png: intoPng(png, pngChunk("eXIf", tiff)),
    "png with much before": intoPng(png, pngChunk("IDAT", big), pngChunk("eXIf", tiff)),
    webp: intoWebp(webp, 0, ["ODD ", "odd"], ["EXIF", tiff]),
    "webp as a JPEG has it": intoWebp(webp, 0, [
      "EXIF",
      Buffer.concat([Buffer.from("Exif\0\0"), tiff]),
    ]),
    heic: heicOf(tiff),
    "heic far behind": heicOf(tiff, 3_000_000),
    "heic in its table": heicOf(tiff, 10, true),
    "the other order of bytes": withTiff(jpeg, tiffOf({ ...berlin, little: true })),
  };
  for (const [name, file] of Object.entries(files)) {
    expect([name, await read(file)]).toEqual([name, inBerlin]);
  }
  expect(isZone("+01:00")).toBe(true);
});

test("pictures of the real encoders are read", async () => {
  const ours = { IFD0: { Make: "X" }, IFD2: { DateTimeOriginal: "2001:02:03 04:05:06" } };
  const { default: sharp } = await import("sharp");
  for (const format of ["jpeg", "png", "webp", "avif"] as const) {
    const file = await sharp(await plainPicture("png"))
      .withExif(ours)
      .toFormat(format)
      .toBuffer();
    expect([format, await read(new Uint8Array(file))]).toEqual([
      format,
      { taken: { v: "2001-02-03T04:05", zone: "" } },
    ]);
  }
});

test("without a date of the photo it is that of the file's last change, with its own zone", async () => {
  const first = { 0x0132: "2026:12:04 10:00:00" };
  expect(await readOf({ first })).toEqual({ taken: { v: "2026-12-04T10:00", zone: "" } });
  const exif = { 0x9003: "    :  :     :  :  ", 0x9010: "-03:30", 0x9011: "+01:00" };
  expect(await readOf({ first, exif })).toEqual({
    taken: { v: "2026-12-04T10:00", zone: "-03:30" },
  });
});

test.each(["0000:00:00 00:00:00", "2026:02:30 10:00:00", "2026:12:03 24:00:00", "2026", "", "x"])(
  "%j is no date",
  async (text) => {
    expect(await readOf({ exif: { 0x9003: text } })).toEqual({});
  },
);

test.each([
  ["+14:00", "+14:00"],
  ["-12:00", "-12:00"],
  ["Z", "+00:00"],
  ["-00:00", "+00:00"],
  ["+14:30", ""],
  ["+99:00", ""],
  ["Europe/Berlin", ""],
  ["   :  ", ""],
])("the zone %j is %j", async (text, zone) => {
  const { taken } = await readOf({ exif: { 0x9003: "2026:12:03 14:05:59", 0x9011: text } });
  expect(taken?.zone).toBe(zone);
});

const at = (...parts: [number, number][]) => parts;
const place = (ns: string, lat: [number, number][], ew: string, lon: [number, number][]) => ({
  gps: { 1: ns, 2: lat, 3: ew, 4: lon },
});

test("south and west are less than nought, minutes may have fractions, seconds may be unknown", async () => {
  expect(
    await readOf(place("S", at([33, 1], [5156, 100], [0, 0]), "W", at([18, 1], [25, 1]))),
  ).toEqual({ spot: { lat: -33.859333, lon: -18.416667 } });
  expect(await readOf(place("N", at([0, 1], [0, 1]), "W", at([1, 2])))).toEqual({
    spot: { lat: 0, lon: -0.5 },
  });
});

test.each([
  ["nought and nought", place("N", at([0, 1]), "E", at([0, 1]))],
  ["beyond the pole", place("N", at([90, 1], [1, 1]), "E", at([1, 1]))],
  ["more than around", place("N", at([1, 1]), "E", at([181, 1]))],
  ["no number", place("N", at([1, 0]), "E", at([1, 1]))],
  ["nothing by nothing", place("N", at([0, 0]), "E", at([1, 1]))],
  ["no side", place("", at([1, 1]), "E", at([1, 1]))],
  ["another side", place("E", at([1, 1]), "E", at([1, 1]))],
  ["a text", { gps: { 1: "N", 2: "52.5", 3: "E", 4: "13.4" } }],
  ["half of it", { gps: { 1: "N", 2: at([1, 1]) } }],
  ["too many parts", place("N", at([1, 1], [1, 1], [1, 1], [1, 1]), "E", at([1, 1]))],
])("%s is no place", async (_, camera) => {
  expect(await readOf(camera)).toEqual({});
});

test("directories that point to themselves, or claim more than there is, are gone through once", async () => {
  const round = tiffOf({ first: {}, exif: {}, gps: {} });
  const view = new DataView(round.buffer);
  view.setUint32(18, 8);
  view.setUint32(30, 8);
  expect(await read(withTiff(bare, round))).toEqual({});
  const huge = tiffOf(berlin);
  new DataView(huge.buffer).setUint16(8, 0xffff);
  expect(await read(withTiff(bare, huge))).toEqual(inBerlin);
});

test("what is no picture, is empty or ends too early has nothing", async () => {
  const whole = withTiff(await plainPicture("jpeg"), tiffOf(berlin));
  for (const end of [0, 1, 2, 3, 8, 12, 19, 20, 30])
    expect(await read(whole.slice(0, end))).toEqual({});
  expect(await read(new Uint8Array(1000))).toEqual({});
  expect(await readExif(new Blob(["%PDF-1.7"]))).toEqual({});
});

test("of a file of many small parts no more than 256 kB are read", async () => {
  const png = intoPng(
    new Uint8Array(await plainPicture("png")),
    ...Array.from({ length: 60_000 }, () => pngChunk("IDAT", new Uint8Array(40))),
    pngChunk("eXIf", tiffOf(berlin)),
  );
  let [bytes, reads] = [0, 0];
  const counted = new (class extends Blob {
    override slice(from?: number, to?: number): Blob {
      const part = super.slice(from, to);
      bytes += part.size;
      reads++;
      return part;
    }
  })([png]);
  expect(await readExif(counted)).toEqual({});
  expect(bytes).toBeLessThanOrEqual(256 * 1024);
  expect(reads).toBeLessThanOrEqual(1000);
});

test("a file that went away is said", async () => {
  const gone = new Blob(["x".repeat(100)]);
  gone.slice = () => {
    throw new DOMException("gone", "NotReadableError");
  };
  await expect(readExif(gone)).rejects.toThrow("This file cannot be read. Choose it again.");
});
