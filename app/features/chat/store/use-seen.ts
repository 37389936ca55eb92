/** How far the other one of a direct message has read it. */
import { useEffect, useState } from "react";
import { chatParts } from "#app/live/chat/chat-parts.ts";
import type { Room } from "#app/live/chat/rooms.ts";

const ignore = () => {};

/** The number of the last message that they have read; 0: nobody says it. */
export function useSeen(own: Room | undefined, isBlocked: boolean): number {
  const id = own?.id ?? "";
  const other = own?.kind === "direct" && !isBlocked ? own.other : undefined;
  const [isTaken, setTaken] = useState(false);
  const [seen, setSeen] = useState(0);
  useEffect(() => {
    if (other === undefined) return;
    // Before that the rules say nothing, and asking would end for good.
    return chatParts.follow(`chat/${id}/request`, (value) => setTaken(value === null), ignore);
  }, [id, other]);
  useEffect(() => {
    if (other === undefined || !isTaken) return;
    const hear = (value: unknown) => setSeen(typeof value === "number" ? value : 0);
    const end = chatParts.follow(`chatReads/${other}/${id}/n`, hear, () => setSeen(0));
    return () => {
      end();
      setSeen(0);
    };
  }, [id, other, isTaken]);
  return seen;
}
