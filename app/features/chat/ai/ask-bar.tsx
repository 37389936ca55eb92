/** Above the field, where a message asks the AI: what that costs, or that its answer is coming. */
import { useEffect, useRef } from "react";
import type { ShownMessage } from "#app/live/chat/shown.ts";
import { OfferLine } from "./offer-line.tsx";
import { readAi } from "./use-ai.ts";
import type { RoomOffer } from "./use-offer.ts";

type Props = {
  id: string;
  uid: string;
  asking: RoomOffer;
  /** What is written asks it. */
  isAsked: boolean;
  isChat: boolean;
  /** One's own answer that comes in this room. */
  coming: ShownMessage | undefined;
  onStop: (id: string) => void;
};

export function AskBar({ id, uid, asking, isAsked, isChat, coming, onStop }: Props) {
  const { ai, offer, choose } = asking;
  const isComing = coming !== undefined;
  const wasComing = useRef(isComing);
  useEffect(() => {
    // What is left today is another one now.
    if (wasComing.current && !isComing) void readAi(uid);
    wasComing.current = isComing;
  }, [isComing, uid]);
  return (
    <div className="chat-ask">
      {isAsked ? (
        <OfferLine
          id={id}
          uid={uid}
          ai={ai}
          offer={offer}
          onModel={choose}
          instead={isChat ? undefined : "Your message goes to the people here all the same."}
        />
      ) : (
        <span className="faint">Your answer is coming.</span>
      )}
      {coming ? (
        <button
          type="button"
          className="act"
          disabled={coming.isStopping === true}
          onClick={() => onStop(coming.message.id)}
        >
          {coming.isStopping ? "Stopping…" : "Stop the answer"}
        </button>
      ) : null}
    </div>
  );
}
