import { expect, test } from "vitest";
import { daysIn, firstOf, monthOf, weekdayOf } from "../dates/floating.ts";
import { daysOf } from "./recurrence-days.ts";
import type { Recurrence } from "./rule-text.ts";

const usual: Recurrence = {
  freq: "YEARLY",
  interval: 1,
  byDay: [],
  byMonthDay: [],
  byMonth: [],
  bySetPos: [],
  weekStart: 0,
  count: null,
  until: null,
};

/** The same numbers for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function someRule(random: (below: number) => number): Recurrence {
  const some = <One>(most: number, make: () => One) => Array.from({ length: random(most) }, make);
  const signed = (most: number) => (random(2) === 0 ? 1 : -1) * (1 + random(most));
  const isYearly = random(2) === 0;
  return {
    ...usual,
    freq: isYearly ? "YEARLY" : "MONTHLY",
    interval: 1 + random(3),
    byDay: some(5, () => ({
      day: random(7),
      nth: random(2) === 0 ? 0 : signed(isYearly ? 53 : 5),
    })),
    byMonthDay: random(2) === 0 ? [] : some(6, () => signed(31)),
    byMonth: random(2) === 0 ? [] : some(4, () => 1 + random(12)),
    bySetPos: random(3) === 0 ? some(3, () => signed(6)) : [],
  };
}

/** Of each day of the period it is asked whether it fits, as RFC 5545 says it. */
function fitting(rule: Recurrence, first: number, length: number, start: number): number[] {
  const { freq, byDay, byMonthDay, byMonth, bySetPos } = rule;
  const began = monthOf(start);
  const days = Array.from({ length }, (_, at) => first + at).filter((at) => {
    const { year, month, day } = monthOf(at);
    const lastOfMonth = daysIn({ year, month });
    const isInMonths = freq === "MONTHLY" || byMonth.length > 0;
    const [from, to] = isInMonths
      ? [at - day + 1, at - day + lastOfMonth]
      : [firstOf({ year, month: 0 }), firstOf({ year: year + 1, month: 0 }) - 1];
    const isNth = byDay.some(({ day: weekday, nth }) => {
      if (weekday !== weekdayOf(at)) return false;
      const fromStart = Math.floor((at - from) / 7) + 1;
      const fromEnd = -Math.floor((to - at) / 7) - 1;
      return nth === 0 || nth === fromStart || nth === fromEnd;
    });
    const isDay = byMonthDay.includes(day) || byMonthDay.includes(day - lastOfMonth - 1);
    const isPlain = byDay.length === 0 && byMonthDay.length === 0;
    const isMonth =
      byMonth.length > 0
        ? byMonth.includes(month + 1)
        : freq === "MONTHLY" || !isPlain || month === began.month;
    if (!isMonth) return false;
    if (isPlain) return day === began.day;
    return (byDay.length === 0 || isNth) && (byMonthDay.length === 0 || isDay);
  });
  if (bySetPos.length === 0) return days;
  return days.filter((_, at) => bySetPos.includes(at + 1) || bySetPos.includes(at - days.length));
}

test("the days of months and years are those that fit when each day is looked at", () => {
  const random = randomOf(7);
  for (let count = 0; count < 600; count += 1) {
    const rule = someRule(random);
    const start = 18_000 + random(2000);
    const began = monthOf(start);
    const isYearly = rule.freq === "YEARLY";
    const expected: number[] = [];
    let last = start;
    for (let at = 0; at < 12; at += 1) {
      const step = at * rule.interval;
      const from = isYearly
        ? { year: began.year + step, month: 0 }
        : { year: began.year, month: began.month + step };
      const first = firstOf(from);
      last = firstOf(
        isYearly ? { ...from, year: from.year + 1 } : { ...from, month: from.month + 1 },
      );
      expected.push(...fitting(rule, first, last - first, start));
    }
    const found = [...daysOf(rule, start, start, last - 1)];
    expect(found, JSON.stringify(rule)).toEqual(expected.filter((day) => day >= start));
  }
});

test("a day that comes once in many years is found, however many are asked for", () => {
  const rule: Recurrence = { ...usual, byDay: [{ day: 0, nth: 53 }] };
  let count = 0;
  for (const day of daysOf(rule, 20_000, 20_000)) {
    expect(weekdayOf(day)).toBe(0);
    count += 1;
    if (count === 1000) break;
  }
  expect(count).toBe(1000);
});
