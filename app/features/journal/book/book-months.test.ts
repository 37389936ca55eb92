import { expect, test } from "vitest";
import type { JournalEntry } from "../store/journal-store.ts";
import { bookProblem, entriesOf, monthsOf } from "./book-months.ts";

const entry = (v: string) => ({ id: v, when: { v, zone: "" } }) as JournalEntry;
const newestFirst = ["2027-01-01", "2026-12-31T23:59", "2026-12-01T08:00", "2026-11-30"].map(entry);
const days = (entries: readonly JournalEntry[]) => entries.map(({ when }) => when.v);

test("a book has the days from the first to the last of them, oldest first", () => {
  const range = { from: "2026-12-01", to: "2026-12-31" };
  expect(days(entriesOf(newestFirst, range))).toEqual(["2026-12-01T08:00", "2026-12-31T23:59"]);
  expect(days(entriesOf(newestFirst, { from: "", to: "2026-11-30" }))).toEqual(["2026-11-30"]);
  expect(entriesOf(newestFirst, { from: "", to: "" })).toHaveLength(4);
  expect(entriesOf([entry("")], { from: "", to: "" })).toEqual([]);
});

test("each month is a chapter", () => {
  const chapters = monthsOf(entriesOf(newestFirst, { from: "", to: "" }));
  expect(chapters.map(({ month, entries }) => [month, entries.length])).toEqual([
    ["2026-11", 1],
    ["2026-12", 2],
    ["2027-01", 1],
  ]);
});

test("what is too much for one book is said", () => {
  expect(bookProblem(0, 0)).toContain("no entry");
  expect(bookProblem(2000, 1000)).toBeUndefined();
  expect(bookProblem(2001, 0)).toContain("2,001 entries");
  expect(bookProblem(1, 1001)).toContain("1,001 photos");
});
