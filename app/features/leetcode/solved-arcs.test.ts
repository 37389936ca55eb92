import { expect, test } from "vitest";
import { arcsOf } from "./solved-arcs.ts";

test("the ring's parts are as large as their totals, and filled as far as they are solved", () => {
  const [easy, medium, hard] = arcsOf([
    { solved: 100, total: 100 },
    { solved: 50, total: 200 },
    { solved: 0, total: 100 },
  ]);
  expect(easy).toEqual({ from: 6, whole: 81, filled: 81 });
  expect(medium).toEqual({ from: 99, whole: 162, filled: 40.5 });
  expect(hard).toEqual({ from: 273, whole: 81, filled: 0 });
});

test("what there is nothing of takes no room, and more solved than there are fills the part", () => {
  const [easy, medium] = arcsOf([
    { solved: 9, total: 3 },
    { solved: 0, total: 0 },
  ]);
  expect(easy).toEqual({ from: 6, whole: 348, filled: 348 });
  expect(medium).toMatchObject({ whole: 0, filled: 0 });
});
