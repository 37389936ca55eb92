/** Words that lost against others. */
import type { JournalEntry, JournalLost } from "../store/journal-store.ts";
import { holds, wordsOf } from "./keep-text.ts";

/** Of one entry, whose words stand nowhere else: neither in what it shows nor in a later one. @param text the entry's, as JSON */
export function lostOf(
  all: readonly JournalLost[],
  { id, journal, title }: JournalEntry,
  text: string,
): JournalLost[] {
  const own = all.filter((one) => one.journal === journal && one.of === id && isOfEntry(one));
  if (own.length === 0) return [];
  const shown: Record<string, string> = { doc: wordsOf("doc", text), title };
  const said = own.map((one) => ({ one, words: wordsOf(one.register, one.text) }));
  return said
    .filter(({ words, one }, at) => {
      if (words.trim() === "" || holds(shown[one.register] ?? "", words)) return false;
      const others = said.filter((other) => other.one.register === one.register);
      return !others.some(
        (other) =>
          other.one !== one &&
          holds(other.words, words) &&
          (said.indexOf(other) < at || !holds(words, other.words)),
      );
    })
    .map(({ one }) => one);
}

export function isOfEntry({ kind, register }: JournalLost): boolean {
  return (kind === "texts" && register === "doc") || (kind === "entries" && register === "title");
}

/**
 * Others of the same text whose words stand in this one, or in what is shown once it is settled: they go where it goes.
 * @param shown as it is stored
 */
export function heldIn(
  one: JournalLost,
  all: readonly JournalLost[],
  shown: string,
): JournalLost[] {
  const places = [one.text, shown].map((text) => wordsOf(one.register, text));
  return all.filter(
    (other) =>
      other.id !== one.id &&
      other.journal === one.journal &&
      other.of === one.of &&
      other.register === one.register &&
      places.some((words) => holds(words, wordsOf(other.register, other.text))),
  );
}
