import { expect, test } from "vitest";
import { decodePath, encodePath, successor } from "./encode-path.ts";
import { comparePaths } from "./resource-name.ts";
import { randomPath, seededRandom } from "./testing/random-values.ts";

const hex = (path: string) => encodePath(path).toString("hex");

test("a path is its ids, each with its kind and an end", () => {
  expect(hex("")).toBe("");
  expect(hex("a/b")).toBe("0261000102620001");
  expect(hex("a\0")).toBe("026100ff0001");
  expect(hex("é")).toBe("02c3a90001");
  const text = Buffer.from("__id7__").toString("hex");
  expect(hex("__id7__")).toBe(`01010000000000000007${text}0001`);
  expect(hex("__id-7__")).toMatch(/^0100fffffffffffffff9/);
});

test("the bytes of paths order as the paths do", () => {
  const random = seededRandom(1);
  const paths = Array.from({ length: 300 }, () => randomPath(random, 1 + random.below(4)));
  const wrong: unknown[] = [];
  for (const a of paths) {
    for (const b of paths) {
      const order = Math.sign(Buffer.compare(encodePath(a), encodePath(b)));
      if (order !== Math.sign(comparePaths(a, b))) wrong.push([a, b, order]);
    }
  }
  expect(wrong).toEqual([]);
});

test("a path comes back from its bytes", () => {
  const random = seededRandom(2);
  const edges = [
    "",
    "\0/\0\0",
    "__id9999999999999999999__/x",
    "__id0__",
    "__id-0__/__id07__",
    "😀/\uffff",
  ];
  const paths = Array.from({ length: 500 }, () => randomPath(random, 1 + random.below(5)));
  for (const path of [...edges, ...paths, "x".repeat(1_500)]) {
    expect(decodePath(encodePath(path))).toBe(path);
    // A store hands out plain arrays, also such as begin inside a longer buffer.
    expect(decodePath(new Uint8Array(Buffer.concat([encodePath(path)])))).toBe(path);
  }
});

test("what is below a path, and nothing else, lies between its bytes and their successor", () => {
  const random = seededRandom(3);
  const paths = Array.from({ length: 200 }, () => randomPath(random, 1 + random.below(3)));
  for (const parent of paths) {
    const from = encodePath(parent);
    const to = successor(from);
    for (const path of [...paths, ...paths.map((other) => `${parent}/${other}`)]) {
      const key = encodePath(path);
      const isInside = Buffer.compare(from, key) <= 0 && Buffer.compare(key, to) < 0;
      expect(isInside, `${path} below ${parent}`).toBe(`${path}/`.startsWith(`${parent}/`));
    }
  }
});

test("bytes that are no path are refused", () => {
  for (const bad of ["00", "0261", "026100", "0102", "03610001", "0261000102"]) {
    expect(() => decodePath(Buffer.from(bad, "hex")), bad).toThrow("are no path");
  }
});

test("a successor carries over FF, and of FF alone there is none", () => {
  expect(successor(Buffer.of(1, 2))).toEqual(Buffer.of(1, 3));
  expect(successor(Buffer.of(1, 0xff, 0xff))).toEqual(Buffer.of(2));
  expect(() => successor(Buffer.of(0xff))).toThrow(RangeError);
  expect(() => successor(Buffer.of())).toThrow(RangeError);
});
