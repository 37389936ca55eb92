import { useEffect, useState } from "react";
import { chatParts } from "#app/live/chat/chat-parts.ts";
import type { RoomState } from "#app/live/chat/room-state.ts";
import { type Message, placeOfMessage } from "#lib/chat/message.ts";

type Place = { room: string; key: string; root?: string | undefined };

/** A message, also where the history that is shown, `state`, has it not. */
export function useMessageAt({ room, key, root }: Place, state: RoomState): Message | undefined {
  const shown = state.messages.find((one) => one.key === key)?.message;
  const [read, setRead] = useState<Message>();
  const isShown = shown !== undefined;
  useEffect(() => {
    if (isShown) return;
    return chatParts.follow(
      `chat/${room}/${placeOfMessage({ key, root })}`,
      (value) => setRead((value as Message | null) ?? undefined),
      () => {},
    );
  }, [room, key, root, isShown]);
  return shown ?? read;
}
