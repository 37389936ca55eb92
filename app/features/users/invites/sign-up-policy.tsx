import { Radio } from "@mantine/core";
import { useState } from "react";
import { offerUndo, tellProblem } from "#app/parts/tool-frame/toasts.ts";
import { callAdmin } from "../call-admin.ts";
import { ProblemNote } from "#app/parts/tool-frame/problem-note.tsx";
import { problemText } from "#app/session/problem-text.ts";
import { useAnswer } from "../use-answer.ts";

type Policy = "open" | "invite" | "closed";

const choices: { value: Policy; label: string; description: string }[] = [
  {
    value: "open",
    label: "Everybody",
    description: "Whoever comes by can make an account.",
  },
  {
    value: "invite",
    label: "Who has an invite",
    description: "Sign-up asks for an invite link; the ones below.",
  },
  {
    value: "closed",
    label: "Nobody",
    description: "Only admins make accounts. Invites wait until you let them in again.",
  },
];

const doneWords: Record<Policy, string> = {
  open: "Everybody can make an account now.",
  invite: "Only people with an invite can make an account now.",
  closed: "Nobody can make an account now.",
};

/** Accounts that exist are not touched by it. */
export function SignUpPolicy() {
  const { value, problem, refresh, change } = useAnswer<{ policy: Policy }>("/api/sign-up-policy");
  const [isBusy, setBusy] = useState(false);

  async function send(policy: Policy): Promise<void> {
    await callAdmin("POST", "/api/sign-up-policy", { policy });
    change(() => ({ policy }));
  }

  async function choose(policy: Policy, before: Policy): Promise<void> {
    setBusy(true);
    change(() => ({ policy }));
    try {
      await send(policy);
      offerUndo({ text: doneWords[policy], undo: () => send(before) });
    } catch (error) {
      change(() => ({ policy: before }));
      tellProblem(problemText(error));
    } finally {
      setBusy(false);
    }
  }

  if (value === undefined) {
    return problem === undefined ? null : <ProblemNote text={problem} onRetry={refresh} />;
  }
  return (
    <Radio.Group
      className="policy"
      label="Who may make an account"
      value={value.policy}
      onChange={(policy) => void choose(policy, value.policy)}
    >
      {choices.map(({ value: one, label, description }) => (
        <Radio key={one} value={one} label={label} description={description} disabled={isBusy} />
      ))}
    </Radio.Group>
  );
}
