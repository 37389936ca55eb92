import { expect, test } from "vitest";
import { formatPlace, formatResult } from "./format-result.ts";

test("points have thousands, times have hundredths", () => {
  expect(formatResult(12_345, "highest")).toBe("12,345");
  expect(formatResult(0, "lowest")).toBe("0:00.00");
  expect(formatResult(599, "lowest")).toBe("0:09.98");
  expect(formatResult(600, "lowest")).toBe("0:10.00");
  // As the game itself says it: a hundredth is over, or it is not.
  expect(formatResult(60 * 60 * 3 + 61, "lowest")).toBe("3:01.01");
});

test("places", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(formatPlace)).toEqual([
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "13th",
    "21st",
    "22nd",
    "101st",
    "111th",
  ]);
});
