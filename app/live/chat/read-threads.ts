/** Threads that are read without being opened. */
import type { Room } from "./rooms.ts";
import { readTo } from "./unread.ts";

/** By room: what is written of a room that they have left fails alone. */
export function threadsRead(
  uid: string,
  threads: readonly { room: Room; root: string }[],
): Record<string, number>[] {
  const byRoom = Map.groupBy(threads, ({ room }) => room);
  return Array.from(byRoom, ([room, of]) => {
    const place = `chatReads/${uid}/${room.id}`;
    const answers = of.map(({ root }) => [`${place}/threads/${root}`, room.threads?.[root] ?? 0]);
    // Without the number of a room there is none of its threads.
    const first = room.read === undefined ? { [`${place}/n`]: readTo(room, undefined) } : {};
    return { ...first, ...(Object.fromEntries(answers) as Record<string, number>) };
  });
}
