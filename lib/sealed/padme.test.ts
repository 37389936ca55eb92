import { expect, test } from "vitest";
import { padme } from "./padme.ts";
import { naivePadme } from "./testing/naive.ts";

test("a length becomes the next one that Padmé has, as counting up finds it", () => {
  for (let length = 0; length < 5_000; length += 1) expect(padme(length)).toBe(naivePadme(length));
  for (const power of [16, 20, 24]) {
    for (const by of [-1, 0, 1, 2]) {
      expect(padme(2 ** power + by)).toBe(naivePadme(2 ** power + by));
    }
  }
});

test("nothing becomes shorter, and at most 12 % longer beyond 256 bytes", () => {
  for (let length = 257; length < 2 ** 47; length = Math.ceil(length * 1.07) + 1) {
    const long = padme(length);
    expect(long).toBeGreaterThanOrEqual(length);
    expect(long / length).toBeLessThan(1.12);
    expect(padme(long)).toBe(long);
  }
});

test("a record of a few words and one of none are as long", () => {
  expect([0, 1, 100, 256].map(padme)).toEqual([256, 256, 256, 256]);
});
