/**
 * When a task comes again. Rules are counted in floating local time, so that "every day at 9" stays at 9 whatever the
 * clocks do; instants are made of the dates at the end, by floating.ts.
 */
import { dateOf, dayOf, daysIn, firstOf, monthOf } from "../dates/floating.ts";
import { daysOf } from "./recurrence-days.ts";
import type { Rule } from "./rule.ts";
import { readRuleText, type Recurrence } from "./rule-text.ts";

export type Seen = {
  /** Of the one that is completed: a local date or time. */
  due: string;
  /** Local dates. */
  today: string;
  completedOn: string;
  /** Which of the series it is, from 1. */
  n: number;
};

/** The one after, as `rule.start` is written; null: there is none. What was missed in between is not made up for. */
export function nextOf(rule: Rule, { due, today, completedOn, n }: Seen): string | null {
  const read = readable(rule);
  if (!read || (read.recurrence.count ?? Infinity) <= n) return null;
  const { recurrence, start } = read;
  if (rule.mode === "after") {
    const next = later(dayOf(completedOn), recurrence);
    return isWithin(recurrence, next) ? dateOf(next) + timeOf(rule) : null;
  }
  const from = Math.max(dayOf(due) + 1, dayOf(today));
  return datesOf(rule, recurrence, start, { from }, 1)[0] ?? null;
}

/**
 * The first dates of the rule from a day on, as its preview and the calendar show them.
 * @param from local date; the start's: from the first on
 */
export function nextDates(rule: Rule, from: string, most: number): string[] {
  const read = readable(rule);
  const first = dayOf(from);
  if (!read || Number.isNaN(first)) return [];
  const { recurrence, start } = read;
  if (rule.mode === "after") return datesAfter(rule, recurrence, Math.max(start, first), most);
  if (recurrence.count === null) return datesOf(rule, recurrence, start, { from: first }, most);
  return datesOf(rule, recurrence, start, { from: start }, recurrence.count)
    .filter((date) => dayOf(date) >= first)
    .slice(0, most);
}

/**
 * Those that come after the one that is due, of a series at `n`, in so many days from today on; what was missed is none of
 * them, and none is known where it counts from completing.
 */
export function comingDates(
  rule: Rule,
  { due, today, n }: Pick<Seen, "due" | "today" | "n">,
  { days, most }: { days: number; most: number },
): string[] {
  const read = readable(rule);
  if (!read || rule.mode === "after") return [];
  const left = Math.min(most, (read.recurrence.count ?? Infinity) - n);
  const first = dayOf(today);
  const from = Math.max(dayOf(due) + 1, first);
  return datesOf(rule, read.recurrence, read.start, { from, to: first + days }, left);
}

function readable(rule: Rule): { recurrence: Recurrence; start: number } | undefined {
  const recurrence = readRuleText(rule.rule);
  const start = dayOf(rule.start);
  return recurrence && !Number.isNaN(start) ? { recurrence, start } : undefined;
}

function datesOf(
  rule: Rule,
  recurrence: Recurrence,
  start: number,
  { from, to }: { from: number; to?: number },
  most: number,
): string[] {
  const dates: string[] = [];
  if (most < 1 || Number.isNaN(from)) return dates;
  for (const day of daysOf(recurrence, start, from, to)) {
    if (!isWithin(recurrence, day)) break;
    dates.push(dateOf(day) + timeOf(rule));
    if (dates.length === most) break;
  }
  return dates;
}

/** As if each were completed on its day. */
function datesAfter(rule: Rule, recurrence: Recurrence, start: number, most: number): string[] {
  const dates: string[] = [];
  const count = Math.min(most, recurrence.count ?? most);
  for (let day = start; dates.length < count; day = later(day, recurrence)) {
    if (!isWithin(recurrence, day)) break;
    dates.push(dateOf(day) + timeOf(rule));
  }
  return dates;
}

function isWithin({ until }: Recurrence, day: number): boolean {
  const date = dateOf(day);
  return date !== "" && (until === null || date <= until);
}

function timeOf({ start }: Rule): string {
  return start.slice(10);
}

/** One interval on; a month that is too short ends it on its last day. */
function later(day: number, { freq, interval }: Recurrence): number {
  if (freq === "DAILY") return day + interval;
  if (freq === "WEEKLY") return day + 7 * interval;
  if (Number.isNaN(day)) return day;
  const began = monthOf(day);
  const months = freq === "MONTHLY" ? interval : 12 * interval;
  const month = { year: began.year, month: began.month + months };
  return firstOf(month) + Math.min(began.day, daysIn(month)) - 1;
}
