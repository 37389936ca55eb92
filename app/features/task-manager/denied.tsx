/** Who is no member any more: that is said at once, and what was not sent is theirs to keep. */
import { Button } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { Link } from "react-router";
import { waitingOf } from "#app/live/boards.ts";
import { copyWords } from "#app/parts/kept-words/copy-words.ts";
import { problemText } from "#app/session/problem-text.ts";
import { saveFile } from "#app/ui/save-file.ts";
import { waitingCount, waitingText } from "#lib/boards/waiting-text.ts";
import type { Op } from "#lib/records/register.ts";
import { refusedWords } from "./refused-words.ts";

type Props = {
  uid: string;
  board: string;
  /** Empty: it was never seen here. */
  name: string;
};

type Waiting = { ops: readonly Op[]; letGo: () => Promise<void> };

const mostShown = 20;

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
  const words = useMemo(() => wordsOf(waiting?.ops ?? []), [waiting]);

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
    <div className="empty-room">
      <div role="alert">
        <h2>
          {name === ""
            ? "You are no member of this board, or it is not there any more"
            : `You are no member of ${name} any more`}
        </h2>
      </div>
      <p role="alert">
        {count === 0
          ? "An owner of it can invite you again."
          : `${count === 1 ? "1 change was" : `${count} changes were`} not sent. This browser keeps ${count === 1 ? "it" : "them"} until you let ${count === 1 ? "it" : "them"} go.`}
      </p>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      {words.slice(0, mostShown).map(([of, text]) => (
        <p key={of} className="kept-text" dir="auto">
          {text}
        </p>
      ))}
      {words.length > mostShown ? (
        <p>{words.length - mostShown} more texts are in what you copy or save.</p>
      ) : null}
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
            {words.length === 0 ? null : (
              <Button
                variant="default"
                onClick={() => void copyWords(words.map(([, text]) => text).join("\n\n"))}
              >
                Copy the words
              </Button>
            )}
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

/** What people have written, the last of each text. */
function wordsOf(ops: readonly Op[]): [of: string, text: string][] {
  const all = ops.map(({ kind, id, register, value }): [string, string] => [
    `${kind}/${id}/${register}`,
    refusedWords(kind, register, String(value["v"] ?? "")),
  ]);
  return [...new Map(all)].filter(([, text]) => text !== "");
}
