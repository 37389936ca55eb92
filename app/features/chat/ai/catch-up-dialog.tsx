/** Somebody has the AI tell what was said in a room since they read it last. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { catchUp } from "#app/live/chat/ask-api.ts";
import { newMessageId } from "#app/live/chat/open-room.ts";
import { noteUnasked } from "#app/live/chat/unasked.ts";
import { problemText } from "#app/session/problem-text.ts";
import { Modal } from "#app/ui/modal.tsx";
import { mostCaughtUp } from "#lib/ai/limits.ts";
import { useChat } from "../store/use-chat.ts";
import type { Opened } from "../store/use-room.ts";
import { firstRead } from "./first-read.ts";
import { OfferLine } from "./offer-line.tsx";
import { readAi } from "./use-ai.ts";
import { useOffer } from "./use-offer.ts";

type Props = { opened: Opened; from: number; onClose: () => void };

export function CatchUpDialog({ opened, from, onClose }: Props) {
  const id = useId();
  const { uid, go } = useChat();
  const { room, state } = opened;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** The same question, however often it is sent. */
  const [asked] = useState(newMessageId);
  const missed = Math.max(0, (state.head?.n ?? 0) - from);
  // It is told as many again as it would be of a chat of its own.
  const known = { facts: state.facts, messages: [...state.messages, ...state.messages] };
  const { ai, offer, choose } = useOffer(uid, room.id, known, { text: "", files: [] }, true);
  const may = offer !== undefined && !("why" in offer);

  async function begin(): Promise<void> {
    if (!may || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const of = { id: asked, model: offer.model.id, most: offer.most, from };
      const made = await catchUp(room.id, of);
      if (made.ask !== "begun") noteUnasked(uid, { room: made.room, id: asked }, made.ask);
      void readAi(uid);
      onClose();
      go({ room: made.room });
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  }

  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>Catch me up</h2>
      <p className="confirm-text" {...firstRead}>
        The AI reads {missed > mostCaughtUp ? `the last ${mostCaughtUp} of ` : ""}the {missed}{" "}
        messages since you were here last, and tells you what was said. You alone read it, in an AI
        chat of its own.
      </p>
      <OfferLine uid={uid} ai={ai} offer={offer} onModel={choose} />
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!may} loading={isBusy} onClick={() => void begin()}>
          Catch me up
        </Button>
      </div>
    </Modal>
  );
}
