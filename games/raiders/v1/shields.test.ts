import { expect, test } from "vitest";
import { sizes } from "../index.ts";
import { blast, blastDown, blastUp, eatBox, rowMet, wholeShields } from "./shields.ts";
import type { Shields } from "./state.ts";

const { px } = sizes;

/** As it is seen. */
function picture(shields: Shields, which: number): string[] {
  return shields[which]!.map((row) =>
    Array.from({ length: 22 }, (_, at) => (((row >> at) & 1) === 1 ? "#" : ".")).join(""),
  );
}

test("a shot from below meets the first pixel above it, one from above the first below", () => {
  expect(rowMet(wholeShields, 32, 215, 190)).toBe(207);
  expect(rowMet(wholeShields, 43, 215, 190)).toBe(203);
  expect(rowMet(wholeShields, 32, 180, 215)).toBe(196);
  expect(rowMet(wholeShields, 43, 180, 215)).toBe(192);
});

test("a shot meets no pixel beside, above or below the shields, or short of them", () => {
  for (const column of [0, 31, 54, 76, 223]) {
    expect(rowMet(wholeShields, column, 215, 180)).toBe(-1);
  }
  expect(rowMet(wholeShields, 43, 191, 180)).toBe(-1);
  expect(rowMet(wholeShields, 43, 208, 230)).toBe(-1);
  expect(rowMet(wholeShields, 43, 215, 204)).toBe(-1);
  expect(rowMet(wholeShields, 43, 203, 203)).toBe(203);
});

test("a shot from below takes out its blast around that pixel", () => {
  const eaten = blast(wholeShields, 77 + 10, 203, blastUp);
  expect(picture(eaten, 1)).toEqual([
    "....##############....",
    "...################...",
    "..##################..",
    ".####################.",
    "######################",
    "######################",
    "######################",
    "######.###.##.########",
    "########.###.#########",
    "#######......#########",
    "######........########",
    "######........########",
    "#######........#######",
    "######..........######",
    "#####............#####",
    "#####............#####",
  ]);
  expect(eaten[0]).toBe(wholeShields[0]);
});

test("a shot from above takes out another one", () => {
  expect(picture(blast(wholeShields, 32, 196, blastDown), 0).slice(0, 9)).toEqual([
    "....##############....",
    "...################...",
    "...#################..",
    "..###################.",
    "..####################",
    "...###################",
    "..####################",
    ".#.###################",
    "######################",
  ]);
});

test("a blast at the right edge does not come round on the left", () => {
  const eaten = blast(wholeShields, 32 + 21, 200, blastUp);
  for (const row of picture(eaten, 0)) expect(row.slice(4, 17)).toMatch(/^#+\.*#*$/);
  expect(picture(eaten, 0)[8]).toBe("#################.....");
});

test("each pixel is gone that is met, so no shot can be stopped by it twice", () => {
  for (let column = 0; column < 224; column += 1) {
    for (const [from, to, by] of [
      [215, 180, blastUp],
      [180, 215, blastDown],
    ] as const) {
      const row = rowMet(wholeShields, column, from, to);
      if (row < 0) continue;
      const next = rowMet(blast(wholeShields, column, row, by), column, from, to);
      expect(next < 0 || (from > to ? next < row : next > row)).toBe(true);
    }
  }
});

test("shields stay the same ones where nothing is taken out of them", () => {
  const box = (left: number, top: number) => ({
    left: left * px,
    right: (left + 12) * px,
    top: top * px,
    bottom: (top + 8) * px,
  });
  expect(eatBox(wholeShields, box(40, 184))).toBe(wholeShields);
  expect(eatBox(wholeShields, box(40, 208))).toBe(wholeShields);
  expect(eatBox(wholeShields, box(60, 196))).toBe(wholeShields);
  const once = eatBox(wholeShields, box(40, 196));
  expect(once).not.toBe(wholeShields);
  expect(eatBox(once, box(40, 196))).toBe(once);
});
