/** Which days the planner shows, and how they and their times are said. */
import { dayName } from "#lib/dates/day-names.ts";
import { dateOf, dayOf, weekdayOf } from "#lib/dates/floating.ts";
import { dayMinutes } from "./entries.ts";

/**
 * Seven are the week that the day is in, fewer begin with it.
 * @param asked of the address; what is no day is today
 */
export function shownDays(
  asked: string,
  today: string,
  count: number,
  weekStart: number,
): string[] {
  const day = Number.isNaN(dayOf(asked.slice(0, 10))) ? dayOf(today) : dayOf(asked.slice(0, 10));
  const first = count === 7 ? day - ((weekdayOf(day) - weekStart + 7) % 7) : day;
  return Array.from({ length: count }, (_, at) => dateOf(first + at));
}

const formatOf = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
const range = formatOf({ day: "numeric", month: "long", year: "numeric" });

/** `23 – 29 November 2026` */
export function daysWords(days: readonly string[]): string {
  return range.formatRange(dateAt(days[0]!), dateAt(days.at(-1)!));
}

/** `09:15`; at the end of the day `24:00`. */
export function timeWords(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** `09:15–10:00`; over midnight the time of the next day. */
export function spanWords(start: number, minutes: number): string {
  const end = start + minutes;
  return `${timeWords(start)}–${timeWords(end > dayMinutes ? end - dayMinutes : end)}`;
}

/** What an entry is at is said of where it goes: `Monday 23 November, 09:15–10:00`. */
export function slotWords(slot: { day: string; start: number | null; minutes: number }): string {
  const time = slot.start === null ? "all day" : spanWords(slot.start, slot.minutes);
  return `${dayName(slot.day)}, ${time}`;
}

function dateAt(day: string): Date {
  return new Date(`${day}T00:00Z`);
}
