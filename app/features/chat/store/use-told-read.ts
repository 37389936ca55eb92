/** Who reads a room has read what the bell says of it. */
import { useEffect, useRef } from "react";
import type { RoomsState } from "#app/live/chat/rooms.ts";
import { markAs, useUnread } from "#app/session/notifications/use-notifications.ts";
import { isToldRead } from "./told-read.ts";

/** @param open the room that is shown, and the thread beside it; empty: none */
export function useToldRead(
  uid: string,
  { rooms }: RoomsState,
  { room, thread }: { room: string; thread: string },
): void {
  const { value: told } = useUnread(uid);
  const here = `${room} ${thread}`;
  /** What is marked as unread in the bell stays so while one is there. */
  const done = useRef({ here, ids: new Set<string>() });
  useEffect(() => {
    if (done.current.here !== here) done.current = { here, ids: new Set() };
    const { ids } = done.current;
    const own = rooms.find(({ id }) => id === room);
    const read = (told ?? []).filter(
      ({ id, at, path }) => !ids.has(`${id} ${at}`) && isToldRead(path, own, thread),
    );
    for (const { id, at } of read) ids.add(`${id} ${at}`);
    if (read.length > 0)
      markAs(
        uid,
        read.map(({ id }) => id),
        true,
      );
  }, [uid, told, rooms, room, thread, here]);
}
