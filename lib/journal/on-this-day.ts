/** What was written on this day of earlier years. */
import { daysIn } from "../dates/floating.ts";
import { type DatedEntry, compareWhen, dateOfEntry } from "./days.ts";

export type YearsAgo<Entry> = {
  year: number;
  /** At least 1. */
  ago: number;
  /** The earliest first. */
  entries: Entry[];
};

/**
 * The last year first. On 28 February of a year that has no 29th it is also what was written on a 29th.
 * @param entries none that is gone, locked or hidden
 * @param today `2026-12-01`, where the reader is
 */
export function onThisDay<Entry extends DatedEntry>(
  entries: Iterable<Entry>,
  today: string,
): YearsAgo<Entry>[] {
  const [year, day] = [Number(today.slice(0, 4)), today.slice(4, 10)];
  const days = new Set([day]);
  if (day === "-02-28" && daysIn({ year, month: 1 }) === 28) days.add("-02-29");
  const years = new Map<number, Entry[]>();
  for (const entry of entries) {
    const date = dateOfEntry(entry);
    const of = Number(date.slice(0, 4));
    if (!days.has(date.slice(4)) || of >= year) continue;
    const found = years.get(of);
    if (found) found.push(entry);
    else years.set(of, [entry]);
  }
  return [...years]
    .toSorted(([one], [other]) => other - one)
    .map(([of, found]) => ({ year: of, ago: year - of, entries: found.toSorted(compareWhen) }));
}
