/** When somebody wants to be reminded to write: on some days of the week, at a time of the wall's clock. */
import { dateOf, dayOf, instantOf, isZone, localAt, weekdayOf } from "../dates/floating.ts";

export type WritingReminder = {
  /** `21:00` */
  at: string;
  /** IANA name. */
  zone: string;
  /** 0 is Monday; at least one. */
  days: readonly number[];
};

const time = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Undefined: that is none. */
export function readWritingReminder(value: unknown): WritingReminder | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { at, zone, days } = value as Record<string, unknown>;
  if (typeof at !== "string" || !time.test(at)) return undefined;
  if (typeof zone !== "string" || zone.length > 64 || !isZone(zone)) return undefined;
  if (!Array.isArray(days) || days.length === 0 || !days.every(isWeekday)) return undefined;
  return { at, zone, days: [...new Set(days)].toSorted((one, other) => one - other) };
}

const isWeekday = (day: unknown): day is number =>
  Number.isInteger(day) && Number(day) >= 0 && Number(day) <= 6;

/** The first time after an instant. @param after milliseconds since 1970 */
export function nextReminder({ at, zone, days }: WritingReminder, after: number): Date {
  const today = dayOf(localAt(after, zone).slice(0, 10));
  // A week and a day: where the clocks change today's time may be over in both readings.
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const day = today + ahead;
    const instant = instantOf(`${dateOf(day)}T${at}`, zone);
    if (days.includes(weekdayOf(day)) && instant.getTime() > after) return instant;
  }
  throw new RangeError("A reminder has at least one day.");
}

/** When the day of an instant began there. */
export function dayBegan({ zone }: Pick<WritingReminder, "zone">, instant: number): Date {
  return instantOf(localAt(instant, zone).slice(0, 10), zone);
}
