import { useStoreTopic } from "../store/journal-context.ts";
import type { Room } from "../store/journal-store.ts";

/** Whether all that these journals have is in this browser: what is taken out of a part of them would look whole. */
export function useAllRead(rooms: readonly Room[]): boolean {
  return useStoreTopic("status", () => rooms.every(({ records }) => records.status() === "ready"));
}

export function NotAllRead({ isRead }: { isRead: boolean }) {
  return <output>{isRead ? "" : "Not all entries are in this browser yet."}</output>;
}
