import { expect, test } from "vitest";
import { rgbaToThumbHash } from "thumbhash";
import { placeholderOf } from "./picture-placeholder.ts";

type Pixel = [number, number, number, number];

function thumbhash(pixelAt: (x: number, y: number) => Pixel, width = 60, height = 40): string {
  const pixels = Array.from({ length: width * height }, (_, at) =>
    pixelAt((at % width) / (width - 1), Math.floor(at / width) / (height - 1)),
  );
  return Buffer.from(rgbaToThumbHash(width, height, pixels.flat())).toString("base64");
}

const grey = (light: number): Pixel => [light, light, light, 255];

/** Of each stripe, from 0 to 15. */
function stripes(background: string): number[] {
  return [...background.matchAll(/#(.)../g)].map(([, digit = ""]) => Number.parseInt(digit, 16));
}

test("a picture is tinted along the way that it changes most", () => {
  const sky = placeholderOf(thumbhash((_, y) => grey(255 * (1 - y))));
  expect(sky?.background).toMatch(/^linear-gradient\((?:#[\da-f]{3},){4}#[\da-f]{3}\)$/);
  expect(stripes(sky?.background ?? "")).toEqual(
    stripes(sky?.background ?? "").toSorted((a, b) => b - a),
  );
  const wall = placeholderOf(thumbhash((x) => grey(255 * x)));
  expect(wall?.background).toMatch(/^linear-gradient\(90deg,/);
  expect(stripes(wall?.background ?? "")[4]).toBeGreaterThan(11);
});

test("the words in its place can be read on it", () => {
  expect(placeholderOf(thumbhash(() => grey(230)))?.color).toBe("#000");
  expect(placeholderOf(thumbhash(() => grey(20)))?.color).toBe("#fff");
});

test("what is see-through or no ThumbHash has none", () => {
  expect(placeholderOf(thumbhash((x) => [90, 90, 90, 255 * x]))).toBeUndefined();
  for (const text of ["", "????", "AAAA", "x".repeat(100), "AAAAAAAAAAAA", "//////////8="]) {
    const placeholder = placeholderOf(text);
    expect(placeholder?.background ?? "").not.toMatch(/NaN|Infinity|undefined/);
  }
  expect(placeholderOf("not base64")).toBeUndefined();
});

test.for([
  [100, 1],
  [1, 100],
  [100, 100],
  [100, 20],
  [9, 60],
] as const)("a picture of %i by %i gets all stripes or none", ([width, height]) => {
  const placeholder = placeholderOf(thumbhash((x) => grey(255 * x || 0), width, height));
  expect([undefined, 5]).toContain(placeholder && stripes(placeholder.background).length);
});
