/** The days of a rule, RFC 5545 §3.3.10, as days since 1970. */
import { daysIn, firstOf, type Month, monthOf, weekdayOf } from "../dates/floating.ts";
import type { Frequency, Recurrence } from "./rule-text.ts";

/** Periods without a day in a row, after which there will be none: a 29 February that is a Monday can take 40 years. */
const emptyPeriods: Record<Frequency, number> = {
  DAILY: 15_000,
  WEEKLY: 600,
  MONTHLY: 500,
  YEARLY: 50,
};

const lastDay = firstOf({ year: 10_000, month: 0 }) - 1;

/**
 * In their order, without end but for the rule's own; COUNT and UNTIL are the caller's.
 * @param start of the rule; it counts only if it fits
 * @param from the first that is asked for
 * @param to the last
 */
export function* daysOf(
  rule: Recurrence,
  start: number,
  from: number,
  to: number = lastDay,
): Generator<number> {
  const end = Math.min(to, lastDay);
  const first = Math.max(start, from);
  const periods = periodsOf(rule, start);
  let empty = 0;
  for (let index = periods.indexOf(first); empty < emptyPeriods[rule.freq]; index += 1) {
    const { first: began, days } = periods.at(index * rule.interval);
    if (began > end) return;
    empty = days.length === 0 ? empty + 1 : 0;
    for (const day of days) {
      if (day > end) return;
      if (day >= first) yield day;
    }
  }
}

type Period = { first: number; days: readonly number[] };

type Periods = {
  /** Of the period with the day, or of the last before it; in intervals. */
  indexOf: (day: number) => number;
  /** @param at in periods since that of the start */
  at: (at: number) => Period;
};

function periodsOf(rule: Recurrence, start: number): Periods {
  const { freq, interval, byDay, byMonthDay, byMonth } = rule;
  const began = monthOf(start);
  const inMonths = (day: number) =>
    byMonth.length === 0 || byMonth.includes(monthOf(day).month + 1);
  if (freq === "DAILY") {
    const isOf = (day: number) =>
      inMonths(day) &&
      (byDay.length === 0 || byDay.some((by) => by.day === weekdayOf(day))) &&
      (byMonthDay.length === 0 || isMonthDay(byMonthDay, day));
    return {
      indexOf: (day) => Math.floor((day - start) / interval),
      at: (at) => ({ first: start + at, days: [start + at].filter(isOf) }),
    };
  }
  if (freq === "WEEKLY") {
    const weekOf = (day: number) => day - ((weekdayOf(day) - rule.weekStart + 7) % 7);
    const first = weekOf(start);
    const wanted = byDay.length === 0 ? [weekdayOf(start)] : byDay.map(({ day }) => day);
    const steps = [0, 1, 2, 3, 4, 5, 6].filter((step) => wanted.includes(weekdayOf(first + step)));
    return {
      indexOf: (day) => Math.floor((weekOf(day) - first) / 7 / interval),
      at: (at) => ({
        first: first + at * 7,
        days: steps.map((step) => first + at * 7 + step).filter(inMonths),
      }),
    };
  }
  if (freq === "MONTHLY") {
    return {
      indexOf: (day) => {
        const { year, month } = monthOf(day);
        return Math.floor(((year - began.year) * 12 + month - began.month) / interval);
      },
      at: (at) => {
        const month = { year: began.year, month: began.month + at };
        const first = firstOf(month);
        const days = inMonths(first) ? placed(rule, daysInMonth(rule, month, began.day)) : [];
        return { first, days };
      },
    };
  }
  return {
    indexOf: (day) => Math.floor((monthOf(day).year - began.year) / interval),
    at: (at) => {
      const year = began.year + at;
      return {
        first: firstOf({ year, month: 0 }),
        days: placed(rule, daysInYear(rule, year, began)),
      };
    },
  };
}

function daysInMonth(rule: Recurrence, month: Month, dayOfStart: number): number[] {
  const { byDay, byMonthDay } = rule;
  const span = { first: firstOf(month), length: daysIn(month) };
  if (byMonthDay.length === 0) {
    if (byDay.length > 0) return nthDays(byDay, span);
    return dayOfStart > span.length ? [] : [span.first + dayOfStart - 1];
  }
  const days = monthDays(byMonthDay, span);
  if (byDay.length === 0) return days;
  const wanted = new Set(nthDays(byDay, span));
  return days.filter((day) => wanted.has(day));
}

function daysInYear(rule: Recurrence, year: number, began: Month & { day: number }): number[] {
  const { byDay, byMonthDay, byMonth } = rule;
  if (byMonth.length === 0 && byDay.length > 0) {
    const first = firstOf({ year, month: 0 });
    const days = nthDays(byDay, { first, length: firstOf({ year: year + 1, month: 0 }) - first });
    return byMonthDay.length === 0 ? days : days.filter((day) => isMonthDay(byMonthDay, day));
  }
  const every = byMonthDay.length > 0 ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] : [began.month + 1];
  const months = byMonth.length > 0 ? [...new Set(byMonth)].toSorted((a, b) => a - b) : every;
  return months.flatMap((month) => daysInMonth(rule, { year, month: month - 1 }, began.day));
}

/** A month or a year. */
type Span = { first: number; length: number };

/** Counted out: a rule of strangers may ask for days that come once in thousands of years. */
function nthDays(byDay: Recurrence["byDay"], { first, length }: Span): number[] {
  const end = first + length;
  const days = byDay.flatMap(({ day, nth }) => {
    const from = first + ((day - weekdayOf(first) + 7) % 7);
    const all = Math.ceil((end - from) / 7);
    if (nth === 0) return Array.from({ length: all }, (_, at) => from + at * 7);
    const at = nth > 0 ? nth - 1 : all + nth;
    return at >= 0 && at < all ? [from + at * 7] : [];
  });
  return inOrder(days);
}

function monthDays(byMonthDay: readonly number[], { first, length }: Span): number[] {
  const days = byMonthDay.map((day) => (day < 0 ? length + day : day - 1));
  return inOrder(days.filter((at) => at >= 0 && at < length).map((at) => first + at));
}

function inOrder(days: readonly number[]): number[] {
  return [...new Set(days)].toSorted((a, b) => a - b);
}

function isMonthDay(byMonthDay: readonly number[], at: number): boolean {
  const { year, month, day } = monthOf(at);
  return byMonthDay.includes(day) || byMonthDay.includes(day - daysIn({ year, month }) - 1);
}

function placed({ bySetPos }: Recurrence, days: readonly number[]): readonly number[] {
  if (bySetPos.length === 0) return days;
  return days.filter((_, at) => bySetPos.includes(at + 1) || bySetPos.includes(at - days.length));
}
