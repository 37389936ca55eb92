import { useCallback } from "react";
import { tellRefusal } from "#app/parts/tool-frame/toasts.ts";
import type { NewEntry } from "./acts/journal-acts.ts";
import { useJournal, whenNow } from "./store/journal-context.ts";
import type { JournalStore } from "./store/journal-store.ts";
import { useAddress } from "./use-address.ts";

/** The journal that was written in last, as long as the tool is open. */
const lastInto = new WeakMap<JournalStore, string>();
const thisLocked = "This journal is locked or not there. Unlock it, or choose another one.";
const lastLocked =
  "The journal that you wrote in last is locked. Unlock it, or choose another one at the side.";

export type WriteNew = (entry?: Partial<NewEntry>) => void;

/**
 * Begins an entry, or writes one that has words already, and opens it: of the journal that is shown, else of the one that
 * was written in last, for the day that is shown.
 */
export function useWrite(): WriteNew {
  const { store, acts } = useJournal();
  const { query, openEntry } = useAddress();
  const { journal, day } = query;
  return useCallback(
    (entry) => {
      const asked = entry?.journal ?? store.presented() ?? journal;
      const wanted = asked || lastInto.get(store) || "";
      // What is meant for a private journal never goes into another one.
      if (wanted !== "" && !store.room(wanted)) {
        tellRefusal(asked === "" ? lastLocked : thisLocked);
        return;
      }
      const rooms = store.rooms();
      const last = store
        .entries()
        .reduce<{ journal: string; edited: number } | undefined>(
          (found, one) => (found === undefined || one.edited > found.edited ? one : found),
          undefined,
        );
      const into = store.room(wanted) ?? store.room(last?.journal ?? "") ?? rooms[0];
      if (!into) return;
      const now = whenNow();
      const when = day === "" ? now : { ...now, v: `${day}${now.v.slice(10)}` };
      const made = { when, ...entry, journal: into.journal };
      const key = entry?.doc ? acts.entries.add(made) : acts.entries.begin(made);
      lastInto.set(store, into.journal);
      if (key !== undefined) openEntry(key);
    },
    [store, acts, openEntry, journal, day],
  );
}
