/** The search for React: begun when somebody searches, and anew after a lock. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { followLocking, isLocking } from "#app/live/journals/journal-lock.ts";
import type { JournalStore } from "../store/journal-store.ts";
import { type Search, type SearchState, borrowSearch, signOutOf } from "./search-client.ts";
import type { Hit, Snippet } from "./search-messages.ts";

/** Undefined: not yet. */
export function useSearch(store: JournalStore): Search | undefined {
  const [search, setSearch] = useState<Search>();
  useEffect(() => {
    const life = new AbortController();
    let end = () => {};
    const begin = async () => {
      const signedOut = await signOutOf(store);
      if (signedOut.aborted || life.signal.aborted) return;
      const borrowed = borrowSearch(store, signedOut);
      end = borrowed.end;
      setSearch(borrowed.search);
      borrowed.search.ended.addEventListener("abort", again, { signal: life.signal });
    };
    const again = () => {
      end();
      end = () => {};
      setSearch(undefined);
      // Not before a lock is over: until then nobody knows what stays open.
      if (!isLocking(store.uid)) {
        void begin();
        return;
      }
      const stop = followLocking(store.uid, () => {
        if (isLocking(store.uid)) return;
        stop();
        void begin();
      });
      life.signal.addEventListener("abort", stop);
    };
    void begin();
    return () => {
      life.abort();
      end();
    };
  }, [store]);
  return search;
}

export function useSearchState(search: Search | undefined): SearchState | undefined {
  return useSyncExternalStore(search?.subscribe ?? never, () => search?.state());
}

function never(): () => void {
  return () => {};
}

export type FoundEntries = {
  /** What was looked for. */
  query: string;
  count: number;
  found: readonly Hit[];
  ms: number;
};

/**
 * Undefined: nothing was found yet, or nothing is looked for. While something else is looked for it is what was found before.
 * @param only of which entries; undefined: all
 */
export function useFound(
  search: Search | undefined,
  query: string,
  only: Readonly<Record<string, readonly string[]>> | undefined,
): FoundEntries | undefined {
  const [found, setFound] = useState<FoundEntries & { of: Search; version: number }>();
  const version = useSyncExternalStore(search?.subscribe ?? never, () => search?.version() ?? 0);
  useEffect(() => {
    if (!search || query === "") return undefined;
    const life = new AbortController();
    const ask = async () => {
      const answer = await search.find(query, only);
      if (!answer || life.signal.aborted) return;
      const isBuilding = search.state().building !== undefined;
      setFound((before) => {
        // While more is read, lines of what stays are not made anew each time.
        const stays = isBuilding && before?.query === query && isSame(before.found, answer.found);
        const hits = stays ? before.found : answer.found;
        return { ...answer, found: hits, query, of: search, version };
      });
    };
    void ask();
    return () => life.abort();
  }, [search, query, only, version]);
  return query === "" || found?.of !== search ? undefined : found;
}

const isSame = (some: readonly Hit[], others: readonly Hit[]): boolean =>
  some.length === others.length &&
  some.every(({ journal, id }, at) => {
    const other = others[at];
    return id === other?.id && journal === other.journal;
  });

/** By JOURNAL.ENTRY. What was shown before stays until there are others. */
export function useSnippets(
  search: Search | undefined,
  query: string,
  of: readonly Hit[],
): ReadonlyMap<string, Snippet["parts"]> {
  const [snippets, setSnippets] = useState<{
    query: string;
    parts: ReadonlyMap<string, Snippet["parts"]>;
  }>({ query: "", parts: new Map() });
  useEffect(() => {
    if (!search || of.length === 0) return undefined;
    const life = new AbortController();
    const ask = async () => {
      const answer = await search.snippets(query, of);
      if (!answer || life.signal.aborted) return;
      const parts = new Map(answer.map((one) => [`${one.journal}.${one.id}`, one.parts] as const));
      setSnippets({ query, parts });
    };
    void ask();
    return () => life.abort();
  }, [search, query, of]);
  return snippets.query === query ? snippets.parts : noParts;
}

const noParts: ReadonlyMap<string, Snippet["parts"]> = new Map();
