/** Makes an AI chat, or opens one in which nothing was asked yet; where nothing can be asked, says why before. */
import { Button } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { makeRoom } from "#app/live/chat/chat-api.ts";
import { problemText } from "#app/session/problem-text.ts";
import { Modal } from "#app/ui/modal.tsx";
import { useChat } from "../store/use-chat.ts";
import { type Offer, offerOf } from "./offer.ts";
import { OfferLine } from "./offer-line.tsx";
import { readAi, useAi } from "./use-ai.ts";

export function NewAiChat({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { uid, rooms, go } = useChat();
  const ai = useAi(uid);
  const { state, balance } = ai;
  const [problem, setProblem] = useState<string>();
  const empty = rooms.rooms.find(({ kind, head }) => kind === "ai" && (head?.n ?? 0) === 0)?.id;
  const offer: Offer | undefined = state && offerOf(state, { model: undefined, balance, bytes: 0 });
  // Without a provider there is nothing that could be asked later.
  const isShut = offer !== undefined && "why" in offer && ["none", "off"].includes(offer.why);
  const isMaking = useRef(false);
  const isReady = offer !== undefined && !isShut && rooms.status === "ready";
  const now = useRef({ empty, go });
  useEffect(() => {
    now.current = { empty, go };
  });
  useEffect(() => {
    if (!isReady || isMaking.current) return;
    isMaking.current = true;
    const make = async () => {
      const room = now.current.empty ?? (await makeRoom({ kind: "ai" }));
      now.current.go({ room }, { replace: true });
    };
    make().catch((error: unknown) => setProblem(problemText(error)));
  }, [isReady]);
  if (problem === undefined && !isShut && ai.status !== "failed") return null;
  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>New AI chat</h2>
      {isShut || ai.status === "failed" ? (
        <OfferLine uid={uid} ai={ai} offer={offer} onModel={() => void readAi(uid)} />
      ) : null}
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
