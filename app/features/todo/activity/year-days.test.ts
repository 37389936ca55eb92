import { expect, test } from "vitest";
import { openTodoBench } from "../testing/todo-bench.ts";
import { activityYear, doneDays } from "./year-days.ts";

test("a day has what was archived and what was done lately", () => {
  const { acts, put, store } = openTodoBench();
  for (const id of ["a", "b", "c", "d"]) put(id);
  acts.complete(["a", "b"]);
  acts.complete(["c"], "skipped");
  const years = doneDays(store.tasks().values());
  expect([...years.get(2026)!]).toEqual([["11-22", 2]]);
  const archived = new Map([
    ["01-01", 3],
    ["11-22", 1],
  ]);
  const year = activityYear(2026, "2026-11-22", [archived, years.get(2026)!]);
  expect([year.total, year.days.length, year.days[0], year.days.at(-1)]).toEqual([6, 326, 3, 3]);
});

test("a year that is over has all its days, a leap day too", () => {
  expect(activityYear(2024, "2026-11-22", []).days).toHaveLength(366);
  expect(activityYear(2025, "2026-11-22", []).days).toHaveLength(365);
});

test("what was done ahead of the clock here counts", () => {
  const ahead = new Map([["11-23", 1]]);
  expect(activityYear(2026, "2026-11-22", [ahead]).days).toHaveLength(327);
});
