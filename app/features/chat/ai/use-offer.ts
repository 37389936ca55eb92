/** What it costs to ask in a room, with the model that was chosen there. */
import { useState } from "react";
import { readKept, writeKept } from "#app/live/chat/kept-chat.ts";
import type { RoomState } from "#app/live/chat/room-state.ts";
import type { AiState } from "#lib/ai/api.ts";
import type { MessageFile } from "#lib/chat/message.ts";
import { type Offer, bytesOfQuestion, offerOf } from "./offer.ts";
import { type KnownAi, aiKnown, useAi } from "./use-ai.ts";

type Asked = { text: string; files: readonly MessageFile[]; agreed?: number | undefined };

export type RoomOffer = {
  ai: KnownAi & { balance: number };
  /** Undefined: it is not known yet. */
  offer: Offer | undefined;
  /** By what is known now. */
  offerNow: () => Offer | undefined;
  choose: (model: string) => void;
};

/** @param isWanted false: nobody asks anything */
export function useOffer(
  uid: string,
  room: string,
  state: Pick<RoomState, "facts" | "messages">,
  asked: Asked,
  isWanted: boolean,
): RoomOffer {
  const kept = `ai-model:${room}`;
  const ai = useAi(uid, isWanted);
  const [model, setModel] = useState(() => {
    const before = readKept(uid, kept);
    return typeof before === "string" ? before : undefined;
  });
  const offerOfState = (known: AiState | undefined) => {
    if (known === undefined) return undefined;
    const { agreed, ...question } = asked;
    const isChat = state.facts?.kind === "ai";
    const messages = state.messages.map(({ message }) => message);
    const bytes =
      known.price.per === "usage" ? bytesOfQuestion({ isChat, messages, ...question }) : 0;
    return offerOf(known, { model, balance: ai.balance, bytes, agreed });
  };
  return {
    ai,
    offer: isWanted ? offerOfState(ai.state) : undefined,
    offerNow: () => offerOfState(aiKnown(uid).state),
    choose(next) {
      setModel(next);
      writeKept(uid, kept, next);
    },
  };
}
