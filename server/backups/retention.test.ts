import { expect, test } from "vitest";
import { outdated } from "./retention.ts";

const dayMs = 86_400_000;
const at = (text: string) => ({ name: text, at: new Date(text) });
const nights = (last: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const time = new Date(Date.parse(last) - index * dayMs);
    return { name: time.toISOString(), at: time };
  });
const kept = (backups: { name: string; at: Date }[], now: string) => {
  const gone = new Set(outdated(backups, new Date(now)));
  return backups.filter(({ name }) => !gone.has(name)).map(({ name }) => name.slice(0, 10));
};

test("of two years of nights seven days, four weeks and twelve months stay", () => {
  const left = kept(nights("2026-11-22T03:00:00Z", 730), "2026-11-22T09:00:00Z");
  const days = ["2026-11-22", "2026-11-21", "2026-11-20", "2026-11-19", "2026-11-18", "2026-11-17"];
  // The 16th is the seventh day; the 15th, the 8th and the 1st end the weeks before this one.
  const weeks = ["2026-11-16", "2026-11-15", "2026-11-08", "2026-11-01"];
  const months = [
    ["2026-10-31", "2026-09-30", "2026-08-31", "2026-07-31", "2026-06-30", "2026-05-31"],
    ["2026-04-30", "2026-03-31", "2026-02-28", "2026-01-31", "2025-12-31"],
  ];
  expect(left).toEqual([...days, ...weeks, ...months.flat()]);
});

test("the same stay when it runs each night, and nothing that a later night needs goes early", () => {
  let backups: { name: string; at: Date }[] = [];
  for (let night = 0; night < 500; night += 1) {
    const time = new Date(Date.parse("2025-01-01T03:00:00Z") + night * dayMs);
    backups.push({ name: time.toISOString(), at: time });
    const gone = new Set(outdated(backups, time));
    backups = backups.filter(({ name }) => !gone.has(name));
  }
  const days = backups.map(({ name }) => name.slice(0, 10));
  expect(days.length).toBeGreaterThanOrEqual(20);
  expect(days.length).toBeLessThanOrEqual(24);
  expect(days.filter((day) => day < "2025-07-01").length).toBeGreaterThan(0);
});

test.each([
  ["none", [], "2026-11-22T00:00:00Z", []],
  ["a single one, however old", ["2019-01-01T00:00:00Z"], "2026-11-22T00:00:00Z", ["2019-01-01"]],
  [
    "all of the last two days",
    [
      "2026-11-22T01:00:00Z",
      "2026-11-22T02:00:00Z",
      "2026-11-21T02:00:00Z",
      "2026-11-21T03:00:00Z",
    ],
    "2026-11-22T12:00:00Z",
    ["2026-11-22", "2026-11-22", "2026-11-21", "2026-11-21"],
  ],
  [
    "of an older day the newest",
    ["2026-11-10T01:00:00Z", "2026-11-10T23:00:00Z", "2026-11-12T00:00:00Z"],
    "2026-11-22T12:00:00Z",
    ["2026-11-10", "2026-11-12"],
  ],
  [
    "after a clock that ran ahead: what it dated, and the good ones",
    ["2031-01-01T03:00:00Z", "2026-11-21T03:00:00Z", "2026-11-20T03:00:00Z"],
    "2026-11-22T12:00:00Z",
    ["2031-01-01", "2026-11-21", "2026-11-20"],
  ],
  [
    "with a clock that runs ahead now: as many as before",
    ["2026-11-21T03:00:00Z", "2026-11-20T03:00:00Z", "2025-11-20T03:00:00Z"],
    "2041-11-22T12:00:00Z",
    ["2026-11-21", "2026-11-20", "2025-11-20"],
  ],
  [
    "with a clock that fell back: everything",
    ["2026-11-21T03:00:00Z", "2026-11-20T03:00:00Z"],
    "1970-01-01T00:00:00Z",
    ["2026-11-21", "2026-11-20"],
  ],
])("what stays: %s", (_, names, now, left) => {
  expect(kept(names.map(at), now)).toEqual(left);
});
