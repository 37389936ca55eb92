/** What all parts of the tool know: who looks, their rooms, where they are. */
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { openOwnRooms } from "#app/live/chat/open-own-rooms.ts";
import type { RoomState } from "#app/live/chat/room-state.ts";
import { aiUid } from "#lib/ai/limits.ts";
import type { Room, RoomsState } from "#app/live/chat/rooms.ts";
import type { CreateFrom } from "#app/ui/create-from.ts";
import type { Address } from "../use-address.ts";
import type { OutgoingState } from "./use-outgoing.ts";

export type Chat = {
  uid: string;
  rooms: RoomsState;
  outgoing: OutgoingState;
  roomOf: (id: string) => Room | undefined;
  go: Address["go"];
  createFrom: CreateFrom;
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
  listed: undefined,
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

const noSubscription = () => {};

/** Whether a moderator lets them write nothing just now. */
export function isMuted(member: { muted: number } | undefined): boolean {
  return (member?.muted ?? 0) > Date.now();
}

/** What somebody is called who is here no more. */
export const formerName = "Former member";
export const nameless = "Somebody without a name";

/** Of a room, as it is called where it is shown. */
export function titleOf({ title, kind }: Pick<Room, "title" | "kind">): string {
  return title || (kind === "ai" ? "New AI chat" : nameless);
}

export function nameIn({ members }: Pick<RoomState, "members">, uid: string): string {
  if (uid === aiUid) return "AI";
  const member = members[uid];
  return member === undefined ? formerName : member.name || nameless;
}
