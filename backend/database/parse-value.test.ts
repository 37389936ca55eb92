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

const parse = (json: unknown) => parseValue(json, [], newValueLimits());

test("priorities are kept at leaves and at nodes with children", () => {
  const now = { ".sv": "timestamp" };
  expect(parse({ ".value": 1, ".priority": "p" })).toEqual({ ".value": 1, ".priority": "p" });
  expect(parse({ a: { ".value": now, ".priority": 0 }, ".priority": now })).toEqual({
    a: { ".value": now, ".priority": 0 },
    ".priority": now,
  });
  const json = { a: [{ ".value": "x", ".priority": { ".sv": { increment: 2 } } }] };
  expect(parse(json)).toEqual({ a: { 0: json.a[0] } });
});

test("a priority that is null vanishes, and so does one of a node without a value", () => {
  expect(parse({ ".value": 1, ".priority": null })).toBe(1);
  expect(parse({ a: 1, ".priority": null })).toEqual({ a: 1 });
  expect(parse({ ".value": null, ".priority": 1 })).toBe(null);
  expect(parse({ ".priority": 1 })).toBe(null);
  expect(parse({ a: { b: null, ".priority": "p" }, ".priority": 2 })).toBe(null);
});

test("what is no priority, and what cannot have one, is refused", () => {
  for (const priority of [true, {}, [], { ".sv": "date" }, Number("1e400")]) {
    expect(() => parse({ a: 1, ".priority": priority })).toThrow(/priority|finite|\.sv/);
    expect(() => parse({ ".value": 1, ".priority": priority })).toThrow(/priority|finite|\.sv/);
  }
  expect(() => parse({ ".sv": "timestamp", ".priority": 1 })).toThrow(/stand alone/);
  expect(() => parse({ ".value": 1, a: 1 })).toThrow(/"a"/);
  expect(() => parse({ ".value": { a: 1 } })).toThrow(/\.value must be/);
  expect(() => parse({ ".Priority": 1 })).toThrow(/must not contain/);
  expect(() => parse({ a: 1, ".priority": "x".repeat(10_485_761) })).toThrow(/10485760 bytes/);
});

test("a priority counts as a value", () => {
  const many = Array.from({ length: 50_001 }, () => ({ ".value": 1, ".priority": 1 }));
  expect(() => parse(many)).toThrow(/100000 values/);
  expect(parse(many.slice(1))).toBeTypeOf("object");
});
