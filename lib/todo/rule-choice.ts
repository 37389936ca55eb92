/** A rule as a form offers it, and back. */
import { dayOf, weekdayOf } from "../dates/floating.ts";
import type { Rule } from "./rule.ts";
import { type Frequency, printRuleText, readRuleText, type Recurrence } from "./rule-text.ts";

export type RuleChoice = {
  unit: "day" | "week" | "month" | "year";
  interval: number;
  /** Of a week, 0 is Monday; empty: that of the start. */
  days: readonly number[];
  /** Of a month or year; null: that of the start. */
  on: OnDay | null;
  /** Of a year, from 1; null: that of the start. */
  month: number | null;
  end: { until: string } | { count: number } | null;
};

export type OnDay =
  /** -1 is the last. `short`: what becomes of a 31st in a month that has none. */
  | { day: number; short: "skip" | "last" }
  /** -1 is the last; 0 is Monday. */
  | { nth: number; weekday: number };

const frequencies: Record<RuleChoice["unit"], Frequency> = {
  day: "DAILY",
  week: "WEEKLY",
  month: "MONTHLY",
  year: "YEARLY",
};

/** @param as what a rule has besides; `weekStart` 0 is Monday */
export function ruleOf(choice: RuleChoice, as: Omit<Rule, "rule"> & { weekStart: number }): Rule {
  const { weekStart, ...rest } = as;
  return { ...rest, rule: printRuleText(recurrenceOf(choice, weekStart)) };
}

function recurrenceOf(choice: RuleChoice, weekStart: number): Recurrence {
  const { unit, interval, days, on, month, end } = choice;
  const isLong = unit === "month" || unit === "year";
  const recurrence: Recurrence = {
    freq: frequencies[unit],
    interval,
    count: end && "count" in end ? end.count : null,
    until: end && "until" in end ? end.until : null,
    byDay: unit === "week" ? days.toSorted((a, b) => a - b).map((day) => ({ day, nth: 0 })) : [],
    byMonthDay: [],
    byMonth: unit === "year" && month !== null ? [month] : [],
    bySetPos: [],
    weekStart,
  };
  if (!isLong || on === null) return recurrence;
  if ("nth" in on) return { ...recurrence, byDay: [{ day: on.weekday, nth: on.nth }] };
  if (on.short === "skip" || on.day < 29) return { ...recurrence, byMonthDay: [on.day] };
  return { ...recurrence, byMonthDay: upTo(on.day), bySetPos: [-1] };
}

/** Null: the form has no fields for it. */
export function choiceOf(rule: Pick<Rule, "rule">): RuleChoice | null {
  const read = readRuleText(rule.rule);
  if (!read) return null;
  const { freq, interval, byDay, byMonth, count, until } = read;
  const choice: RuleChoice = {
    unit: (Object.keys(frequencies) as RuleChoice["unit"][]).find(
      (unit) => frequencies[unit] === freq,
    )!,
    interval,
    days: freq === "WEEKLY" ? byDay.map(({ day }) => day) : [],
    on: onDayOf(read),
    month: byMonth[0] ?? null,
    end: count !== null ? { count } : until === null ? null : { until },
  };
  return printRuleText(recurrenceOf(choice, read.weekStart)) === printRuleText(read)
    ? choice
    : null;
}

/** The same from another day on, to which one of it was moved. @param from and to local dates */
export function shiftedChoice(choice: RuleChoice, from: string, to: string): RuleChoice {
  const [was, now] = [weekdayOf(dayOf(from)), weekdayOf(dayOf(to))];
  const rest = choice.days.filter((day) => day !== was && day !== now);
  const days = choice.days.length < 2 ? [] : [...rest, now].toSorted((a, b) => a - b);
  const day = Number(to.slice(8, 10));
  const isLong = day > 28 && choice.on !== null && "short" in choice.on;
  return { ...choice, days, on: isLong ? { day, short: "last" } : null, month: null };
}

function onDayOf({ freq, byDay, byMonthDay, bySetPos }: Recurrence): OnDay | null {
  const by = byDay[0];
  if (freq === "WEEKLY" || freq === "DAILY") return null;
  if (by) return { nth: by.nth, weekday: by.day };
  const day = byMonthDay.at(-1);
  return day === undefined ? null : { day, short: bySetPos.length > 0 ? "last" : "skip" };
}

function upTo(day: number): number[] {
  return [28, 29, 30, 31].filter((at) => at <= day);
}
