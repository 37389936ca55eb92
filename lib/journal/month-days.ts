/** What stands in the cells of a month: how many entries, their mood, the first words. */
import { monthDays, monthOf } from "../dates/month.ts";
import { type DatedEntry, type Mood, entriesByDate, meanMood } from "./days.ts";

export type MonthEntry = DatedEntry & {
  mood: number;
  title: string;
  /** The first words of its text. */
  gist: string;
  star: boolean;
};

export type MonthDay<Entry extends MonthEntry> = {
  /** `2026-12-01` */
  date: string;
  /** Of the month that is shown, not of one of its neighbours. */
  isInside: boolean;
  /** The earliest first. */
  entries: readonly Entry[];
  mood: Mood;
  /** Title or first words of the first one that has some; empty: none has. */
  words: string;
  hasStar: boolean;
};

/** The 42 days that app/parts/month shows, in its order. @param weekStart 0 is Monday, 6 Sunday */
export function monthDaysOf<Entry extends MonthEntry>(
  entries: Iterable<Entry>,
  month: string,
  weekStart: number,
): MonthDay<Entry>[] {
  const dates = monthDays(month, weekStart);
  const [first = "", last = ""] = [dates[0], dates.at(-1)];
  const near: Entry[] = [];
  // Dates are compared as texts; the time of the last day is behind it.
  for (const entry of entries) {
    if (entry.when.v >= first && entry.when.v.slice(0, 10) <= last) near.push(entry);
  }
  const byDate = entriesByDate(near);
  return dates.map((date) => {
    const day = byDate.get(date) ?? [];
    return {
      date,
      isInside: monthOf(date) === month,
      entries: day,
      mood: meanMood(day.map(({ mood }) => mood)),
      words: day.map(({ title, gist }) => title.trim() || gist.trim()).find(Boolean) ?? "",
      hasStar: day.some(({ star }) => star),
    };
  });
}
