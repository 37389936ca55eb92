import { useCallback, useRef, useState } from "react";
import type { EntryHandle } from "./keys.ts";

type Page = {
  /** Of the entry that is opened; null: it is not there yet. */
  page: EntryHandle | null;
  onPage: (there: EntryHandle | null) => void;
  /** Opens one, and does this once its page is there. */
  openTo: (key: string, act: (there: EntryHandle) => void) => void;
};

export function useOpenedPage(openEntry: (key: string) => void): Page {
  const [page, setPage] = useState<EntryHandle | null>(null);
  const pending = useRef<{ key: string; act: (there: EntryHandle) => void }>(undefined);
  const openTo = useCallback<Page["openTo"]>(
    (key, act) => {
      pending.current = { key, act };
      openEntry(key);
    },
    [openEntry],
  );
  const onPage = useCallback<Page["onPage"]>((there) => {
    setPage(there);
    const { current } = pending;
    if (there === null || current === undefined) return;
    pending.current = undefined;
    // What it does is drawn at once, which nothing can while it is being drawn.
    if (current.key === there.key) queueMicrotask(() => current.act(there));
  }, []);
  return { page, onPage, openTo };
}
