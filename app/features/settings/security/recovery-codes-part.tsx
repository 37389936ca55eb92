import { Button } from "@mantine/core";
import { useState } from "react";
import { makeRecoveryCodes } from "#app/live/second-factors.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { CodeList } from "./code-list.tsx";
import { Part } from "./part.tsx";
import type { SecurityFacts } from "./security-facts.ts";
import { useAct } from "./use-act.ts";
import { dayOf } from "#app/parts/tool-frame/when.ts";
import { withRecentSignIn } from "#app/session/with-recent-sign-in.ts";

/** Fewer, and it is said. */
const few = 3;

type Props = { facts: SecurityFacts; refresh: () => Promise<void> };

/** Nothing while there is no second step that they could stand in for. */
export function RecoveryCodesPart({ facts, refresh }: Props) {
  const { recoveryCodes, secondSteps } = facts;
  const [codes, setCodes] = useState<string[]>();
  const [asks, setAsks] = useState(false);
  const act = useAct();
  if (recoveryCodes === null || secondSteps.length === 0) return null;
  const { left, createdAt } = recoveryCodes;

  async function make(): Promise<void> {
    await act.run(async () => setCodes(await withRecentSignIn(makeRecoveryCodes)));
    await refresh();
  }

  return (
    <Part
      title="Recovery codes"
      isOpen={codes !== undefined}
      state={stateOf(left, createdAt)}
      problem={act.problem}
      action={
        codes === undefined ? (
          <Button
            variant="default"
            loading={act.busy}
            onClick={() => (left > 0 ? setAsks(true) : void make())}
          >
            Make new codes
          </Button>
        ) : undefined
      }
    >
      {codes === undefined ? null : <CodeList codes={codes} onClose={() => setCodes(undefined)} />}
      {asks ? (
        <ConfirmDialog
          title="Make new recovery codes?"
          text={`The ${left === 1 ? "one that is" : `${left} that are`} left will no longer work.`}
          confirm="Make new codes"
          onConfirm={() => void make()}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </Part>
  );
}

function stateOf(left: number, createdAt: string | null): string {
  if (createdAt === null) return "None yet. They let you in when you have lost your app.";
  const made = `Made ${dayOf(createdAt)}.`;
  if (left === 0) return `None is left. Make new ones. ${made}`;
  if (left <= few) return `Only ${left} left: make new ones before they are used up. ${made}`;
  return `${left} left. ${made}`;
}
