import { expect, test } from "vitest";
import { yearOf } from "#lib/journal/year.ts";
import { dayAt, pathsOf, placeOf, side, sizeOf } from "./pixel-places.ts";

const year = yearOf([], 2028);

test.each([{ isTall: true }, { isTall: false }])(
  "each day is found where it stands, and within the picture (%j)",
  (layout) => {
    const { width, height } = sizeOf(layout);
    for (const { date } of year.months.flat()) {
      const { x, y } = placeOf(date, layout);
      expect(dayAt(year, x + side / 2, y + side / 2, layout)?.date).toBe(date);
      expect(x + side <= width && y + side <= height).toBe(true);
    }
    expect(dayAt(year, 1, 1, layout)).toBeUndefined();
  },
);

test("there is no 30 February, and no 13th month", () => {
  const { x, y } = placeOf("2028-02-30", { isTall: false });
  expect(dayAt(year, x + 1, y + 1, { isTall: false })).toBeUndefined();
});

test("all days of a year are in the paths, each once", () => {
  const paths = pathsOf(year, ({ date }) => Number(date.slice(9)) % 3, { isTall: false });
  expect([...paths.values()].join("").match(/M/g)).toHaveLength(366);
  expect(paths.size).toBe(3);
});
