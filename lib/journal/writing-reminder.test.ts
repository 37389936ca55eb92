import { expect, test } from "vitest";
import { dayBegan, nextReminder, readWritingReminder } from "./writing-reminder.ts";

const daily = { at: "21:00", zone: "Europe/Berlin", days: [0, 1, 2, 3, 4, 5, 6] };
const at = (iso: string) => Date.parse(iso);

test("the next time is today's, or tomorrow's once that is over", () => {
  // In winter 21:00 in Berlin is 20:00 by UTC.
  expect(nextReminder(daily, at("2026-12-01T19:59:59Z")).toISOString()).toBe(
    "2026-12-01T20:00:00.000Z",
  );
  expect(nextReminder(daily, at("2026-12-01T20:00:00Z")).toISOString()).toBe(
    "2026-12-02T20:00:00.000Z",
  );
});

test("only days of the week that were chosen count, as they are there", () => {
  const sundays = { ...daily, zone: "Pacific/Auckland", days: [6] };
  // Saturday evening by UTC is Sunday morning in Auckland.
  expect(nextReminder(sundays, at("2026-12-05T20:00:00Z")).toISOString()).toBe(
    "2026-12-06T08:00:00.000Z",
  );
  expect(nextReminder(sundays, at("2026-12-06T08:00:00Z")).toISOString()).toBe(
    "2026-12-13T08:00:00.000Z",
  );
});

test("a time that the clocks leave out is said as much later, and comes once", () => {
  const night = { ...daily, at: "02:30" };
  const first = nextReminder(night, at("2027-03-27T12:00:00Z"));
  expect(first.toISOString()).toBe("2027-03-28T01:30:00.000Z");
  expect(nextReminder(night, first.getTime()).toISOString()).toBe("2027-03-29T00:30:00.000Z");
});

test("a day begins at midnight of the zone", () => {
  expect(dayBegan(daily, at("2026-12-01T23:30:00Z")).toISOString()).toBe(
    "2026-12-01T23:00:00.000Z",
  );
});

test("what is no reminder is none", () => {
  expect(readWritingReminder({ ...daily, days: [3, 1, 3] })).toEqual({ ...daily, days: [1, 3] });
  for (const wrong of [
    { at: "24:00" },
    { at: "9:00" },
    { zone: "Mars/Olympus" },
    { zone: "x".repeat(65) },
    { days: [] },
    { days: [7] },
    { days: ["0"] },
    { days: 1 },
  ]) {
    expect(readWritingReminder({ ...daily, ...wrong }), JSON.stringify(wrong)).toBeUndefined();
  }
  expect(readWritingReminder(null)).toBeUndefined();
});
