/** A year as pixels: a day a cell, by its mood or by how much was written. */
import { dateOf, dayOf, daysIn, firstOf } from "../dates/floating.ts";
import { type DatedEntry, type Mood, dateOfEntry, meanMood } from "./days.ts";

export type YearEntry = DatedEntry & { mood: number; /** Of its text. */ words: number };

export type YearDay = {
  /** `2026-12-01` */
  date: string;
  entries: number;
  /** Of those that day that say one, their mean rounded half up. */
  mood: Mood;
  words: number;
  /** 0: nothing was written; else 1 to 4, the quarter of the year's written days that it is in. */
  level: 0 | 1 | 2 | 3 | 4;
};

export type JournalYear = {
  year: number;
  /** Twelve of 28 to 31 days. */
  months: readonly (readonly YearDay[])[];
  /** Days with an entry. */
  written: number;
  entries: number;
  words: number;
  /** How many days have each mood; the first has none but an entry. */
  moods: readonly [number, number, number, number, number, number];
};

/** Four digits, as dates have them. */
export function yearOf(entries: Iterable<YearEntry>, year: number): JournalYear {
  const byDay = new Map<string, YearEntry[]>();
  const start = `${year}-`;
  for (const entry of entries) {
    const date = dateOfEntry(entry);
    if (!date.startsWith(start)) continue;
    const day = byDay.get(date);
    if (day) day.push(entry);
    else byDay.set(date, [entry]);
  }
  const wordsOf = (day: readonly YearEntry[]) => day.reduce((sum, { words }) => sum + words, 0);
  const levelOf = levels([...byDay.values()].map(wordsOf));
  const moods: [number, number, number, number, number, number] = [0, 0, 0, 0, 0, 0];
  const months = Array.from({ length: 12 }, (_, month) =>
    Array.from({ length: daysIn({ year, month }) }, (_, index): YearDay => {
      const date = dateOf(firstOf({ year, month }) + index);
      const day = byDay.get(date) ?? [];
      const mood = meanMood(day.map((entry) => entry.mood));
      const words = wordsOf(day);
      if (day.length > 0) moods[mood]++;
      return { date, entries: day.length, mood, words, level: day.length > 0 ? levelOf(words) : 0 };
    }),
  );
  const all = [...byDay.values()];
  return {
    year,
    months,
    written: all.length,
    entries: all.reduce((sum, day) => sum + day.length, 0),
    words: all.reduce((sum, day) => sum + wordsOf(day), 0),
    moods,
  };
}

/** Those with an entry and today's, the last one first, without those between in which nothing was written. */
export function yearsWritten(entries: Iterable<DatedEntry>, today: string): number[] {
  const years = new Set([Number(today.slice(0, 4))]);
  for (const entry of entries) years.add(Number(dateOfEntry(entry).slice(0, 4)));
  return [...years].toSorted((one, other) => other - one);
}

/** Where an arrow leads in twelve rows of days; a shorter month's last day where it has no such one. Never out of the year. */
export function dayBeside(date: string, by: "day" | "month", step: 1 | -1): string {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1];
  if (by === "day") {
    const next = dateOf(dayOf(date) + step);
    return next.slice(0, 4) === date.slice(0, 4) ? next : date;
  }
  const other = month + step;
  if (other < 0 || other > 11) return date;
  const day = Math.min(Number(date.slice(8, 10)), daysIn({ year, month: other }));
  return dateOf(firstOf({ year, month: other }) + day - 1);
}

function levels(counts: readonly number[]): (count: number) => YearDay["level"] {
  const sorted = [...new Set(counts)].toSorted((one, other) => one - other);
  const places = new Map(sorted.map((count, at) => [count, at + 1]));
  return (count) =>
    Math.ceil((4 * (places.get(count) ?? 1)) / Math.max(1, sorted.length)) as YearDay["level"];
}
