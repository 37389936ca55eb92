import { expect, test } from "vitest";
import { yearOf } from "#lib/journal/year.ts";
import { dayWords, monthWords, yearWords } from "./year-words.ts";

const entry = (date: string, mood: number, words: number) => ({
  id: `${date} ${words}`,
  when: { v: `${date}T08:00`, zone: "UTC" },
  mood,
  words,
});
const year = yearOf(
  [entry("2026-12-01", 4, 1), entry("2026-12-01", 5, 1500), entry("2026-12-04", 0, 3)],
  2026,
);
const december = year.months[11]!;

test("a day says its mood, its entries and its words, and that nothing was written", () => {
  expect(dayWords(december[0]!)).toBe("Tuesday 1 December 2026: Great, 2 entries, 1,501 words");
  expect(dayWords(december[3]!)).toBe("Friday 4 December 2026: 1 entry, 3 words");
  expect(dayWords(december[4]!)).toBe("Saturday 5 December 2026: nothing was written");
});

test("the table has the days that were written, by mood or by words", () => {
  expect(monthWords(december, "mood")).toBe("1: Great, 4: no mood");
  expect(monthWords(december, "words")).toBe("1: 1,501, 4: 3");
  expect(monthWords(year.months[0]!, "mood")).toBe("");
});

test("a year is one sentence", () => {
  expect(yearWords(year)).toBe("3 entries on 2 days, 1,504 words.");
  expect(yearWords(yearOf([], 2025))).toBe("Nothing was written in 2025.");
});
