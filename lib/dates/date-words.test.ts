import { expect, test } from "vitest";
import { dayHeading, dayWords, fixedWords, whenWords } from "./date-words.ts";

const today = "2026-11-22";

test.each([
  ["2026-11-22", "Today", "Today, Sun 22 Nov"],
  ["2026-11-23", "Tomorrow", "Tomorrow, Mon 23 Nov"],
  ["2026-11-21", "Yesterday", "Yesterday, Sat 21 Nov"],
  ["2026-11-27", "Friday", "Fri 27 Nov"],
  ["2026-11-29", "29 Nov", "Sun 29 Nov"],
  ["2027-01-05", "5 Jan 2027", "Tue 5 Jan 2027"],
  ["soon", "soon", "soon"],
])("%s is %s, and above a day's tasks %s", (date, words, heading) => {
  expect([dayWords(date, today), dayHeading(date, today)]).toEqual([words, heading]);
});

test.each([
  ["2026-11-24", "24 Nov 2026"],
  ["2026-11-24T18:00", "24 Nov 2026, 18:00"],
  ["", ""],
  ["2026-02-31", "2026-02-31"],
])("%j is %j on any day", (local, words) => {
  expect(fixedWords(local)).toBe(words);
});

test("a time of another zone says so", () => {
  const when = { date: "2026-11-23", time: "09:00", zone: "America/New_York" };
  expect(whenWords(when, today, "Europe/Berlin")).toBe("Tomorrow 09:00 (America/New York)");
  expect(whenWords(when, today, "America/New_York")).toBe("Tomorrow 09:00");
});
