/** Invites by address and by link, and those that are open. */
import { Button } from "@mantine/core";
import { useCallback, useMemo, useRef, useState } from "react";
import { openInvites, revokeInvite } from "#app/live/board-api.ts";
import { useLineFocus } from "#app/parts/lines/use-line-focus.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { BoardInvite } from "#lib/boards/api.ts";
import { roleNames } from "../role-names.ts";
import { useAnswer } from "../use-answer.ts";
import { AddressForm } from "./address-form.tsx";
import { LinkForm } from "./link-form.tsx";

export function Invites({ board }: { board: string }) {
  const ask = useCallback((signal: AbortSignal) => openInvites(board, signal), [board]);
  const { value: invites, problem, again: look } = useAnswer(ask);
  const place = useRef<HTMLDivElement>(null);
  useLineFocus(
    place,
    useMemo(() => invites?.map(({ id }) => id) ?? [], [invites]),
  );

  return (
    <div ref={place} className="boards-parts">
      <section className="boards-part">
        <h3>Invite by address</h3>
        <AddressForm board={board} onInvited={look} />
      </section>
      <section className="boards-part">
        <h3>Invite by link</h3>
        <LinkForm board={board} onMade={look} />
      </section>
      {problem === undefined ? null : <ProblemNote text={problem} onRetry={look} />}
      {invites && invites.length > 0 ? (
        <section className="boards-part">
          <h3>Open invites</h3>
          <ul className="boards-people">
            {invites.map((invite) => (
              <li key={invite.id} data-line={invite.id}>
                <OpenInvite board={board} invite={invite} onRevoked={look} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

type OpenProps = { board: string; invite: BoardInvite; onRevoked: () => void };

const dayOf = (ms: number) => new Date(ms).toLocaleDateString("en-GB", { dateStyle: "medium" });

function OpenInvite({ board, invite, onRevoked }: OpenProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const who =
    invite.kind === "address"
      ? invite.email
      : `A link, used ${invite.uses} of ${invite.maxUses === 1 ? "1 time" : `${invite.maxUses} times`}`;

  async function revoke(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await revokeInvite(board, invite.id);
      tell("The invite is taken back.");
      onRevoked();
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
  }

  return (
    <div className="boards-person">
      <span dir="auto">{who}</span>
      <span className="faint">
        {roleNames[invite.role]}, until {dayOf(invite.expiresAt)}
      </span>
      <Button
        variant="subtle"
        size="compact-md"
        loading={isBusy}
        aria-label={`Take back: ${who}`}
        onClick={() => void revoke()}
      >
        Take back
      </Button>
      <p role="alert" className="confirm-problem">
        {problem}
      </p>
    </div>
  );
}
