import { expect, test } from "vitest";
import { newValueLimits, parseValue } from "./parse-value.ts";

test("what vanishes is counted too, over all values of a request", () => {
  for (const nothing of [null, {}, [], { a: { b: null } }]) {
    const many = Array.from({ length: 250_001 }, () => nothing);
    expect(() => parseValue(many, [], newValueLimits())).toThrow(/250000 nodes/);
  }
  const limits = newValueLimits();
  const half = Array.from({ length: 130_000 }, () => null);
  expect(parseValue(half, ["a"], limits)).toBe(null);
  expect(() => parseValue(half, ["b"], limits)).toThrow(/250000 nodes/);
});

test("a value that is nested too deeply is refused at its 33rd key", () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  expect(() => parseValue(deep, [], newValueLimits())).toThrow(/32 keys/);
});
