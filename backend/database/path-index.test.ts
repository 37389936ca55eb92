import { expect, test } from "vitest";
import { createPathIndex } from "./path-index.ts";

const index = createPathIndex([{ path: ["a", "b"] }, { path: ["a", "c", "d"] }, { path: ["e"] }]);

test.each([
  [[], undefined],
  [["a"], undefined],
  [
    ["a", "b"],
    ["a", "b"],
  ],
  [
    ["a", "b", "x", "y", "z"],
    ["a", "b"],
  ],
  [["a", "c"], undefined],
  [
    ["a", "c", "d", "e"],
    ["a", "c", "d"],
  ],
  [["e", "a", "b"], ["e"]],
  [["ab"], undefined],
])("at or above %j is %j", (path, expected) => {
  expect(index.atOrAbove(path)?.path).toEqual(expected);
});

test("the root is above everything", () => {
  expect(createPathIndex([{ path: [] }]).atOrAbove(["a", "b"])?.path).toEqual([]);
});

test("of a path that is longer than any here only the beginning is looked at", () => {
  let looked = 0;
  const path = Array.from({ length: 5_000 }, () => "a");
  const watched = new Proxy(path, {
    get(target, key) {
      looked += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  expect(index.atOrAbove(watched)).toBe(undefined);
  expect(looked).toBeLessThan(50);
});
