import { useEffect, useState } from "react";
import { chatParts } from "#app/live/chat/chat-parts.ts";
import type { RoomState } from "#app/live/chat/room.ts";
import type { Message } from "#lib/chat/message.ts";

/** A message, also where the history that is shown has it not. */
export function useRootMessage(room: string, key: string, state: RoomState): Message | undefined {
  const shown = state.messages.find((one) => one.key === key)?.message;
  const [read, setRead] = useState<Message>();
  const isShown = shown !== undefined;
  useEffect(() => {
    if (isShown) return;
    return chatParts.follow(
      `chat/${room}/messages/${key}`,
      (value) => setRead((value as Message | null) ?? undefined),
      () => {},
    );
  }, [room, key, isShown]);
  return shown ?? read;
}
