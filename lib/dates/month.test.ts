import { expect, test } from "vitest";
import { dayInMonth, isMonth, monthDays, monthLater } from "./month.ts";

test("a month is shown in six whole weeks", () => {
  const december = monthDays("2026-12", 0);
  expect(december).toHaveLength(42);
  expect([december[0], december[1], december[41]]).toEqual([
    "2026-11-30",
    "2026-12-01",
    "2027-01-10",
  ]);
  expect(monthDays("2026-12", 6)[0]).toBe("2026-11-29");
  expect(monthDays("2027-02", 0)[0]).toBe("2027-02-01");
});

test("every day of each month is there once, in a row, and weeks begin where they should", () => {
  for (let month = "1999-01"; month < "2031-01"; month = monthLater(month, 1)) {
    for (const weekStart of [0, 5, 6]) {
      const days = monthDays(month, weekStart);
      expect(new Set(days).size).toBe(42);
      expect(days).toContain(`${month}-01`);
      expect(days).toContain(dayInMonth(`${month}-31`, 0));
      expect((new Date(`${days[0]}T00:00Z`).getUTCDay() + 6) % 7).toBe(weekStart);
    }
  }
});

test("the same day of another month, or the last that there is", () => {
  expect(dayInMonth("2026-01-31", 1)).toBe("2026-02-28");
  expect(dayInMonth("2028-01-31", 1)).toBe("2028-02-29");
  expect(dayInMonth("2026-01-15", -1)).toBe("2025-12-15");
  expect(dayInMonth("2999-12-31", 1)).toBe("2999-12-31");
});

test.each(["", "2026", "2026-13", "2026-1", "0999-01", "2026-12-01", "x"])(
  "%j is no month",
  (text) => {
    expect(isMonth(text)).toBe(false);
  },
);
