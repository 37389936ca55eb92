/** Invites to who is signed in: accepted or declined. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { acceptInvite, declineInvite } from "#app/live/board-api.ts";
import { Dot } from "#app/parts/records/dot.tsx";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { useOnline } from "#app/parts/uploader/use-online.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { InviteToMe } from "#lib/boards/api.ts";
import { quoted } from "#lib/quoted.ts";
import { inviteWords } from "./invite-words.ts";
import { useInvites } from "./use-invites.ts";

export function InviteList({ onJoined }: { onJoined: (board: string) => void }) {
  const { value, problem, again: look } = useInvites();
  const invites = value?.invites ?? [];
  const isOnline = useOnline();
  if (problem !== undefined && isOnline) return <ProblemNote text={problem} onRetry={look} />;
  if (invites.length === 0) return null;
  return (
    <section className="boards-invites" aria-label="Invites to you">
      <h2>{invites.length === 1 ? "You are invited" : `${invites.length} invites`}</h2>
      <ul>
        {invites.map((invite) => (
          <li key={invite.id}>
            <InviteRow invite={invite} onJoined={onJoined} onChanged={look} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function InviteRow({
  invite,
  onJoined,
  onChanged,
}: {
  invite: InviteToMe;
  onJoined: (board: string) => void;
  onChanged: () => void;
}) {
  const { id, board, by, role } = invite;
  const [busy, setBusy] = useState<"accept" | "decline">();
  const [problem, setProblem] = useState<string>();

  async function answer(as: "accept" | "decline"): Promise<void> {
    setBusy(as);
    setProblem(undefined);
    try {
      if (as === "accept") onJoined(await acceptInvite(id));
      else {
        await declineInvite(id);
        tell(`The invite to ${quoted(board.name)} is declined.`);
      }
      onChanged();
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(undefined);
  }

  return (
    <div className="boards-invite">
      <p dir="auto">
        <Dot colour={board.colour} />
        {inviteWords(by, board.name, role)}
      </p>
      <div className="record-acts">
        <Button loading={busy === "accept"} onClick={() => void answer("accept")}>
          Accept
        </Button>
        <Button
          variant="default"
          loading={busy === "decline"}
          onClick={() => void answer("decline")}
        >
          Decline
        </Button>
      </div>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
    </div>
  );
}
