import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { thumbHashToAverageRGBA } from "thumbhash";
import { afterAll, beforeAll, expect, test } from "vitest";
import { imageFormats } from "#lib/image-address.ts";
import type { ImageFormat } from "#lib/image-address.ts";
import { makeVariant, measurePicture } from "./make-variant.ts";
import { UnfitPictureError } from "./open-picture.ts";
import {
  fromCamera,
  gifThatClaimsAll,
  plainPicture,
  pngThatClaims,
  redAndBlue,
} from "./testing/pictures.ts";

let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-pictures-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function fileOf(bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, String((files += 1)));
  await writeFile(path, bytes);
  return path;
}

async function variantOf(bytes: Uint8Array, format: ImageFormat = "webp", width = 160) {
  return makeVariant(await fileOf(bytes), { width, format });
}

type Colour = [red: number, green: number, blue: number, alpha: number];

/** What is seen at a place, in parts of the width and the height. */
async function colourAt(picture: Uint8Array, x: number, y: number): Promise<Colour> {
  const { data, info } = await sharp(picture)
    .ensureAlpha()
    .toColourspace("srgb")

    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4;
  return [...data.subarray(at, at + 4)] as Colour;
}

/** The largest difference of one part, of 255. */
function distance(one: Colour, other: Colour): number {
  return Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? 0))));
}

const near = 24;

test("a picture that a camera wrote lying stands upright, in every format", async () => {
  const bytes = await fromCamera();
  for (const format of imageFormats) {
    const variant = await variantOf(bytes, format);
    const { width, height, format: kind } = await sharp(variant).metadata();
    expect({ width, height, kind }).toEqual({
      width: 160,
      height: 107,
      kind: { avif: "heif", webp: "webp", jpg: "jpeg" }[format],
    });
    expect(distance(await colourAt(variant, 0.1, 0.5), [255, 0, 0, 255])).toBeLessThan(near);
    expect(distance(await colourAt(variant, 0.9, 0.5), [0, 0, 255, 255])).toBeLessThan(near);
  }
});

test("of what a camera writes beside the pixels nothing is left", async () => {
  const bytes = await fromCamera();
  const before = await sharp(bytes).metadata();
  expect(before.orientation).toBe(6);
  expect([before.exif, before.icc, before.xmp]).not.toContain(undefined);
  expect(bytes.includes("Camera of Ann")).toBe(true);
  for (const format of imageFormats) {
    const variant = await variantOf(bytes, format);
    const { orientation, exif, icc, xmp, iptc, comments } = await sharp(variant).metadata();
    expect({ orientation, exif, icc, xmp, iptc, comments }).toEqual({});
    for (const left of ["Camera of Ann", "At home", "Exif", "GPS", "xmp", "ICC_PROFILE"]) {
      expect(variant.includes(left), `${format} has ${left}`).toBe(false);
    }
  }
});

test("a picture is made smaller, never larger", async () => {
  for (const [asked, got] of [
    [160, 160],
    [640, 300],
  ] as const) {
    const variant = await variantOf(await redAndBlue(), "jpg", asked);
    expect((await sharp(variant).metadata()).width).toBe(got);
  }
});

test("a picture taller than the formats allow is made narrower", async () => {
  const tall = await sharp({
    create: { width: 200, height: 30_000, channels: 3, background: "#080" },
  })
    .png()
    .toBuffer();
  const { width, height } = await sharp(await variantOf(tall)).metadata();
  expect({ width, height }).toEqual({ width: 109, height: 16_383 });
});

test.each(["jpeg", "png", "webp", "avif", "gif"] as const)("%s is taken", async (format) => {
  expect(
    distance(
      await colourAt(await variantOf(await plainPicture(format)), 0.5, 0.5),
      [200, 40, 40, 255],
    ),
  ).toBeLessThan(near);
});

test("colours of print and of 16 bits become those of a screen", async () => {
  const cmyk = await sharp(await redAndBlue())
    .toColourspace("cmyk")
    .withIccProfile("cmyk")
    .jpeg({ quality: 95 })
    .toBuffer();
  expect((await sharp(cmyk).metadata()).space).toBe("cmyk");
  const deep = await sharp(await redAndBlue())
    .toColourspace("rgb16")
    .png()
    .toBuffer();
  expect((await sharp(deep).metadata()).depth).toBe("ushort");
  for (const bytes of [cmyk, deep]) {
    for (const format of imageFormats) {
      const variant = await variantOf(bytes, format);
      const { space, depth, channels } = await sharp(variant).metadata();
      expect({ space, depth, channels }).toEqual({ space: "srgb", depth: "uchar", channels: 3 });
      const [red, , blue] = await colourAt(variant, 0.1, 0.5);
      expect(red - blue).toBeGreaterThan(150);
    }
  }
});

test("what is transparent stays so, and is white where the format has no such thing", async () => {
  const glass = await sharp({
    create: { width: 40, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  for (const format of ["webp", "avif"] as const) {
    expect((await colourAt(await variantOf(glass, format), 0.5, 0.5))[3]).toBe(0);
  }
  expect(
    distance(await colourAt(await variantOf(glass, "jpg"), 0.5, 0.5), [255, 255, 255, 255]),
  ).toBeLessThan(near);
});

test("of a picture that moves the first frame is shown", async () => {
  const frames = await Promise.all(
    ["#f00", "#00f"].map((background) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(2);
  const variant = await variantOf(moving);
  const { width, height, pages } = await sharp(variant).metadata();
  expect({ width, height, pages }).toEqual({ width: 40, height: 30 });
  expect(distance(await colourAt(variant, 0.5, 0.5), [255, 0, 0, 255])).toBeLessThan(near);
});

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><image href="/etc/passwd"/></svg>`;
const half = async () => (await redAndBlue()).subarray(0, 400);

test.each<[what: string, bytes: () => Promise<Uint8Array>]>([
  ["an SVG", async () => Buffer.from(svg)],
  ["a PDF", async () => Buffer.from("%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\n%%EOF")],
  ["a page", async () => Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["a TIFF", () => plainPicture("tiff")],
  ["nothing", async () => Buffer.alloc(0)],
  [
    "noise",
    async () => Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251)),
  ],
  ["a PNG that ends in the middle", half],
  ["a JPEG that ends in the middle", async () => (await fromCamera()).subarray(0, -200)],
  ["a PNG that claims 900 million pixels", async () => pngThatClaims(30_000, 30_000)],
  ["a PNG that claims pixels it has not", async () => pngThatClaims(6_000, 6_000)],
  ["a PNG that claims to be one line", async () => pngThatClaims(2_000_000_000, 1)],
  ["a GIF that claims all it can", async () => gifThatClaimsAll()],
])("%s is refused", async (_what, bytes) => {
  const path = await fileOf(await bytes());
  for (const format of imageFormats) {
    await expect(makeVariant(path, { width: 160, format })).rejects.toThrow(UnfitPictureError);
  }
  await expect(measurePicture(path)).rejects.toThrow(UnfitPictureError);
});

test("a picture is measured upright, with the colours that stand in its place", async () => {
  const measured = await measurePicture(await fileOf(await fromCamera()));
  expect(measured).toMatchObject({ width: 300, height: 200 });
  const { r, b, a } = thumbHashToAverageRGBA(Buffer.from(measured.thumbhash, "base64"));
  expect({ r: r > 0.3, b: b > 0.3, a }).toEqual({ r: true, b: true, a: 1 });
});
