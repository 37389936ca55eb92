/** Of the journal that is chosen, or of all of them. */
import { useEntries, useRooms } from "../store/journal-context.ts";
import type { JournalEntry } from "../store/journal-store.ts";
import { useAddress } from "../use-address.ts";

/** Newest first. */
export function useChosenEntries(): readonly JournalEntry[] {
  const { query } = useAddress();
  return useEntries(query.journal === "" ? undefined : query.journal);
}

/** The first day of a week: 0 is Monday, 6 Sunday. */
export function useWeekStart(): 0 | 6 {
  const { query } = useAddress();
  const rooms = useRooms();
  const room = rooms.find(({ journal }) => journal === query.journal) ?? rooms[0];
  return room?.settings.weekStart ?? 0;
}
