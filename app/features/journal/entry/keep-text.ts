/** Words of another device, put beside before one's own take their place. */
import { useMemo } from "react";
import { randomId } from "#app/live/random-id.ts";
import { toPlainText } from "#lib/rich-text/plain-text.ts";
import { docIn } from "#lib/journal/gist.ts";
import { madeOf, setOf } from "../acts/change-parts.ts";
import { useJournal } from "../store/journal-context.ts";
import type { EntryKey, JournalStore } from "../store/journal-store.ts";
import { partsOf } from "../store/room-index.ts";

export type KeptRegister = "title" | "doc";

export function useKeeper(key: EntryKey, register: KeptRegister): (text: string) => void {
  const { store } = useJournal();
  return useMemo(() => createKeeper(store, key, register), [store, key, register]);
}

/**
 * Of one field while it is open: what somebody goes on with is one text, not one for each letter.
 * @returns keeps a text, unless it has no words
 */
export function createKeeper(
  store: JournalStore,
  key: EntryKey,
  register: KeptRegister,
): (text: string) => void {
  const { journal, id: entry } = partsOf(key);
  let last: { id: string; words: string } | undefined;
  return (text) => {
    const words = wordsOf(register, text);
    const records = store.room(journal)?.records;
    if (words.trim() === "" || !records) return;
    const goesOn = last !== undefined && holds(words, last.words);
    const id = last !== undefined && goesOn ? last.id : randomId();
    const of = register === "title" ? `entries/${entry}/title` : `texts/${entry}/doc`;
    const changes =
      last !== undefined && goesOn
        ? [setOf(journal, "lost", id, "text", { v: text })]
        : madeOf(journal, "lost", id, { of: { v: of }, text: { v: text } });
    last = { id, words };
    records.change(changes).catch(() => {
      // The outbox says by itself what it cannot keep.
    });
    store.changed(journal, new Set([`lost/${id}`]));
  };
}

/** As they are read: of a rich text without its form. */
export function wordsOf(register: string, text: string): string {
  return register === "doc" ? toPlainText(docIn(text)) : text;
}

/** Each line of the one is in the other, whole or as the beginning of a line. */
export function holds(words: string, part: string): boolean {
  const spaced = (text: string) => text.split(/\s+/).filter(Boolean).join(" ");
  const there = spaced(words);
  return part.split("\n").every((line) => there.includes(spaced(line)));
}
