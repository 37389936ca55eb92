// oxlint-disable-next-line import/default -- Node takes its CommonJS build, which has no names.
import rrule from "rrule";
import { expect, test } from "vitest";
import { dateOf, dayOf, instantOf } from "../dates/floating.ts";
import { comingDates, nextDates, nextOf } from "./recurrence.ts";
import type { Rule } from "./rule.ts";
import { printRuleText, readRuleText } from "./rule-text.ts";
import { isRule } from "./testing/is-rule.ts";

// oxlint-disable-next-line import/no-named-as-default-member -- As above.
const { RRule } = rrule;

function ruleFrom(start: string, text: string, mode: Rule["mode"] = "schedule"): Rule {
  return { rule: text, mode, start, zone: start.includes("T") ? "Europe/Berlin" : "" };
}

/** What the library makes of it, in the same floating time. */
function byLibrary({ rule, start }: Rule, most: number): string[] {
  const dtstart = new Date(`${start.length === 10 ? `${start}T00:00` : start}Z`);
  const made = new RRule({ ...RRule.parseString(rule), dtstart });
  return made
    .all((date, at) => at < most && date.getUTCFullYear() < 2200)
    .map((date) => date.toISOString().slice(0, start.length));
}

const hard: readonly [name: string, start: string, rule: string, dates: string][] = [
  [
    "a month without a 31st is left out",
    "2026-01-31",
    "FREQ=MONTHLY",
    "2026-01-31 2026-03-31 2026-05-31 2026-07-31",
  ],
  [
    "the 31st, or the last day",
    "2026-01-31",
    "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
    "2026-01-31 2026-02-28 2026-03-31 2026-04-30",
  ],
  [
    "the 30th, or the last day",
    "2028-01-30",
    "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1",
    "2028-01-30 2028-02-29 2028-03-30 2028-04-30",
  ],
  [
    "the last day",
    "2026-01-31",
    "FREQ=MONTHLY;BYMONTHDAY=-1",
    "2026-01-31 2026-02-28 2026-03-31 2026-04-30",
  ],
  [
    "every third month from a 31st",
    "2025-08-31",
    "FREQ=MONTHLY;INTERVAL=3",
    "2025-08-31 2026-05-31 2026-08-31 2027-05-31",
  ],
  [
    "a leap day comes every four years",
    "2024-02-29",
    "FREQ=YEARLY",
    "2024-02-29 2028-02-29 2032-02-29",
  ],
  ["but not in 2100", "2096-02-29", "FREQ=YEARLY", "2096-02-29 2104-02-29"],
  [
    "a leap day, or the 28th",
    "2024-02-29",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1",
    "2024-02-29 2025-02-28 2026-02-28 2027-02-28 2028-02-29",
  ],
  [
    "every second year from a leap day",
    "2024-02-29",
    "FREQ=YEARLY;INTERVAL=2",
    "2024-02-29 2028-02-29 2032-02-29",
  ],
  [
    "weekdays",
    "2026-01-02",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "2026-01-02 2026-01-05 2026-01-06",
  ],
  [
    "every second Tuesday",
    "2026-01-05",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU",
    "2026-01-06 2026-01-20 2026-02-03",
  ],
  [
    "every second Sunday, weeks from Monday",
    "2026-01-05",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=MO",
    "2026-01-11 2026-01-25 2026-02-08",
  ],
  [
    "every second Sunday, weeks from Sunday",
    "2026-01-05",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU",
    "2026-01-18 2026-02-01 2026-02-15",
  ],
  [
    "the second Tuesday",
    "2026-01-01",
    "FREQ=MONTHLY;BYDAY=2TU",
    "2026-01-13 2026-02-10 2026-03-10",
  ],
  ["the last Friday", "2026-01-01", "FREQ=MONTHLY;BYDAY=-1FR", "2026-01-30 2026-02-27 2026-03-27"],
  [
    "the last workday",
    "2026-01-01",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "2026-01-30 2026-02-27 2026-03-31",
  ],
  ["a fifth Friday", "2026-01-30", "FREQ=MONTHLY;BYDAY=5FR", "2026-01-30 2026-05-29 2026-07-31"],
  [
    "Friday the 13th",
    "2026-01-01",
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
    "2026-02-13 2026-03-13 2026-11-13",
  ],
  [
    "the fourth Thursday of November",
    "2026-01-01",
    "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH",
    "2026-11-26 2027-11-25",
  ],
  [
    "the hundredth day has no rule, the 20th Monday has",
    "2026-01-01",
    "FREQ=YEARLY;BYDAY=20MO",
    "2026-05-18 2027-05-17",
  ],
  [
    "until a day, that time included",
    "2026-03-27T02:30",
    "FREQ=DAILY;UNTIL=20260329T235959Z",
    "2026-03-27T02:30 2026-03-28T02:30 2026-03-29T02:30",
  ],
  ["a number of dates", "2026-01-01", "FREQ=DAILY;COUNT=2", "2026-01-01 2026-01-02"],
  ["which counts what fits", "2026-01-02", "FREQ=WEEKLY;BYDAY=MO;COUNT=2", "2026-01-05 2026-01-12"],
  [
    "over a new year",
    "2026-12-31T23:59",
    "FREQ=DAILY;INTERVAL=2",
    "2026-12-31T23:59 2027-01-02T23:59",
  ],
  [
    "a leap day that is a Monday",
    "2026-01-01",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO",
    "2044-02-29 2072-02-29",
  ],
  ["none, for there is no such day", "2026-01-01", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", ""],
  ["none, for every seventh day is a Thursday", "2026-01-01", "FREQ=DAILY;INTERVAL=7;BYDAY=MO", ""],
];

test.each(hard)("%s: from %s, %s", (_name, start, text, dates) => {
  const rule = ruleFrom(start, text);
  const wanted = dates === "" ? [] : dates.split(" ");
  expect(nextDates(rule, start, Math.max(1, wanted.length))).toEqual(wanted);
  expect(wanted.length === 0 ? [] : byLibrary(rule, wanted.length)).toEqual(wanted);
});

test("a bare last day counts whole, which the library takes for its midnight", () => {
  const rule = ruleFrom("2026-03-27T02:30", "FREQ=DAILY;UNTIL=20260329");
  expect(nextDates(rule, rule.start, 9)).toHaveLength(3);
  expect(byLibrary(rule, 9)).toHaveLength(2);
});

test("every day at half past two stays there, though clocks leave it out or show it twice", () => {
  const instants = (zone: string, start: string) =>
    nextDates({ ...ruleFrom(start, "FREQ=DAILY"), zone }, start, 3).map((date) =>
      instantOf(date, zone).toISOString().slice(5, 16),
    );
  expect(instants("Europe/Berlin", "2026-03-28T02:30")).toEqual([
    "03-28T01:30",
    "03-29T01:30",
    "03-30T00:30",
  ]);
  expect(instants("Europe/Berlin", "2026-10-24T02:30")).toEqual([
    "10-24T00:30",
    "10-25T00:30",
    "10-26T01:30",
  ]);
  expect(instants("America/New_York", "2026-03-07T02:30")).toEqual([
    "03-07T07:30",
    "03-08T07:30",
    "03-09T06:30",
  ]);
  expect(instants("America/New_York", "2026-10-31T01:30")).toEqual([
    "10-31T05:30",
    "11-01T05:30",
    "11-02T06:30",
  ]);
});

/** Mulberry32: the same numbers for a seed everywhere. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

function someRule(below: (most: number) => number): Rule {
  const some = (most: number, count: number) =>
    [...new Set(Array.from({ length: 1 + below(count) }, () => 1 + below(most)))].toSorted(
      (a, b) => a - b,
    );
  const freq = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"][below(4)]!;
  const parts = [`FREQ=${freq}`];
  if (below(2)) parts.push(`INTERVAL=${1 + below(below(4) ? 4 : 40)}`);
  if (below(4) === 0) parts.push(`BYMONTH=${some(12, 3).join(",")}`);
  const isLong = freq === "MONTHLY" || freq === "YEARLY";
  let isPlaced = false;
  if (freq !== "WEEKLY" && below(3) === 0) {
    const cells = some(31, 4).map((day) => (below(4) ? day : -day));
    parts.push(`BYMONTHDAY=${cells.join(",")}`);
    isPlaced = true;
  }
  if (below(3) === 0) {
    const nth = isLong && below(2) ? [1, 2, 3, 4, 5, -1, -2][below(7)]! : "";
    parts.push(
      `BYDAY=${some(7, 4)
        .map((day) => `${nth}${days[day - 1]}`)
        .join(",")}`,
    );
    isPlaced = true;
  }
  if (isLong && isPlaced && below(3) === 0) parts.push(`BYSETPOS=${below(2) ? -1 : 1 + below(3)}`);
  if (freq === "WEEKLY") parts.push(`WKST=${below(2) ? "MO" : "SU"}`);
  const end = below(4);
  if (end === 0) parts.push(`COUNT=${1 + below(20)}`);
  else if (end === 1) parts.push(`UNTIL=${2026 + below(6)}0${1 + below(9)}15T235959Z`);
  const start = dateOf(dayOf("2024-01-01") + below(1600));
  return ruleFrom(below(2) ? start : `${start}T09:30`, parts.join(";"));
}

const runs = Number(process.env["FUZZ_RUNS"] ?? 200);

// The library takes a tenth of a second to find that a rule never comes.
test(`${runs} rules give the dates that the library gives`, { timeout: 20_000 + runs * 50 }, () => {
  let dated = 0;
  for (let seed = 1; seed <= runs; seed += 1) {
    const rule = someRule(numbersOf(seed));
    expect(isRule(rule), rule.rule).toBe(true);
    const ours = nextDates(rule, rule.start, 12).filter((date) => date < "2200");
    expect(ours, `seed ${seed}: ${rule.start} ${rule.rule}`).toEqual(byLibrary(rule, 12));
    dated += ours.length;
    if (ours.length < 6) continue;
    // From the middle on, they are the same.
    expect(
      nextDates(rule, ours[5]!.slice(0, 10), 12)
        .filter((date) => date < "2200")
        .slice(0, ours.length - 5),
    ).toEqual(ours.slice(5));
    const printed = printRuleText(readRuleText(rule.rule)!);
    expect(nextDates({ ...rule, rule: printed }, rule.start, 12).slice(0, ours.length)).toEqual(
      ours,
    );
    if (rule.rule.includes("COUNT")) continue;
    const seen = { due: ours[2]!, today: "2024-01-01", completedOn: "2024-01-01", n: 1 };
    expect(nextOf(rule, seen)).toBe(ours[3]);
  }
  expect(dated).toBeGreaterThan(5 * runs);
});

test("the next one is after the one that is due, and not before today", () => {
  const rule = ruleFrom("2026-11-02T09:00", "FREQ=WEEKLY;BYDAY=MO");
  const next = (due: string, today: string) =>
    nextOf(rule, { due, today, completedOn: today, n: 1 });
  expect(next("2026-11-02T09:00", "2026-11-02")).toBe("2026-11-09T09:00");
  expect(next("2026-11-02T09:00", "2026-11-20")).toBe("2026-11-23T09:00");
  expect(next("2026-11-02T09:00", "2026-11-23")).toBe("2026-11-23T09:00");
  expect(next("2026-11-30T09:00", "2026-11-20")).toBe("2026-12-07T09:00");
});

test("those to come are looked for in the days that are asked for, and nowhere else", () => {
  const coming = (text: string, due: string, n = 1) =>
    comingDates(
      ruleFrom("2020-01-06", text),
      { due, today: "2026-11-22", n },
      { days: 14, most: 9 },
    );
  expect(coming("FREQ=WEEKLY", "2026-11-23")).toEqual(["2026-11-30"]);
  expect(coming("FREQ=WEEKLY", "2020-01-06")).toEqual(["2026-11-23", "2026-11-30"]);
  expect(coming("FREQ=DAILY", "2026-11-22")).toHaveLength(9);
  expect(coming("FREQ=DAILY;COUNT=5", "2026-11-22", 3)).toHaveLength(2);
  expect(coming("FREQ=DAILY;UNTIL=20261124", "2026-11-22")).toHaveLength(2);
  expect(coming("FREQ=WEEKLY", "2030-01-01")).toEqual([]);
  expect(coming("FREQ=WEEKLY", "no day")).toEqual([]);
});

test("after completing, it comes so long after that day, at its time; a short month ends it", () => {
  const next = (text: string, completedOn: string) =>
    nextOf(ruleFrom("2026-01-31T09:00", text, "after"), {
      due: "2026-01-31T09:00",
      today: completedOn,
      completedOn,
      n: 1,
    });
  expect(next("FREQ=DAILY;INTERVAL=3", "2026-02-10")).toBe("2026-02-13T09:00");
  expect(next("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "2026-02-10")).toBe("2026-02-24T09:00");
  expect(next("FREQ=MONTHLY", "2026-01-31")).toBe("2026-02-28T09:00");
  expect(next("FREQ=YEARLY", "2024-02-29")).toBe("2025-02-28T09:00");
  expect(next("FREQ=DAILY;INTERVAL=9;UNTIL=20260215", "2026-02-10")).toBeNull();
  expect(next("FREQ=DAILY", "no day")).toBeNull();
  const rule = ruleFrom("2026-01-30", "FREQ=MONTHLY;COUNT=3", "after");
  expect(nextDates(rule, rule.start, 5)).toEqual(["2026-01-30", "2026-02-28", "2026-03-28"]);
});

test("a number of times counts those of the series, also where some were missed", () => {
  const rule = ruleFrom("2026-01-01", "FREQ=DAILY;COUNT=3");
  const seen = { due: "2026-01-01", today: "2026-01-20", completedOn: "2026-01-20" };
  expect(nextOf(rule, { ...seen, n: 2 })).toBe("2026-01-20");
  expect(nextOf(rule, { ...seen, n: 3 })).toBeNull();
});

test("the preview of a number of times ends with the last, from wherever it is looked at", () => {
  const rule = ruleFrom("2026-01-01", "FREQ=DAILY;COUNT=5");
  expect(nextDates(rule, "2026-01-04", 9)).toEqual(["2026-01-04", "2026-01-05"]);
  expect(nextDates(rule, "2026-02-01", 9)).toEqual([]);
});

test("the calendar ends with the year 9999", () => {
  expect(nextDates(ruleFrom("9999-12-30", "FREQ=DAILY"), "9999-12-30", 9)).toHaveLength(2);
  expect(
    nextDates(ruleFrom("9998-01-01", "FREQ=YEARLY;INTERVAL=999"), "9998-01-01", 9),
  ).toHaveLength(1);
  expect(nextDates(ruleFrom("9999-12-31", "FREQ=MONTHLY", "after"), "9999-12-31", 9)).toHaveLength(
    1,
  );
});

test.each([
  "",
  "FREQ=SECONDLY",
  "FREQ=HOURLY;INTERVAL=2",
  "INTERVAL=2",
  "FREQ=DAILY;INTERVAL=0",
  "FREQ=DAILY;INTERVAL=1000",
  "FREQ=DAILY;INTERVAL=-1",
  "FREQ=DAILY;COUNT=1001",
  "FREQ=DAILY;COUNT=0",
  "FREQ=DAILY;COUNT=2;UNTIL=20261201",
  "FREQ=DAILY;UNTIL=20260231",
  "FREQ=DAILY;UNTIL=tomorrow",
  "FREQ=DAILY;BYHOUR=9",
  "FREQ=DAILY;BYMINUTE=1,2,3",
  "FREQ=DAILY;BYSETPOS=2",
  "FREQ=DAILY;FREQ=DAILY",
  "FREQ=WEEKLY;BYDAY=1MO",
  "FREQ=WEEKLY;BYMONTHDAY=3",
  "FREQ=WEEKLY;BYDAY=",
  "FREQ=WEEKLY;BYDAY=XX",
  "FREQ=WEEKLY;WKST=XX",
  "FREQ=MONTHLY;BYDAY=6MO",
  "FREQ=MONTHLY;BYMONTHDAY=0",
  "FREQ=MONTHLY;BYMONTHDAY=32",
  "FREQ=MONTHLY;BYMONTHDAY=1.5",
  "FREQ=MONTHLY;BYSETPOS=1",
  "FREQ=YEARLY;BYMONTH=13",
  "FREQ=YEARLY;BYMONTH=-1",
  "FREQ=YEARLY;BYEASTER=1",
  "FREQ=YEARLY;BYWEEKNO=3",
  "freq=daily",
  "FREQ=DAILY\nRRULE:FREQ=DAILY",
  "DTSTART=20260101;FREQ=DAILY",
  `FREQ=MONTHLY;BYMONTHDAY=${"1,".repeat(200)}1`,
  "FREQ=DAILY;".repeat(2_000),
  "=".repeat(10_000),
])("%j is no rule, and has no dates", (text) => {
  const rule = ruleFrom("2026-01-01", text.slice(0, 20_000));
  expect(isRule(rule)).toBe(false);
  expect(nextDates(rule, "2026-01-01", 5)).toEqual([]);
  expect(
    nextOf(rule, { due: "2026-01-01", today: "2026-01-01", completedOn: "2026-01-01", n: 1 }),
  ).toBeNull();
});

test("a rule without a real start has no dates", () => {
  for (const start of ["", "soon", "2026-02-30", "99999-01-01"]) {
    expect(isRule(ruleFrom(start, "FREQ=DAILY"))).toBe(false);
    expect(nextDates(ruleFrom(start, "FREQ=DAILY"), "2026-01-01", 5)).toEqual([]);
  }
});
