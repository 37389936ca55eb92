import { expect, test } from "vitest";
import { countText, counted, timeText } from "./figures.ts";

test("numbers have commas as long as there is room", () => {
  expect([0, 999, 12_340, 999_999, 1_234_567, 987_654_321].map(countText)).toEqual([
    "0",
    "999",
    "12,340",
    "999,999",
    "1234567",
    "99999999",
  ]);
});

test("times are minutes and seconds, and as much of a second as is asked", () => {
  expect(timeText(0)).toBe("0:00");
  expect(timeText(3741)).toBe("1:02");
  expect(timeText(3741, 1)).toBe("1:02.3");
  expect(timeText(3741, 2)).toBe("1:02.35");
});

test("one is one", () => {
  expect(counted(1, "line", "lines")).toBe("1 line");
  expect(counted(1200, "line", "lines")).toBe("1,200 lines");
});
