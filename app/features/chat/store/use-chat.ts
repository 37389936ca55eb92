/** What all parts of the tool know: who looks, their rooms, where they are. */
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { openOwnRooms, openRoom } from "#app/live/chat/open-room.ts";
import type { OpenRoom, RoomState } from "#app/live/chat/room.ts";
import { readTo } from "#app/live/chat/unread.ts";
import type { Room, RoomsState } from "#app/live/chat/rooms.ts";
import { tellRefusal } from "#app/parts/tool-frame/toasts.ts";
import type { Address } from "../use-address.ts";

export type Chat = {
  uid: string;
  rooms: RoomsState;
  roomOf: (id: string) => Room | undefined;
  go: Address["go"];
  /** Of the site: they moderate public rooms, and end reports. */
  isEditor: boolean;
  isAdmin: boolean;
};

export const ChatContext = createContext<Chat | undefined>(undefined);

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error("No chat is open here.");
  return chat;
}

const none: RoomsState = {
  status: "loading",
  rooms: [],
  waiting: 0,
  listed: [],
  blocked: new Set(),
  isOld: false,
};

export function useOwnRooms(uid: string): RoomsState {
  const [rooms, setRooms] = useState<ReturnType<typeof openOwnRooms>>();
  useEffect(() => {
    const opened = openOwnRooms(uid);
    // It follows the database from here on, so it is no matter of drawing.
    // oxlint-disable-next-line react/set-state-in-effect
    setRooms(opened);
    return () => opened.close();
  }, [uid]);
  const subscribe = useCallback(
    (told: () => void) => rooms?.subscribe(told) ?? noSubscription,
    [rooms],
  );
  return useSyncExternalStore(
    subscribe,
    () => rooms?.snapshot() ?? none,
    () => none,
  );
}

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
      const room = await openRoom({ uid, id, root, read, at: first.at }, tellRefusal);
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

/** Whether a moderator lets them write nothing just now. */
export function isMuted(member: { muted: number } | undefined): boolean {
  return (member?.muted ?? 0) > Date.now();
}

/** What somebody is called who is here no more. */
export const formerName = "Former member";
export const nameless = "Somebody without a name";

export function nameIn({ members }: Pick<RoomState, "members">, uid: string): string {
  const member = members[uid];
  return member === undefined ? formerName : member.name || nameless;
}
