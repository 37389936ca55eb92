/** What goes with a message that asks the AI. */
import { useLayoutEffect, useMemo, useRef } from "react";
import { newMessageId } from "#app/live/chat/open-room.ts";
import type { OpenRoom, RoomState } from "#app/live/chat/room-state.ts";
import type { Ask } from "#lib/ai/api.ts";
import { asksAi } from "#lib/ai/asks-ai.ts";
import { aiUid } from "#lib/ai/limits.ts";
import type { MessageFile } from "#lib/chat/message.ts";
import { readAi } from "../ai/use-ai.ts";
import { type RoomOffer, useOffer } from "../ai/use-offer.ts";

type Written = {
  text: string;
  files: readonly MessageFile[];
  isEditing: boolean;
  /** A name is being typed: the AI may be offered. */
  isNaming: boolean;
};

export type Asking = {
  isChat: boolean;
  /** What is written asks it. */
  isAsked: boolean;
  offer: RoomOffer;
  /** It can be named here. */
  isOffered: boolean;
  coming: RoomState["messages"][number] | undefined;
  /** Undefined: it is not asked, or cannot be. Waits until it is known. */
  askFor: (words: string) => Promise<Ask | undefined>;
};

export function useAsking(room: OpenRoom, state: RoomState, written: Written): Asking {
  const { uid, id } = room;
  const { text, files, isEditing, isNaming } = written;
  const isChat = state.facts?.kind === "ai";
  const isAsked = !isEditing && (isChat || asksAi(text));
  const offer = useOffer(uid, id, state, { text, files }, isAsked || (isNaming && !isEditing));
  const { ai } = offer;
  const now = useRef(offer);
  useLayoutEffect(() => {
    now.current = offer;
  });
  const coming = ownComing(state, uid);
  return useMemo(
    () => ({
      isChat,
      isAsked,
      offer,
      isOffered: !isChat && ai.state !== undefined && !["none", "off"].includes(ai.state.why ?? ""),
      coming,
      async askFor(words) {
        if (!isChat && !asksAi(words)) return undefined;
        if (now.current.offerNow() === undefined) await readAi(uid, false);
        const found = now.current.offerNow();
        if (found === undefined || "why" in found) return undefined;
        return { id: newMessageId(), model: found.model.id, most: found.most };
      },
    }),
    [uid, isChat, isAsked, offer, ai, coming],
  );
}

/** One's own answer that comes, the first of them: above the field it is stopped. */
export function ownComing({ messages }: Pick<RoomState, "messages">, uid: string) {
  return messages.find((one) => one.state === "coming" && one.message.ai?.for === uid);
}

/** Beside the members of a room. */
export const aiPerson = { uid: aiUid, name: "ai" };
