import { dayWords } from "#lib/dates/date-words.ts";
import { quoted } from "#lib/quoted.ts";
import { whenNow } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";

/** What an entry is called where there is little room: its title, its first words, or its day. */
export function nameOf(entry: JournalEntry | undefined): string {
  if (!entry) return "an entry";
  const words = entry.title.trim() || entry.gist;
  if (words !== "") return quoted(words);
  return `the entry of ${dayWords(entry.when.v.slice(0, 10), whenNow().v.slice(0, 10))}`;
}

export function entriesWord(count: number): string {
  return count === 1 ? "1 entry" : `${count.toLocaleString("en")} entries`;
}
