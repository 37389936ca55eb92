import { expect, test } from "vitest";
import { timeLeft } from "./words.ts";

const day = 86_400_000;
const trashedAt = "2026-11-01T12:00:00.000Z";
const then = Date.parse(trashedAt);

test("days that are left are counted so that the last one is a whole one", () => {
  const at = (days: number) => timeLeft(trashedAt, then + days * day);
  expect([0, 0.5, 1, 28.5, 29, 29.9].map(at)).toEqual([
    "30 days left",
    "30 days left",
    "29 days left",
    "2 days left",
    "1 day left",
    "1 day left",
  ]);
});

test("what is over time goes soon, and a clock that is behind gives no more than thirty days", () => {
  expect(timeLeft(trashedAt, then + 31 * day)).toBe("deleted soon");
  expect(timeLeft(trashedAt, then - 3 * day)).toBe("30 days left");
  expect(timeLeft("not a date", then)).toBe("deleted soon");
});
