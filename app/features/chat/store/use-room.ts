import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { openRoom } from "#app/live/chat/open-room.ts";
import type { OpenRoom, RoomState } from "#app/live/chat/room-state.ts";
import { readTo } from "#app/live/chat/unread.ts";
import { useChat } from "./use-chat.ts";

export type Opened = { room: OpenRoom; state: RoomState };

/**
 * A room, or a thread of it, for as long as it is shown; undefined: not yet.
 * @param at the number that is looked at first
 */
export function useRoom(
  id: string,
  root: string | undefined,
  at: number | undefined,
): Opened | undefined {
  const { uid, roomOf, rooms } = useChat();
  const [opened, setOpened] = useState<{ of: string; room: OpenRoom }>();
  const isKnown = rooms.status === "ready";
  const of = `${id} ${root ?? ""}`;
  // As far as it was read when it is opened.
  const first = useMemo(
    () => {
      const own = roomOf(id);
      const read = { ...own?.read, n: readTo(own ?? {}, own?.read) };
      return { of, isKnown, read, at };
    },
    // oxlint-disable-next-line react/exhaustive-deps -- not what comes later
    [of, isKnown],
  );
  useEffect(() => {
    if (!isKnown) return;
    const life = new AbortController();
    let close = () => {};
    const begin = async () => {
      const { read } = first;
      const room = await openRoom({ uid, id, root, read, at: first.at });
      if (life.signal.aborted) {
        room.close();
        return;
      }
      close = () => room.close();
      setOpened({ of, room });
    };
    begin().catch((error: unknown) => {
      // oxlint-disable-next-line no-console -- what failed in the browser has no other log
      console.error("The room could not be opened", error);
    });
    return () => {
      life.abort();
      close();
    };
  }, [uid, id, root, of, isKnown, first]);
  const room = opened?.of === of ? opened.room : undefined;
  const state = useSyncExternalStore(
    useCallback((told: () => void) => room?.subscribe(told) ?? noSubscription, [room]),
    () => room?.snapshot(),
    () => undefined,
  );
  return useMemo(() => (room && state ? { room, state } : undefined), [room, state]);
}

const noSubscription = () => {};
