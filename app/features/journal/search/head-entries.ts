/** What the worker is told of entries. */
import { searchEntryOf, searchVersion } from "#lib/journal/search/search-entry.ts";
import type { NameOf } from "#lib/journal/search/search-entry.ts";
import type { JournalEntry, JournalStore } from "../store/journal-store.ts";
import type { HeadEntry } from "./search-messages.ts";

/** Entries that are told before the page does something else. */
const atOnce = 1000;

/** @param doc of its text, where the page has one in memory */
export function headEntryOf(
  entry: JournalEntry,
  nameOf: NameOf,
  doc: string | undefined,
): HeadEntry {
  const { id, when, version, head } = searchEntryOf(entry, nameOf, "");
  const versions = [searchVersion(entry, nameOf, false), version] as const;
  return { id, when, head, words: entry.words, versions, ...(doc !== undefined && { doc }) };
}

export function namesOf(store: JournalStore, journal: string): NameOf {
  return (kind, id) => {
    const topic = store.topic(kind, journal, id);
    return topic && !topic.isGone ? topic.name : undefined;
  };
}

/** @throws the signal's reason */
export async function allHeads(
  entries: readonly JournalEntry[],
  nameOf: NameOf,
  docOf: (id: string) => string | undefined,
  signal: AbortSignal,
): Promise<HeadEntry[]> {
  const heads: HeadEntry[] = [];
  for (let at = 0; at < entries.length; at += atOnce) {
    // oxlint-disable-next-line no-await-in-loop -- typing goes on between them
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    for (const entry of entries.slice(at, at + atOnce)) {
      heads.push(headEntryOf(entry, nameOf, docOf(entry.id)));
    }
  }
  return heads;
}
