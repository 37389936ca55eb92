/** What a room that is open shows, and what can be done with it. `room.ts` opens one. */
import type { SentMessage } from "#lib/chat/api.ts";
import type { Pin, RoomFacts, RoomHead, RoomMember } from "#lib/chat/room.ts";
import type { MessageWindow } from "./message-window.ts";
import type { QueuedAct } from "./send-chat.ts";
import type { ShownMessage } from "./shown.ts";

export type RoomState = {
  status: "loading" | "ready" | "denied";
  messages: readonly ShownMessage[];
  /** There is more before the first, or behind the last one. */
  hasOlder: boolean;
  hasNewer: boolean;
  isLoading: boolean;
  head: RoomHead | undefined;
  facts: RoomFacts | undefined;
  members: Readonly<Record<string, RoomMember>>;
  pins: Readonly<Record<string, Pin>>;
  /** How far it was read when it was opened: what is after it is new; stays while the room is open. */
  newFrom: number;
};

export type OpenRoom = {
  uid: string;
  id: string;
  /** Undefined: the room itself. */
  root: string | undefined;
  snapshot(): RoomState;
  subscribe(listener: () => void): () => void;
  window: Pick<MessageWindow, "older" | "newer" | "jump" | "toEnd">;
  send(message: Omit<SentMessage, "id" | "root">): Promise<void>;
  act(act: QueuedAct): Promise<void>;
  /** Other words for one of theirs, also where it is not stored yet, or was not taken: then it goes with them. */
  edit(shown: ShownMessage, text: string): Promise<void>;
  /** Of what the server did not take. */
  again(entry: string): Promise<void>;
  forget(entry: string): Promise<void>;
  /** The last message on the screen has this number. */
  seen(n: number): void;
  /** That one and all after it, until it is opened the next time. */
  markUnread(n: number): void;
  close(): void;
};
