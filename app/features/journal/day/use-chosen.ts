/** Of the journal that is chosen, or of all of them. */
import { useDeferredValue, useMemo } from "react";
import { useEntries, useRooms, useStoreTopic } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { useAddress } from "../use-address.ts";

/** Newest first. */
export function useChosenEntries(): readonly JournalEntry[] {
  const { query } = useAddress();
  return useEntries(query.journal === "" ? undefined : query.journal);
}

/** More entries are to come: what is counted now is no count of all. */
export function useIsComing(): boolean {
  const { journal } = useAddress().query;
  return useStoreTopic("status", (store) => {
    const { records } = store.room(journal) ?? {};
    return (records ?? store).status() === "loading";
  });
}

/** Typing in an entry goes first; what a lock or presenting takes away is gone at once. */
export function useEntriesLater(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const rooms = useRooms();
  const now = useMemo(() => ({ entries, rooms }), [entries, rooms]);
  const late = useDeferredValue(now);
  return late.rooms === rooms ? late.entries : entries;
}

/** The first day of a week: 0 is Monday, 6 Sunday. */
export function useWeekStart(): 0 | 6 {
  const { query } = useAddress();
  const rooms = useRooms();
  const room = rooms.find(({ journal }) => journal === query.journal) ?? rooms[0];
  return room?.settings.weekStart ?? 0;
}
