/** Below one's own message that the AI has not answered: why, and the way to ask it. */
import { useEffect, useState } from "react";
import type { OpenRoom, RoomState } from "#app/live/chat/room-state.ts";
import type { ShownMessage } from "#app/live/chat/shown.ts";
import type { MessageActs } from "../room/message-acts.ts";
import { useUnasked } from "./use-unasked.ts";

type Props = { shown: ShownMessage; room: OpenRoom; state: RoomState; acts: MessageActs };

/** In which an answer begins, if one does. */
const beginsMs = 12_000;

export function AskedLine({ shown, room, state, acts }: Props) {
  const { key, message } = shown;
  const unasked = useUnasked(room.uid, room.id, message.id);
  const isChat = state.facts?.kind === "ai";
  const isComing = state.messages.some(
    (one) => one.state === "coming" && one.message.ai?.to === key,
  );
  const isOpen = message.answer === undefined && !isComing;
  const isLate = useLate(message.at + beginsMs, isOpen && isChat && unasked === undefined);
  if (key === undefined || !isOpen || (unasked === undefined && !isLate)) return null;
  return (
    <p className="chat-refused ai-unasked">
      <span>{unasked?.message ?? "The AI was not asked."}</span>{" "}
      {acts.mayWrite ? (
        <button type="button" className="act" onClick={() => acts.ask({ question: key })}>
          Ask the AI
        </button>
      ) : null}
    </p>
  );
}

/** Whether it is past that time, and once it is. */
function useLate(at: number, isWanted: boolean): boolean {
  const [isLate, setLate] = useState(() => Date.now() > at);
  useEffect(() => {
    if (!isWanted || isLate) return;
    const timer = setTimeout(() => setLate(true), Math.max(0, at - Date.now()));
    return () => clearTimeout(timer);
  }, [at, isWanted, isLate]);
  return isWanted && isLate;
}
