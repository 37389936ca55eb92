import { expect, test } from "vitest";
import { dayOf, isDaily, isLongOver, periodKey, periodsOf, timeOfDay, weekOf } from "./periods.ts";

const at = (text: string) => Date.parse(text);

test("days end at midnight, UTC", () => {
  expect(dayOf(at("2026-11-28T23:59:59.999Z"))).toBe("2026-11-28");
  expect(dayOf(at("2026-11-29T00:00:00Z"))).toBe("2026-11-29");
});

test.each([
  ["2026-11-28T12:00:00Z", "2026-W48"],
  ["2026-11-29T23:59:59Z", "2026-W48"],
  ["2026-11-30T00:00:00Z", "2026-W49"],
  ["2027-01-01T00:00:00Z", "2026-W53"],
  ["2027-01-03T23:59:59Z", "2026-W53"],
  ["2027-01-04T00:00:00Z", "2027-W01"],
  ["2024-12-30T00:00:00Z", "2025-W01"],
  ["2023-01-01T12:00:00Z", "2022-W52"],
])("%s is in %s", (text, week) => {
  expect(weekOf(at(text))).toBe(week);
});

test("a day is read as it is written, and nothing else is", () => {
  expect(timeOfDay("2026-11-28")).toBe(at("2026-11-28T00:00:00Z"));
  for (const text of ["2026-02-30", "2026-13-01", "26-11-28", "2026-11-28T00:00:00Z", "", "all"]) {
    expect(timeOfDay(text), text).toBeUndefined();
  }
});

test("boards of a day's seed have the day alone", () => {
  expect(isDaily("daily-blade")).toBe(true);
  expect(periodsOf("daily")).toEqual(["day"]);
  expect(periodsOf("classic-blade")).toEqual(["day", "week", "all"]);
});

test("periods are stored by names in the order of time, and are over after eight days and five weeks", () => {
  const now = at("2026-11-28T12:00:00Z");
  expect(["day", "week", "all"].map((period) => periodKey(period as "day", now))).toEqual([
    "d2026-11-28",
    "w2026-W48",
    "all",
  ]);
  expect(isLongOver("d2026-11-20", now)).toBe(false);
  expect(isLongOver("d2026-11-19", now)).toBe(true);
  expect(isLongOver("w2026-W43", now)).toBe(false);
  expect(isLongOver("w2026-W42", now)).toBe(true);
  expect(isLongOver("all", now)).toBe(false);
});
