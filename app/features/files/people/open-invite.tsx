import { Button } from "@mantine/core";
import { useState } from "react";
import { revokeFolderInvite } from "#app/live/drive/people-api.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { problemText } from "#app/session/problem-text.ts";
import type { FolderInvite } from "#lib/drive/people.ts";
import { roleNames } from "./words.ts";

type Props = { folder: string; invite: FolderInvite; onRevoked: () => void };

const dayOf = (ms: number) => new Date(ms).toLocaleDateString("en-GB", { dateStyle: "medium" });

export function OpenInvite({ folder, invite: { id, email, role, expiresAt }, onRevoked }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function revoke(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await revokeFolderInvite(folder, id);
      tell("The invite is taken back.");
      onRevoked();
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
  }

  return (
    <div className="drive-person">
      <span dir="auto">{email}</span>
      <span className="faint">
        {roleNames[role]}, until {dayOf(expiresAt)}
      </span>
      <Button
        variant="subtle"
        size="compact-md"
        loading={isBusy}
        aria-label={`Take back: ${email}`}
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
