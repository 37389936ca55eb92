/** A month as a calendar shows it, as text: `2026-12`. */
import { dateOf, daysIn, firstOf, weekdayOf } from "./floating.ts";

/** Of years that somebody may mean. */
const form = /^([12]\d{3})-(0[1-9]|1[0-2])$/;
const days = 42;

export function isMonth(month: string): boolean {
  return form.test(month);
}

/** Of a local date. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** So many later; the same one where there is none. */
export function monthLater(month: string, months: number): string {
  const { year, at } = partsOf(month);
  const next = dateOf(firstOf({ year, month: at + months })).slice(0, 7);
  return isMonth(next) ? next : month;
}

/** Six weeks that have the month in them, each day as `2026-12-01`. @param weekStart 0 is Monday, 6 Sunday */
export function monthDays(month: string, weekStart: number): string[] {
  const { year, at } = partsOf(month);
  const first = firstOf({ year, month: at });
  const begin = first - ((weekdayOf(first) - weekStart + 7) % 7);
  return Array.from({ length: days }, (_, day) => dateOf(begin + day));
}

/** The same day so many months later, or the last one of that month. */
export function dayInMonth(date: string, months: number): string {
  const { year, at } = partsOf(monthLater(monthOf(date), months));
  const day = Math.min(Number(date.slice(8)), daysIn({ year, month: at }));
  return dateOf(firstOf({ year, month: at }) + day - 1);
}

function partsOf(month: string): { year: number; at: number } {
  const [, year, at] = form.exec(month) ?? [];
  return { year: Number(year ?? 1970), at: Number(at ?? 1) - 1 };
}
