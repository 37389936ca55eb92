import sharp from "sharp";
import { expect, test } from "vitest";
import { seededRandom } from "../../tests/support/seeded-random.ts";
import { plainPicture } from "../../server/images/testing/pictures.ts";
import { ExifError } from "./exif-error.ts";
import { readExif } from "./read-exif.ts";
import { stripHeif } from "./strip-heif.ts";
import { intoJpeg, jpegSegment, tiffOf } from "./testing/camera-files.ts";

const secret = "SECRET at home";

/** With camera, place, XMP and a profile, as an encoder writes them. */
async function avif(): Promise<Uint8Array> {
  const file = await sharp({
    create: { width: 64, height: 48, channels: 3, background: "#a33" },
  })
    .composite([{ input: { create: { width: 9, height: 9, channels: 3, background: "#3a3" } } }])
    .withExif({
      IFD0: { Make: secret },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "52/1 31/1 123/10",
        GPSLongitudeRef: "E",
        GPSLongitude: "13/1 24/1 0/1",
      },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${secret}</a></x:xmpmeta>`)
    .avif({ lossless: true })
    .toBuffer();
  return new Uint8Array(file);
}

function outcomeOf(file: Uint8Array): string {
  try {
    const stripped = stripHeif(file);
    return stripped === undefined || stripped.length === file.length ? "good" : "of another length";
  } catch (error) {
    return error instanceof ExifError ? "good" : String(error);
  }
}

const pixels = async (file: Uint8Array) => sharp(file).raw().toBuffer();
const has = (file: Uint8Array, words: string) => Buffer.from(file).includes(words);

test("all that the camera wrote is gone, and the picture is the same", async () => {
  const file = await avif();
  expect(has(file, secret)).toBe(true);
  expect((await readExif(new Blob([new Uint8Array(file)]))).spot).toBeDefined();
  const stripped = stripHeif(file) ?? new Uint8Array();
  expect(stripped).toHaveLength(file.length);
  expect(has(stripped, secret)).toBe(false);
  expect(has(stripped, "xmpmeta")).toBe(false);
  const read = await readExif(new Blob([stripped]));
  expect([read.spot, read.taken]).toEqual([undefined, undefined]);
  expect(await pixels(stripped)).toEqual(await pixels(file));
  expect(stripHeif(stripped)).toEqual(stripped);
});

test("what stands in boxes that nobody knows goes, too", async () => {
  const file = await avif();
  const box = (type: string, words: string) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + words.length);
    head.write(type, 4);
    return Buffer.concat([head, Buffer.from(words)]);
  };
  for (const type of ["uuid", "udta", "free", "abcd"]) {
    const longer = new Uint8Array(Buffer.concat([file, box(type, secret)]));
    const stripped = stripHeif(longer) ?? new Uint8Array();
    expect(has(stripped, secret), type).toBe(false);
    // oxlint-disable-next-line no-await-in-loop
    expect(await pixels(stripped)).toEqual(await pixels(file));
  }
  expect(() => stripHeif(new Uint8Array(Buffer.concat([file, Buffer.from(secret)])))).toThrow(
    ExifError,
  );
  expect(stripHeif(new Uint8Array(Buffer.concat([file, box("moov", secret)])))).toBeUndefined();
});

test("other kinds are not its business", async () => {
  const jpeg = await plainPicture("jpeg");
  expect(stripHeif(intoJpeg(jpeg, jpegSegment(0xe1, "Exif\0\0", tiffOf({}))))).toBeUndefined();
  expect(stripHeif(new Uint8Array())).toBeUndefined();
});

test("one that names the same bytes again and again is refused before they are copied so often", () => {
  const box = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + body.length);
    head.write(type, 4);
    return Buffer.concat([head, body]);
  };
  const number = (size: number, value: number) => {
    const bytes = Buffer.alloc(size);
    bytes.writeUIntBE(value, 0, size);
    return bytes;
  };
  const fileOf = (extents: number, length: number) => {
    const item = Buffer.concat([number(4, 0x02000000), number(2, 1), number(2, 0)]);
    const infos = box("iinf", number(4, 0), number(2, 1), box("infe", item, Buffer.from("hvc1\0")));
    const head = [number(4, 0), number(2, 0x0400), number(2, 1), number(2, 1), number(2, 0)];
    const all = Array.from({ length: extents }, () => number(4, length));
    const places = box("iloc", ...head, number(2, extents), ...all);
    const pixels = box("mdat", Buffer.alloc(1000));
    return new Uint8Array(
      Buffer.concat([
        box("ftyp", Buffer.from("heic\0\0\0\0heic")),
        box("meta", number(4, 0), infos, places),
        pixels,
      ]),
    );
  };
  expect(stripHeif(fileOf(2, 1000))).toBeDefined();
  expect(() => stripHeif(fileOf(20, 1000))).toThrow(ExifError);
  // Of a file as large as may be, each time takes milliseconds.
  expect(() => stripHeif(fileOf(60_000, 1))).toThrow(ExifError);
});

test("one that was cut or changed anywhere is stripped or refused, and never anything else", async () => {
  const file = await avif();
  const random = seededRandom(16);
  for (let at = 0; at < 3000; at += 1) {
    const changed = file.slice(0, at % 5 === 0 ? random.below(file.length) : undefined);
    if (changed.length > 40) changed[random.below(changed.length)] = random.below(256);
    expect(outcomeOf(changed), `try ${at}`).toBe("good");
  }
});
