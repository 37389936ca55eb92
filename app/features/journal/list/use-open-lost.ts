import { useEffect, useMemo, useState } from "react";
import { isOfEntry, lostOf } from "../entry/lost-of.ts";
import { useJournal, useLost } from "../store/journal-context.ts";
import type { JournalLost, JournalStore } from "../store/journal-store.ts";
import { keyOf } from "../store/room-index.ts";

/** Texts that lost, without those whose words stand in their entry by now. Undefined: it is being looked at. */
export function useOpenLost(): readonly JournalLost[] | undefined {
  const { store } = useJournal();
  const all = useLost();
  const [open, setOpen] = useState<readonly JournalLost[]>();
  useEffect(() => {
    const life = new AbortController();
    const byEntry = Map.groupBy(all, ({ journal, of }) => keyOf(journal, of));
    const asked = Array.from(byEntry, ([key, own]) => openOf(store, key, own));
    void Promise.all(asked).then((found) => life.signal.aborted || setOpen(found.flat()));
    return () => life.abort();
  }, [store, all]);
  return useMemo(() => stillThere(open, all), [open, all]);
}

/** While the others are being looked at, too: those of a journal that was locked go at once. */
export function stillThere(
  open: readonly JournalLost[] | undefined,
  all: readonly JournalLost[],
): readonly JournalLost[] | undefined {
  const there = new Set(all.map(({ journal, id }) => keyOf(journal, id)));
  return open?.filter(({ journal, id }) => there.has(keyOf(journal, id)));
}

/** A text that is not here and does not come decides nothing: then they are shown. */
async function openOf(
  store: JournalStore,
  key: string,
  own: readonly JournalLost[],
): Promise<readonly JournalLost[]> {
  const others = own.filter((one) => !isOfEntry(one));
  const ofEntry = own.filter(isOfEntry);
  const entry = store.entry(key);
  if (!entry || ofEntry.length === 0) return own;
  try {
    const letGo = await store.holdText(key);
    const open = lostOf(ofEntry, entry, store.text(key)?.doc ?? "");
    letGo();
    return [...others, ...open];
  } catch {
    return own;
  }
}
