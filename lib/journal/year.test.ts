import { expect, test, vi } from "vitest";
import { dateOf, dayOf } from "../dates/floating.ts";
import { dayBeside, yearOf, yearsWritten } from "./year.ts";

const entry = (v: string, mood = 0, words = 0) => ({
  id: `${v} ${mood} ${words}`,
  when: { v, zone: "" },
  mood,
  words,
});

test("a year has its days, also the 29th of February", () => {
  expect(yearOf([], 2028).months.flat()).toHaveLength(366);
  expect(yearOf([], 2026).months.map((month) => month.length)).toEqual([
    31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
  ]);
  expect(yearOf([], 2026).months[11]?.[30]?.date).toBe("2026-12-31");
});

test("a day has the mean of its moods, rounded half up, of those that say one", () => {
  const { months, moods, written, entries, words } = yearOf(
    [
      entry("2026-03-01T08:00", 2, 10),
      entry("2026-03-01T23:59", 3, 5),
      entry("2026-03-01T12:00", 0, 1),
      entry("2026-03-02T00:00", 0, 100),
      entry("2025-03-02T00:00", 5, 100),
      entry("2026-12-31T23:59", 1),
    ],
    2026,
  );
  expect(months[2]?.[0]).toEqual({
    date: "2026-03-01",
    entries: 3,
    mood: 3,
    words: 16,
    level: 3,
  });
  expect(months[2]?.[1]).toMatchObject({ entries: 1, mood: 0, words: 100, level: 4 });
  expect(months[2]?.[2]).toMatchObject({ entries: 0, mood: 0, words: 0, level: 0 });
  // A day with an entry and without a word is no empty day.
  expect(months[11]?.[30]).toMatchObject({ entries: 1, words: 0, level: 2 });
  expect({ moods, written, entries, words }).toEqual({
    moods: [1, 1, 0, 1, 0, 0],
    written: 3,
    entries: 5,
    words: 116,
  });
});

test("the years are those in which something was written, and this one", () => {
  const entries = [entry("2019-01-01T00:00"), entry("2024-01-01T00:00")];
  expect(yearsWritten(entries, "2026-12-01")).toEqual([2026, 2024, 2019]);
  expect(yearsWritten([], "2026-12-01")).toEqual([2026]);
});

test("the arrows lead to every day of the year and not out of it", () => {
  for (const year of [2026, 2028]) {
    for (const by of ["day", "month"] as const) {
      let at = `${year}-01-01`;
      const seen = [at];
      for (let next = dayBeside(at, by, 1); next !== at; next = dayBeside(at, by, 1)) {
        seen.push((at = next));
      }
      expect(seen).toHaveLength(by === "day" ? yearOf([], year).months.flat().length : 12);
      expect(dayBeside(`${year}-01-01`, by, -1)).toBe(`${year}-01-01`);
    }
    for (let day = dayOf(`${year}-01-01`); day <= dayOf(`${year}-12-31`); day++) {
      for (const step of [1, -1] as const) {
        expect(dayBeside(dateOf(day), "month", step).slice(0, 4)).toBe(`${year}`);
      }
    }
  }
  expect(dayBeside("2026-03-31", "month", -1)).toBe("2026-02-28");
  expect(dayBeside("2026-03-31", "day", 1)).toBe("2026-04-01");
});

test("it counts with the days of the year, and not with those of the entries", () => {
  const parse = vi.spyOn(Date, "parse");
  const entries = Array.from({ length: 500 }, (_, at) => entry(`${2000 + (at % 20)}-03-01T10:00`));
  yearOf(entries, 2010);
  yearsWritten(entries, "2026-12-01");
  expect(parse).not.toHaveBeenCalled();
});
