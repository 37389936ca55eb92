import { expect, test } from "vitest";
import { labelled, scaleOf } from "./chart-scale.ts";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [140, [0, 50, 100, 150]],
  [12_345, [0, 5000, 10_000, 15_000]],
])("a chart up to %d has lines at %j", (highest, ticks) => {
  expect(scaleOf(highest)).toEqual({ top: ticks.at(-1), ticks });
});

test("few points are all named, of many the first, the last and some between", () => {
  expect(labelled(1, 6)).toEqual([0]);
  expect(labelled(4, 6)).toEqual([0, 1, 2, 3]);
  expect(labelled(365, 5)).toEqual([0, 91, 182, 273, 364]);
});
