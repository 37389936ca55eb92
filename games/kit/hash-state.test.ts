import { expect, test } from "vitest";
import { hashState } from "./hash-state.ts";

test("the same state has the same hash, in whatever order its fields stand", () => {
  expect(hashState({ a: 1, b: [true, "x", undefined] })).toBe(
    hashState({ b: [true, "x", undefined], a: 1 }),
  );
});

test("states that differ anywhere have another one", () => {
  const states = [
    {},
    [],
    0,
    "",
    false,
    undefined,
    -1,
    1,
    2 ** 32,
    2 ** 32 + 1,
    "1",
    [0],
    [0, 0],
    [[0], 0],
    { a: 0 },
    { a: undefined },
    { b: 0 },
    { a: 0, b: 0 },
    { ab: 0 },
    ["ab", "c"],
    ["a", "bc"],
  ];
  expect(new Set(states.map(hashState)).size).toBe(states.length);
});

test("hashes stay what they are", () => {
  expect(hashState({ tick: 7, rows: [1, 2, 3], over: "" })).toBe(3_240_605_412);
});

test("what is no integer is refused: it could differ between engines", () => {
  for (const value of [0.5, Number.NaN, Infinity, 2 ** 53]) {
    expect(() => hashState([value])).toThrow("is no integer");
  }
});
