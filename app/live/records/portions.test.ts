import { expect, test } from "vitest";
import type { Op } from "#lib/records/register.ts";
import { portionsOf } from "./portions.ts";

const op = (id: number, v: string, register = "doc"): Op => ({
  kind: "texts",
  id: `t${id}`,
  register,
  value: { v },
  t: 1,
  from: null,
  p: 0,
});
const sizesOf = (ops: readonly Op[]) => portionsOf(ops).map(({ length }) => length);
const many = (count: number, v: string) => Array.from({ length: count }, (_, at) => op(at, v));

test("long texts are few in one, short ones a hundred", () => {
  expect(portionsOf([])).toEqual([]);
  expect(sizesOf(many(250, "Sea"))).toEqual([100, 100, 50]);
  const long = many(25, "x".repeat(49_000));
  expect(sizesOf(long)).toEqual([10, 10, 5]);
  expect(portionsOf(long).flat()).toEqual(long);
});

test("what is about one item stays together, however long it is", () => {
  const long = "x".repeat(300_000);
  expect(sizesOf([op(1, "Sea"), op(2, long), op(2, long, "title"), op(3, "Sea")])).toEqual([
    1, 2, 1,
  ]);
});
