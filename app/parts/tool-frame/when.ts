/** Instants as people read them in the tools, in their own time zone. @param at ISO, or milliseconds since 1970 */
const long = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });
const short = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const calendarDay = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** "22 November 2026" */
export function dayOf(at: string | number): string {
  return long.format(new Date(at));
}

/** "22 Nov 2026" of a day that is in no time zone. @param date `YYYY-MM-DD`; what is none stays as it is */
export function calendarDayOf(date: string): string {
  const at = new Date(`${date}T00:00Z`);
  return Number.isNaN(at.getTime()) ? date : calendarDay.format(at);
}

/** "22 Nov 2026", for lists. */
export function shortDayOf(at: string | number): string {
  return short.format(new Date(at));
}

/** "14:05" */
export function timeOf(at: string | number): string {
  return time.format(new Date(at));
}

/** "22 Nov 2026, 14:05" */
export function minuteOf(at: string | number): string {
  return `${shortDayOf(at)}, ${time.format(new Date(at))}`;
}

/** "today at 14:05", "yesterday at 09:10", "22 November 2026". */
export function whenOf(at: string | number, now: Date = new Date()): string {
  const then = new Date(at);
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (then.toDateString() === now.toDateString()) return `today at ${time.format(then)}`;
  if (then.toDateString() === yesterday.toDateString()) return `yesterday at ${time.format(then)}`;
  return dayOf(at);
}
