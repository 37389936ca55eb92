import { expect, test } from "vitest";
import {
  dateOf,
  dayOf,
  instantOf,
  isLocal,
  isZone,
  localAt,
  minutesLater,
  weekdayOf,
} from "./floating.ts";

/** The standard's own, which browsers may lack. */
type Temporals = {
  PlainDateTime: {
    from: (text: string) => {
      toZonedDateTime: (zone: string) => { toInstant: () => { epochMilliseconds: number } };
    };
  };
};
const { Temporal } = globalThis as unknown as { Temporal: Temporals };

test.each([
  ["Europe/Berlin", "2026-03-28T02:30", "2026-03-28T01:30:00.000Z", "the night before"],
  ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30:00.000Z", "left out: 03:30"],
  ["Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00.000Z", "twice: the first"],
  ["Europe/Berlin", "2026-10-26T02:30", "2026-10-26T01:30:00.000Z", "the night after"],
  ["America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00.000Z", "left out: 03:30"],
  ["America/New_York", "2026-03-09T02:30", "2026-03-09T06:30:00.000Z", "the night after"],
  ["America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00.000Z", "twice: the first"],
  ["Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45:00.000Z", "half an hour left out"],
  ["Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00:00.000Z", "a day left out"],
  ["Europe/Berlin", "2026-11-22", "2026-11-21T23:00:00.000Z", "a date is its midnight"],
  ["Nowhere/At_All", "2026-11-22T09:00", "2026-11-22T09:00:00.000Z", "an unknown zone is UTC"],
])("in %s, %s is the instant %s (%s)", (zone, local, instant) => {
  expect(instantOf(local, zone).toISOString()).toBe(instant);
});

test("every half hour around each change of the clocks is the instant that Temporal makes of it", () => {
  const zones = [
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "America/St_Johns",
    "Asia/Kathmandu",
    "UTC",
  ];
  const days = ["02-14", "03-07", "03-28", "04-04", "05-23", "10-03", "10-24", "10-31"];
  for (const zone of zones) {
    for (const year of [1985, 2026, 2031]) {
      for (const day of days) {
        for (let minutes = 0; minutes < 2 * 1440; minutes += 30) {
          const local = minutesLater(`${year}-${day}T00:00`, minutes);
          const wanted = Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant();
          expect(instantOf(local, zone).getTime(), `${zone} ${local}`).toBe(
            wanted.epochMilliseconds,
          );
        }
      }
    }
  }
});

test("an instant is what the wall's clock shows then", () => {
  expect(localAt(Date.parse("2026-03-29T01:30Z"), "Europe/Berlin")).toBe("2026-03-29T03:30");
  expect(localAt(Date.parse("2026-11-22T23:30Z"), "Asia/Tokyo")).toBe("2026-11-23T08:30");
  expect(localAt(Date.parse("2026-11-22T23:30Z"), "no zone")).toBe("2026-11-22T23:30");
});

test("days count from 1970, and weeks from Monday", () => {
  expect(dayOf("1970-01-01")).toBe(0);
  expect(dateOf(dayOf("2024-02-29T23:59") + 1)).toBe("2024-03-01");
  expect([weekdayOf(dayOf("1969-12-29")), weekdayOf(dayOf("2026-11-22"))]).toEqual([0, 6]);
  expect(dateOf(Number.NaN) + dateOf(9e9) + dateOf(3e6)).toBe("");
});

test.each([
  "",
  "2026",
  "2026-02-29",
  "2026-13-01",
  "2026-00-10",
  "2026-1-1",
  "0026-01-01",
  "2026-01-01T24:00",
  "2026-01-01T9:00",
  "2026-01-01T09:00Z",
  "2026-01-01\n",
  "+12026-01-01",
  "٢٠٢٦-٠١-٠١",
  "1".repeat(10_000),
])("%j is no local time", (text) => {
  expect(isLocal(text)).toBe(false);
});

test("a zone is one that this machine knows", () => {
  expect(["Europe/Berlin", "UTC", "", "Mars", "\0", "x".repeat(10_000)].map(isZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
