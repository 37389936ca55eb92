import type { Room } from "#app/live/chat/rooms.ts";
import { numberOfKey } from "#lib/chat/message.ts";

/**
 * @param path where a notification leads
 * @param room the one that is open @param thread the root of the one that is open; empty: none
 */
export function isToldRead(
  path: string,
  room: Pick<Room, "id" | "read"> | undefined,
  thread: string,
): boolean {
  if (room === undefined || !path.startsWith("/Chat?")) return false;
  const place = new URLSearchParams(path.slice("/Chat?".length));
  if (place.get("room") !== room.id) return false;
  const root = place.get("thread");
  if (root !== null && root !== thread) return false;
  const n = numberOfKey(place.get("at") ?? "");
  const read = root === null ? room.read?.n : room.read?.threads?.[root];
  // That they were brought into it has no number.
  return n === undefined || (read ?? 0) >= n;
}
