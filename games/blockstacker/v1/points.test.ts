import { expect, test } from "vitest";
import { pointsOf } from "./points.ts";
import type { Spin } from "./spin.ts";

const fresh = { level: 1, combo: -1, backToBack: 0 };
const of = (rows: number, spin: Spin = "", isAllClear = false) => ({ rows, spin, isAllClear });

test.each([
  [0, "", 0],
  [1, "", 100],
  [2, "", 300],
  [3, "", 500],
  [4, "", 800],
  [0, "mini", 100],
  [1, "mini", 200],
  [2, "mini", 400],
  [0, "full", 400],
  [1, "full", 800],
  [2, "full", 1200],
  [3, "full", 1600],
] as const)("%s rows, spin “%s”: %s points, and so many for each level", (rows, spin, points) => {
  expect(pointsOf(of(rows, spin), fresh).points).toBe(points);
  expect(pointsOf(of(rows, spin), { ...fresh, level: 7 }).points).toBe(points * 7);
});

test("difficult ones that follow each other are worth half as much again", () => {
  const again = { ...fresh, backToBack: 1 };
  expect(pointsOf(of(4), again)).toMatchObject({ points: 1200, isBackToBack: true, backToBack: 2 });
  expect(pointsOf(of(2, "full"), again).points).toBe(1800);
  expect(pointsOf(of(1, "mini"), again).points).toBe(300);
  expect(pointsOf(of(4), fresh)).toMatchObject({ isBackToBack: false, backToBack: 1 });
});

test("what clears without being difficult ends that, what clears nothing does not", () => {
  const again = { ...fresh, backToBack: 3 };
  expect(pointsOf(of(2), again).backToBack).toBe(0);
  expect(pointsOf(of(0), again).backToBack).toBe(3);
  expect(pointsOf(of(0, "full"), again)).toMatchObject({ points: 400, backToBack: 3 });
});

test("each that clears after another one brings 50 more", () => {
  expect(pointsOf(of(1), fresh).combo).toBe(0);
  expect(pointsOf(of(1), { ...fresh, combo: 0 })).toMatchObject({ points: 150, combo: 1 });
  expect(pointsOf(of(1), { ...fresh, combo: 3, level: 2 })).toMatchObject({
    points: 600,
    combo: 4,
  });
  expect(pointsOf(of(0), { ...fresh, combo: 3 }).combo).toBe(-1);
});

test.each([
  [1, 900],
  [2, 1500],
  [3, 2300],
  [4, 2800],
])("an empty field after %s rows: %s points", (rows, points) => {
  expect(pointsOf(of(rows, "", true), fresh).points).toBe(points);
});

test("an empty field after four rows back to back", () => {
  expect(pointsOf(of(4, "", true), { ...fresh, backToBack: 1 }).points).toBe(1200 + 3200);
});
