import { expect, test } from "vitest";
import { daysWords, shownDays, slotWords, spanWords } from "./week.ts";

test("a week is the one that the day is in, by its first day", () => {
  const ends = (asked: string, weekStart: number) => {
    const days = shownDays(asked, "2026-11-25", 7, weekStart);
    return [days.length, days[0], days.at(-1)];
  };
  expect(ends("", 0)).toEqual([7, "2026-11-23", "2026-11-29"]);
  expect(ends("", 6)).toEqual([7, "2026-11-22", "2026-11-28"]);
  expect(ends("2026-11-29", 0)).toEqual([7, "2026-11-23", "2026-11-29"]);
  expect(ends("2026-12-31", 0)).toEqual([7, "2026-12-28", "2027-01-03"]);
  expect(ends("last week", 0)).toEqual(ends("", 0));
  expect(ends("2026-02-31", 0)).toEqual(ends("", 0));
});

test("fewer days begin with the one that is asked for", () => {
  expect(shownDays("2026-11-30", "2026-11-25", 3, 0)).toEqual([
    "2026-11-30",
    "2026-12-01",
    "2026-12-02",
  ]);
});

test("days and times are said as people do", () => {
  expect(daysWords(["2026-11-23", "2026-11-29"])).toMatch(/^23\s?–\s?29 November 2026$/);
  expect(daysWords(["2026-11-23"])).toBe("23 November 2026");
  expect(spanWords(1380, 90)).toBe("23:00–00:30");
  expect(spanWords(1380, 60)).toBe("23:00–24:00");
  expect(slotWords({ day: "2026-11-24", start: 555, minutes: 45 })).toBe(
    "Tuesday 24 November, 09:15–10:00",
  );
  expect(slotWords({ day: "2026-11-24", start: null, minutes: 45 })).toBe(
    "Tuesday 24 November, all day",
  );
});
