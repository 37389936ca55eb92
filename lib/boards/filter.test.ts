import { expect, test } from "vitest";
import { type FilterText, countOf, isPast, matches, readFilter } from "./filter.ts";

const none: FilterText = { words: "", labels: "", people: "", due: "", done: "" };
const now = { ms: Date.parse("2026-12-02T14:00Z"), today: "2026-12-02", zone: "UTC" };
const card = { labels: ["red"], people: ["ann"], due: "", zone: "", isDone: false };
const shows = (filter: Partial<FilterText>, more: Partial<typeof card> = {}, text = "fix roof") =>
  matches(readFilter({ ...none, ...filter }), { ...card, ...more }, () => text, now);

test("without a condition everything is shown", () => {
  expect(countOf(readFilter(none))).toBe(0);
  expect(shows({})).toBe(true);
});

test("every word is somewhere in the card, however it is written", () => {
  expect(shows({ words: "  Róof  FIX" })).toBe(true);
  expect(shows({ words: "fix door" })).toBe(false);
});

test("of labels and of people one is enough, and each kind of condition has to hold", () => {
  expect(shows({ labels: "blue red" })).toBe(true);
  expect(shows({ labels: "blue" })).toBe(false);
  expect(shows({ labels: "red", people: "ben" })).toBe(false);
  expect(shows({ people: "none" }, { people: [] })).toBe(true);
  expect(shows({ people: "none" })).toBe(false);
  expect(shows({ people: "none ann" })).toBe(true);
});

test.each([
  ["2026-12-01", true],
  ["2026-12-02", false],
  ["2026-12-02T13:59", true],
  ["2026-12-02T14:01", false],
  ["", false],
])("due %s is overdue: %s", (due, wanted) => {
  expect(shows({ due: "overdue" }, { due })).toBe(wanted);
  expect(shows({ due: "overdue" }, { due, isDone: true })).toBe(false);
  expect(isPast({ due, zone: "" }, now)).toBe(wanted);
});

test("a time is of the zone in which it was meant", () => {
  expect(isPast({ due: "2026-12-02T14:30", zone: "Europe/Berlin" }, now)).toBe(true);
});

test.each([
  ["2026-12-02", true],
  ["2026-12-08T23:59", true],
  ["2026-12-09", false],
  ["2026-12-01", false],
  ["", false],
])("due %s is in the next seven days: %s", (due, wanted) => {
  expect(shows({ due: "week" }, { due })).toBe(wanted);
});

test("cards without a day, and those that are done or open", () => {
  expect([shows({ due: "none" }), shows({ due: "none" }, { due: "2026-12-02" })]).toEqual([
    true,
    false,
  ]);
  expect([shows({ done: "open" }), shows({ done: "done" })]).toEqual([true, false]);
});

test("what an address says that nobody knows is no condition", () => {
  const filter = readFilter({ ...none, due: "someday", done: "maybe", words: "  " });
  expect(countOf(filter)).toBe(0);
  expect(
    countOf(readFilter({ words: "a b", labels: "x", people: "y", due: "week", done: "open" })),
  ).toBe(5);
});
