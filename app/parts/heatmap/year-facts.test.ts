import { expect, test } from "vitest";
import { dateOf, levelsOf, monthRows, weekdayOf, yearFacts } from "./year-facts.ts";

const yearWith = (year: number, counts: Record<number, number>, length = 365) => ({
  year,
  total: 0,
  days: Array.from({ length }, (_, day) => counts[day] ?? 0),
});

test("a year's facts are its active days, its first busiest day and its longest run", () => {
  const facts = yearFacts(yearWith(2024, { 0: 1, 1: 1, 58: 4, 59: 9, 60: 9, 365: 1 }, 366));
  expect(facts).toEqual({
    activeDays: 6,
    busiest: { date: "2024-02-29", count: 9 },
    longestRun: 3,
  });
});

test("a year without anything, or without days, has no busiest day", () => {
  const none = { activeDays: 0, busiest: undefined, longestRun: 0 };
  expect(yearFacts(yearWith(2025, {}))).toEqual(none);
  expect(yearFacts({ year: 2025, total: 0, days: [] })).toEqual(none);
});

test("days are counted in UTC, weeks from Monday on", () => {
  expect(dateOf(2024, 366)).toBe("2025-01-01");
  // 1 January 2024 was a Monday, 1 January 2023 a Sunday.
  expect([weekdayOf(2024, 0), weekdayOf(2024, 8), weekdayOf(2023, 0)]).toEqual([0, 1, 6]);
});

test("levels are quarters of what there is, so one busy day does not bleach all others", () => {
  expect(levelsOf([0, 1, 2, 3, 400])).toEqual([0, 1, 2, 3, 4]);
  expect(levelsOf([0, 5, 0, 5])).toEqual([0, 4, 0, 4]);
  expect(levelsOf([])).toEqual([]);
});

test("the months that have begun are told with each of their days", () => {
  expect(monthRows(yearWith(2026, { 0: 2, 30: 1, 31: 4 }, 33))).toEqual([
    {
      month: "2026-01",
      total: 3,
      days: [
        [1, 2],
        [31, 1],
      ],
    },
    { month: "2026-02", total: 4, days: [[1, 4]] },
  ]);
});
