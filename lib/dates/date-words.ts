/** Days as they are said from today: `Tomorrow`, `Friday`, `5 Jan`. */
import { dayOf } from "./floating.ts";
import type { When } from "../todo/task.ts";

const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });
const short = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const long = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const whole = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** @param date and today `2026-11-22` */
export function dayWords(date: string, today: string): string {
  const distance = dayOf(date) - dayOf(today);
  if (Number.isNaN(distance)) return date;
  if (distance === 0) return "Today";
  if (distance === 1) return "Tomorrow";
  if (distance === -1) return "Yesterday";
  const at = new Date(`${date}T00:00Z`);
  if (distance > 1 && distance < 7) return weekday.format(at);
  return (date.slice(0, 4) === today.slice(0, 4) ? short : long).format(at);
}

/** `24 Nov 2026` whatever day it is, `24 Nov 2026, 18:00`; what is none stays as it is. */
export function fixedWords(local: string): string {
  const [date = "", time] = local.split("T");
  if (Number.isNaN(dayOf(date))) return local;
  const day = long.format(new Date(`${date}T00:00Z`));
  return time === undefined ? day : `${day}, ${time}`;
}

/** With its time, and the zone where that is another one. */
export function whenWords(when: When, today: string, zone: string): string {
  const time = when.time === null ? "" : ` ${when.time}`;
  const place =
    when.time === null || when.zone === zone ? "" : ` (${when.zone.replace(/_/g, " ")})`;
  return `${dayWords(when.date, today)}${time}${place}`;
}

/** Above the tasks of a day: `Tomorrow, Mon 23 Nov`. */
export function dayHeading(date: string, today: string): string {
  const distance = dayOf(date) - dayOf(today);
  if (Number.isNaN(distance)) return date;
  const at = new Date(`${date}T00:00Z`);
  const said = whole.format(at).replace(",", "");
  const year = date.slice(0, 4) === today.slice(0, 4) ? "" : ` ${date.slice(0, 4)}`;
  return Math.abs(distance) < 2 ? `${dayWords(date, today)}, ${said}` : `${said}${year}`;
}

/** How long before its time one is reminded. */
export function remindWords(minutes: number): string {
  if (minutes === 0) return "When it is due";
  const [count, unit] =
    minutes % 1440 === 0
      ? [minutes / 1440, "day"]
      : minutes % 60 === 0
        ? [minutes / 60, "hour"]
        : [minutes, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"} before`;
}

/** A local date, or date and time, of a series. */
export function localWords(local: string, today: string): string {
  const [date = "", time] = local.split("T");
  return `${dayHeading(date, today)}${time === undefined ? "" : `, ${time}`}`;
}
