/** A year of entries in words. */
import { moodWord } from "#lib/journal/moods.ts";
import type { JournalYear, YearDay } from "#lib/journal/year.ts";
import { longDay } from "../dates.ts";

export type Shown = "mood" | "words";

/** `Tuesday 1 December 2026: Good, 2 entries, 310 words` */
export function dayWords({ date, entries, mood, words }: YearDay): string {
  const said = [
    moodWord(mood),
    entries === 0 ? "nothing was written" : counted(entries, "entry", "entries"),
    entries === 0 ? "" : counted(words, "word", "words"),
  ];
  return `${longDay(date)}: ${said.filter(Boolean).join(", ")}`;
}

export function yearWords({ year, written, entries, words }: JournalYear): string {
  if (written === 0) return `Nothing was written in ${year}.`;
  const all = `${counted(entries, "entry", "entries")} on ${counted(written, "day", "days")}`;
  return `${all}, ${counted(words, "word", "words")}.`;
}

/** Of a month: `1: Good, 4: Low`. Empty: none. */
export function monthWords(days: readonly YearDay[], shown: Shown): string {
  return days
    .filter(({ entries }) => entries > 0)
    .map(({ date, mood, words }) => {
      const said = shown === "mood" ? moodWord(mood) || "no mood" : words.toLocaleString("en");
      return `${Number(date.slice(8))}: ${said}`;
    })
    .join(", ");
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
