/** Who is no member any more: that is said at once, and what was not sent is theirs to keep. */
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { waitingOf } from "#app/live/boards.ts";
import { problemText } from "#app/session/problem-text.ts";
import { saveFile } from "#app/ui/save-file.ts";
import { waitingCount, waitingText } from "#lib/boards/waiting-text.ts";
import type { Op } from "#lib/records/register.ts";

type Props = {
  uid: string;
  board: string;
  /** Empty: it was never seen here. */
  name: string;
};

type Waiting = { ops: readonly Op[]; letGo: () => Promise<void> };

export function Denied({ uid, board, name }: Props) {
  const [waiting, setWaiting] = useState<Waiting>();
  const [problem, setProblem] = useState<string>();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const life = new AbortController();
    waitingOf(uid, board).then(
      (found) => life.signal.aborted || setWaiting(found),
      (error: unknown) => life.signal.aborted || setProblem(problemText(error)),
    );
    return () => life.abort();
  }, [uid, board]);
  const count = waiting ? waitingCount(waiting.ops) : 0;

  async function letGo(): Promise<void> {
    try {
      await waiting?.letGo();
      setWaiting(undefined);
    } catch (error) {
      setProblem(problemText(error));
    }
    setAsked(false);
  }

  return (
    <div className="empty-room" role="alert">
      <h2>
        {name === ""
          ? "You are no member of this board, or it is not there any more"
          : `You are no member of ${name} any more`}
      </h2>
      <p>
        {count === 0
          ? "An owner of it can invite you again."
          : `${count === 1 ? "1 change was" : `${count} changes were`} not sent. This browser keeps ${count === 1 ? "it" : "them"} until you let ${count === 1 ? "it" : "them"} go.`}
      </p>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      {isAsked ? <p>The words are gone for good then. Save them first if you need them.</p> : null}
      <div className="empty-room-action record-acts">
        {waiting && count > 0 ? (
          <>
            <Button
              onClick={() => {
                const text = waitingText(name, waiting.ops);
                saveFile("not-sent.txt", new Blob([text], { type: "text/plain" }));
              }}
            >
              Save as text
            </Button>
            {isAsked ? (
              <>
                <Button color="red" onClick={() => void letGo()}>
                  Let {count === 1 ? "it" : "them"} go
                </Button>
                <Button variant="default" onClick={() => setAsked(false)}>
                  Keep {count === 1 ? "it" : "them"}
                </Button>
              </>
            ) : (
              <Button variant="default" onClick={() => setAsked(true)}>
                Let go…
              </Button>
            )}
          </>
        ) : null}
        <Button
          component={Link}
          variant="default"
          to={{ search: "" }}
          defaultShouldRevalidate={false}
        >
          All boards
        </Button>
      </div>
    </div>
  );
}
