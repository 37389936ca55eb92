/** Who came by a link is asked whether they want to join. */
import { Button } from "@mantine/core";
import { useCallback, useId } from "react";
import { ApiError } from "#app/live/api.ts";
import { joinByLink, lookAtLink } from "#app/live/board-api.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { SkeletonForm } from "#app/parts/tool-frame/skeletons.tsx";
import { forgetSecret } from "#app/session/forget-secret.ts";
import { Modal } from "#app/ui/modal.tsx";
import { useAddress } from "../use-address.ts";
import { useAnswer } from "../use-answer.ts";
import { AskToJoin } from "./ask-to-join.tsx";

const forgetJoinSecret = () => forgetSecret("join");

export function JoinDialog({ secret }: { secret: string }) {
  const label = useId();
  const { go } = useAddress();
  const look = useCallback((signal: AbortSignal) => lookAtLink(secret, signal), [secret]);
  const { value: board, problem: said, error, isAsking, again } = useAnswer(look);
  const problem = isAsking ? undefined : said;
  const isOver = error instanceof ApiError && error.status === 404;
  const joined = (id: string) => {
    forgetJoinSecret();
    go({ board: id }, { replace: true });
  };
  const isMember = board?.board ?? undefined;
  return (
    <Modal label={label} className="modal record-dialog" onClose={forgetJoinSecret}>
      <h2 id={label}>{board ? `Join ${board.name}` : "A link to a board"}</h2>
      {board && isMember === undefined ? (
        <AskToJoin
          by={board.by}
          name={board.name}
          role={board.role}
          join={() => joinByLink(secret)}
          refuseWord="Not now"
          onJoined={joined}
          onClose={forgetJoinSecret}
        />
      ) : (
        <>
          {problem === undefined ? (
            isMember === undefined ? (
              <SkeletonForm fields={1} />
            ) : (
              <p>You are on this board already.</p>
            )
          ) : isOver ? (
            <p role="alert">{problem} Ask who sent it for a new one.</p>
          ) : (
            <ProblemNote text={problem} onRetry={again} />
          )}
          <div className="confirm-buttons">
            <Button variant="default" onClick={forgetJoinSecret}>
              Close
            </Button>
            {isMember === undefined ? null : (
              <Button onClick={() => joined(isMember)}>Open it</Button>
            )}
          </div>
        </>
      )}
    </Modal>
  );
}
