/** What the search says of what it does and has found. */
import { quoted } from "#lib/quoted.ts";
import { entriesWord } from "../acts/words.ts";
import type { SearchState } from "./search-client.ts";
import type { FoundEntries } from "./use-search.ts";

/** Of those that pass the filters, where no words are looked for. */
export const mostListed = 1000;

type Said = {
  query: string;
  found: Pick<FoundEntries, "count" | "found"> | undefined;
  /** Those that pass the filters. */
  shown: readonly unknown[] | undefined;
  isAsking: boolean;
};

export function foundWords({ query, found, shown, isAsking }: Said): string {
  if (query === "") return shown === undefined ? "" : countWords(shown.length, mostListed);
  if (found === undefined) return "Searching…";
  // While one types nothing is said that is over a moment later.
  if (found.count === 0 && !isAsking) return "Nothing found.";
  return countWords(found.count, found.found.length);
}

function countWords(count: number, listed: number): string {
  const all = `${entriesWord(count)} found.`;
  if (count <= listed) return all;
  return `${all} The first ${listed.toLocaleString("en")} are listed: more words find fewer.`;
}

export function noneWords(query: string, isFiltered: boolean): string {
  const what = query === "" ? "No entry" : `No entry has ${quoted(query)}`;
  return isFiltered
    ? `${what}${query === "" ? " passes the filters." : " and passes the filters."}`
    : `${what}.`;
}

export function searchedWords({ entries, missing }: SearchState): string {
  const all = `Searched ${entries === 1 ? "1 entry" : `all ${entriesWord(entries)}`}`;
  if (missing === 0) return `${all}.`;
  const texts = missing === 1 ? "the text of 1 is" : `texts of ${missing.toLocaleString("en")} are`;
  return `${all}; ${texts} not in this browser yet.`;
}

export function countOf({ done, of }: { done: number; of: number }): string {
  return `${done.toLocaleString("en")} of ${of.toLocaleString("en")}`;
}
