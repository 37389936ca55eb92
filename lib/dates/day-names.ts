/** Days as they are called, whichever day it is today. */
const formatOf = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
const whole = formatOf({ weekday: "long", day: "numeric", month: "long" });
const weekday = formatOf({ weekday: "short" });
const longWeekday = formatOf({ weekday: "long" });
const monthAndYear = formatOf({ month: "long", year: "numeric" });

/** `Monday 23 November` */
export function dayName(day: string): string {
  return whole.format(dateAt(day)).replace(",", "");
}

/** `Mon` */
export function weekdayName(day: string): string {
  return weekday.format(dateAt(day));
}

/** `Monday` */
export function longWeekdayName(day: string): string {
  return longWeekday.format(dateAt(day));
}

/** `December 2026`. @param month `2026-12` */
export function monthName(month: string): string {
  return monthAndYear.format(dateAt(`${month}-01`));
}

function dateAt(day: string): Date {
  return new Date(`${day}T00:00Z`);
}
