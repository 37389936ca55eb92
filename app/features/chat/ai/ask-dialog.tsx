/** Before a message is answered, again perhaps: what that costs, and what goes for it. */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { askAgain } from "#app/live/chat/ask-api.ts";
import { newMessageId } from "#app/live/chat/open-room.ts";
import { forgetUnasked } from "#app/live/chat/unasked.ts";
import { problemText } from "#app/session/problem-text.ts";
import { Modal } from "#app/ui/modal.tsx";
import { numberOfKey } from "#lib/chat/message.ts";
import type { Opened } from "../store/use-room.ts";
import { firstRead } from "./first-read.ts";
import { OfferLine } from "./offer-line.tsx";
import { readAi } from "./use-ai.ts";
import { useOffer } from "./use-offer.ts";
import { useUnasked } from "./use-unasked.ts";
import { tokens } from "./words.ts";

export type AskedAgain = {
  /** Key of the question. */
  question: string;
  /** It says this from now on. */
  text?: string;
};

type Props = AskedAgain & { opened: Opened; onClose: () => void; onAsked: () => void };

export function AskDialog({ question: key, text, opened, onClose, onAsked }: Props) {
  const id = useId();
  const { room, state } = opened;
  const { uid } = room;
  const question = state.messages.find((one) => one.key === key);
  const unasked = useUnasked(uid, room.id, question?.message.id ?? "");
  const [agreed, setAgreed] = useState(unasked?.most);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const asked = {
    text: text ?? question?.message.text ?? "",
    files: question?.message.files ?? [],
    agreed,
  };
  const { ai, offer, choose } = useOffer(uid, room.id, state, asked, true);
  const isChat = state.facts?.kind === "ai";
  const lost = lostWords(opened, key, isChat);
  const may = offer !== undefined && !("why" in offer);

  async function ask(): Promise<void> {
    if (!may || isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const said = await askAgain(uid, room.id, {
        id: newMessageId(),
        model: offer.model.id,
        most: offer.most,
        key,
        ...(room.root !== undefined && { root: room.root }),
        ...(text !== undefined && { text }),
      });
      if (said === "begun") {
        if (question) forgetUnasked(uid, { room: room.id, id: question.message.id });
        onAsked();
        return;
      }
      void readAi(uid);
      if (said.refused === "too-dear" && said.most !== undefined) {
        setAgreed(said.most);
        setProblem(`This can cost ${tokens(said.most)}: more than was said. Nothing was charged.`);
      } else setProblem(said.message);
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
  }

  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id} {...(lost === "" && firstRead)}>
        {titleOf(text, question?.message.answer)}
      </h2>
      {lost === "" ? null : (
        <p className="confirm-text" {...firstRead}>
          {lost}
        </p>
      )}
      <OfferLine uid={uid} ai={ai} offer={offer} onModel={choose} />
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!may} loading={isBusy} onClick={() => void ask()}>
          Ask the AI
        </Button>
      </div>
    </Modal>
  );
}

function titleOf(text: string | undefined, answer: string | undefined): string {
  if (text !== undefined) return "Ask again in other words?";
  return answer === undefined ? "Ask the AI?" : "Have it answered anew?";
}

/** What cannot be brought back. */
function lostWords({ state }: Opened, key: string, isChat: boolean): string {
  if (!isChat) {
    const { answer } = state.messages.find((one) => one.key === key)?.message ?? {};
    const stands = state.messages.find((one) => one.key === answer && !one.message.gone);
    return stands === undefined ? "" : "The answer that is there goes for good.";
  }
  const from = numberOfKey(key) ?? 0;
  const later = state.messages.filter(
    ({ n, message }) => n !== undefined && n > from && !message.gone && !message.note,
  ).length;
  if (later === 0) return "";
  const what = later === 1 ? "The message after it goes" : `The ${later} messages after it go`;
  return `${what} for good.`;
}
