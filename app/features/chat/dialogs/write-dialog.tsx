/** Begins a direct message, or opens the one that is there. */
import { Button } from "@mantine/core";
import { useEffect, useId, useState } from "react";
import { makeRoom, siteOwner } from "#app/live/chat/chat-api.ts";
import { problemText } from "#app/session/problem-text.ts";
import { Modal } from "#app/ui/modal.tsx";
import { useChat } from "../store/use-chat.ts";
import { PeopleFinder } from "./people-finder.tsx";

type Props = { isToOwner: boolean; onClose: () => void };

export function WriteDialog({ isToOwner, onClose }: Props) {
  const id = useId();
  const { go, uid } = useChat();
  const [problem, setProblem] = useState<string>();
  const write = async (to: string) => {
    const room = await makeRoom({ kind: "direct", uid: to });
    go({ room }, { replace: true });
  };
  const [hasOwner, setOwner] = useState<{ uid: string; name: string } | null>();
  useEffect(() => {
    const life = new AbortController();
    siteOwner(life.signal).then(
      (owner) => life.signal.aborted || setOwner(owner),
      (error: unknown) => life.signal.aborted || setProblem(problemText(error)),
    );
    return () => life.abort();
  }, []);
  const owner = hasOwner && hasOwner.uid !== uid ? hasOwner : undefined;
  return (
    <Modal label={id} onClose={onClose}>
      <h2 id={id}>{isToOwner ? "Write to the owner" : "Write to somebody"}</h2>
      {isToOwner ? (
        <p className="confirm-text">
          {hasOwner === null || (hasOwner && !owner)
            ? "There is nobody else who owns this site."
            : "A direct message to who owns this site."}
        </p>
      ) : (
        <PeopleFinder
          confirm="Write"
          isOne
          without={new Set([uid])}
          onDone={async ([one]) => one && write(one.uid)}
        />
      )}
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="confirm-buttons">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {owner ? (
          <Button
            variant={isToOwner ? "filled" : "default"}
            onClick={() =>
              void write(owner.uid).catch((error: unknown) => setProblem(problemText(error)))
            }
          >
            Write to {owner.name || "the owner"}
          </Button>
        ) : null}
      </div>
    </Modal>
  );
}
