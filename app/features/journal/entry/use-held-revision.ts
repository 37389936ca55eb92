import { useEffect, useState } from "react";
import { type Revision, revisionId, revisionOf } from "#lib/journal/journal-items.ts";
import { useJournal } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";

export type HeldRevision =
  | { state: "loading" | "missing" | "none" }
  | { state: "ready"; revision: Revision };

/** A text of before, which may have to be asked for. @param stamp 0: none is wanted */
export function useHeldRevision({ journal, id }: JournalEntry, stamp: number): HeldRevision {
  const { store } = useJournal();
  const name = stamp === 0 ? "" : revisionId(id, stamp);
  const [found, setFound] = useState<{ of: string; held: HeldRevision }>();
  useEffect(() => {
    if (name === "") return undefined;
    const life = new AbortController();
    const read = async () => {
      const records = store.room(journal)?.records;
      const letGo = await records?.hold("revs", name);
      const item = records?.item("revs", name);
      const revision = item && revisionOf(name, item);
      letGo?.();
      return revision;
    };
    const tell = (held: HeldRevision) => life.signal.aborted || setFound({ of: name, held });
    read().then(
      (revision) => tell(revision ? { state: "ready", revision } : { state: "missing" }),
      () => tell({ state: "missing" }),
    );
    return () => life.abort();
  }, [store, journal, name]);
  if (name === "") return none;
  return found?.of === name ? found.held : loading;
}

const none: HeldRevision = { state: "none" };
const loading: HeldRevision = { state: "loading" };
