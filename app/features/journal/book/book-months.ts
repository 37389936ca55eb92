/** Which entries are in a book, and their chapters. */
import { dateOfEntry } from "#lib/journal/days.ts";
import type { JournalEntry } from "../store/journal-store.ts";

const mostEntries = 2000;
const mostPhotos = 1000;

export type Days = {
  /** Both are in it; empty: from the first on, to the last. */
  from: string;
  to: string;
};

/** @param entries newest first @returns oldest first, as a book is read */
export function entriesOf(entries: readonly JournalEntry[], { from, to }: Days): JournalEntry[] {
  return entries
    .filter((entry) => {
      const date = dateOfEntry(entry);
      return date !== "" && (from === "" || date >= from) && (to === "" || date <= to);
    })
    .toReversed();
}

/** `month` as `2026-12`, each once. @param entries oldest first */
export function monthsOf<Entry extends { when: { v: string } }>(
  entries: readonly Entry[],
): { month: string; entries: Entry[] }[] {
  const months: { month: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const month = entry.when.v.slice(0, 7);
    const last = months.at(-1);
    if (last?.month === month) last.entries.push(entry);
    else months.push({ month, entries: [entry] });
  }
  return months;
}

/** Why there is no book of it; undefined: there is. */
export function bookProblem(entries: number, photos: number): string | undefined {
  if (entries === 0) return "There is no entry on these days.";
  if (entries > mostEntries) {
    return `These are ${entries.toLocaleString("en")} entries. A book has at most ${mostEntries.toLocaleString("en")}: choose fewer days, and make two of it.`;
  }
  return photos > mostPhotos
    ? `These days have ${photos.toLocaleString("en")} photos. A book has at most ${mostPhotos.toLocaleString("en")}: choose fewer days, or leave the photos out.`
    : undefined;
}
