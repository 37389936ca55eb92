/** What joining a board means, and the answer to it. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { problemText } from "#app/session/problem-text.ts";
import type { InvitedRole } from "#lib/boards/api.ts";
import { inviteWords, roleHelp } from "./invite-words.ts";

type Props = {
  by: string;
  name: string;
  role: InvitedRole;
  /** @returns the board's id */
  join: () => Promise<string>;
  /** Undefined: not joining is enough. */
  refuse?: () => Promise<void>;
  refuseWord: string;
  onJoined: (board: string) => void;
  onClose: () => void;
};

export function AskToJoin({ by, name, role, join, refuse, refuseWord, onJoined, onClose }: Props) {
  const [busy, setBusy] = useState<"join" | "refuse">();
  const [problem, setProblem] = useState<string>();

  async function run(as: "join" | "refuse", act: () => Promise<void>): Promise<void> {
    setBusy(as);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(problemText(error));
      setBusy(undefined);
    }
  }

  return (
    <>
      <p>{inviteWords(by, name, role)}</p>
      <p className="faint">{roleHelp[role]} Everybody on the board sees your name.</p>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
      <div className="confirm-buttons">
        <Button
          variant="default"
          // What was read before it had the focus, and is gone.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          loading={busy === "refuse"}
          onClick={() =>
            void run("refuse", async () => {
              await refuse?.();
              onClose();
            })
          }
        >
          {refuseWord}
        </Button>
        <Button
          loading={busy === "join"}
          onClick={() => void run("join", async () => onJoined(await join()))}
        >
          Join
        </Button>
      </div>
    </>
  );
}
