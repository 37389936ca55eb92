import { expect, test } from "vitest";
import { choiceOf, type RuleChoice, ruleOf, shiftedChoice } from "./rule-choice.ts";
import { ruleWords } from "./rule-words.ts";

const plain: RuleChoice = {
  unit: "day",
  interval: 1,
  days: [],
  on: null,
  month: null,
  end: null,
};
const as = { mode: "schedule", start: "2026-12-01", zone: "", weekStart: 0 } as const;

const table: readonly [Partial<RuleChoice>, rule: string, words: string][] = [
  [{}, "FREQ=DAILY", "Every day"],
  [{ interval: 3 }, "FREQ=DAILY;INTERVAL=3", "Every 3 days"],
  [{ unit: "week" }, "FREQ=WEEKLY", "Every week"],
  [{ unit: "week", days: [0, 1, 2, 3, 4] }, "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Every weekday"],
  [
    { unit: "week", interval: 2, days: [4, 0, 2] },
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR;WKST=MO",
    "Every 2 weeks on Monday, Wednesday and Friday",
  ],
  [
    { unit: "month", on: { day: 1, short: "skip" } },
    "FREQ=MONTHLY;BYMONTHDAY=1",
    "Every month on the 1st",
  ],
  [
    { unit: "month", on: { day: -1, short: "skip" } },
    "FREQ=MONTHLY;BYMONTHDAY=-1",
    "Every month on the last day",
  ],
  [
    { unit: "month", on: { day: 30, short: "last" } },
    "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1",
    "Every month on the 30th (or the last day)",
  ],
  [
    { unit: "month", interval: 3, on: { nth: 2, weekday: 1 } },
    "FREQ=MONTHLY;INTERVAL=3;BYDAY=2TU",
    "Every 3 months on the second Tuesday",
  ],
  [
    { unit: "month", on: { nth: -1, weekday: 4 }, end: { count: 12 } },
    "FREQ=MONTHLY;BYDAY=-1FR;COUNT=12",
    "Every month on the last Friday, 12 times",
  ],
  [
    { unit: "year", month: 2, on: { day: 29, short: "last" } },
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1",
    "Every year on the 29th (or the last day) of February",
  ],
  [
    { unit: "year", month: 1, on: { day: 5, short: "skip" }, end: { until: "2030-12-18" } },
    "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=5;UNTIL=20301218T235959Z",
    "Every year on the 5th of January, until 18 December 2030",
  ],
];

test.each(table)("%j is %s: %s", (choice, text, words) => {
  const rule = ruleOf({ ...plain, ...choice }, as);
  expect(rule).toEqual({ rule: text, mode: "schedule", start: "2026-12-01", zone: "" });
  expect(ruleWords(rule)).toBe(words);
  const read = choiceOf(rule)!;
  expect(ruleOf(read, as)).toEqual(rule);
});

test("after completing is said so", () => {
  expect(ruleWords({ ...ruleOf({ ...plain, interval: 3 }, as), mode: "after" })).toBe(
    "3 days after it is completed",
  );
  expect(ruleWords({ ...ruleOf({ ...plain, unit: "week" }, as), mode: "after" })).toBe(
    "A week after it is completed",
  );
});

test("a rule that the form cannot show is shown as it is", () => {
  for (const rule of ["FREQ=MONTHLY;BYMONTHDAY=1,15", "FREQ=DAILY;BYMONTH=3", "nonsense"]) {
    expect(choiceOf({ rule })).toBeNull();
    expect(ruleWords({ ...as, rule })).toBe(rule);
  }
});

const shifts: readonly [string, Partial<RuleChoice>, from: string, to: string, words: string][] = [
  ["one weekday", { days: [0] }, "2026-11-30", "2026-12-01", "Every week"],
  [
    "one of several",
    { days: [0, 2, 4] },
    "2026-11-30",
    "2026-12-01",
    "Every week on Tuesday, Wednesday and Friday",
  ],
  [
    "the 1st of a month",
    { unit: "month", on: { day: 1, short: "skip" } },
    "2026-12-01",
    "2026-12-05",
    "Every month",
  ],
  [
    "the last day",
    { unit: "month", on: { day: -1, short: "last" } },
    "2026-11-30",
    "2026-12-29",
    "Every month on the 29th (or the last day)",
  ],
];

test.each(shifts)("%s that was moved counts from there", (_, choice, from, to, words) => {
  const next = shiftedChoice({ ...plain, unit: "week", ...choice }, from, to);
  expect(ruleWords(ruleOf(next, { ...as, start: to }))).toBe(words);
});
