import { Button } from "@mantine/core";
import { useState } from "react";
import { removeSecondStep, forgetRecoveryCodes } from "#app/live/second-factors.ts";
import type { SecondStep } from "#app/live/second-factors.ts";
import { ConfirmDialog } from "#app/parts/tool-frame/confirm-dialog.tsx";
import { latePart } from "#app/parts/tool-frame/late-part.tsx";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { Part, Row } from "./part.tsx";
import type { SecurityFacts } from "./security-facts.ts";
import { problemText } from "#app/session/problem-text.ts";
import { dayOf } from "#app/parts/tool-frame/when.ts";
import { withRecentSignIn } from "#app/session/with-recent-sign-in.ts";

// With the picture's code; few visits to Settings need it.
const SecondStepSetup = latePart(
  async () => (await import("./second-step-setup.tsx")).SecondStepSetup,
  <output>Loading...</output>,
);

type Props = { facts: SecurityFacts; refresh: () => Promise<void> };

export function SecondStepPart({ facts, refresh }: Props) {
  const { secondSteps, emailVerified, email, recoveryCodes } = facts;
  const [isOpen, setOpen] = useState(false);
  const [removing, setRemoving] = useState<SecondStep>();
  const isOn = secondSteps.length > 0;
  const hindrance = emailVerified
    ? undefined
    : email === null
      ? "It needs an e-mail address that you have confirmed: add one first."
      : "Confirm your e-mail address first: without that, a stranger could lock its owner out.";

  async function remove({ id, name }: SecondStep): Promise<void> {
    const isLast = secondSteps.length === 1;
    try {
      await withRecentSignIn(() => removeSecondStep(id));
      // They stand in for a step that is gone.
      if (isLast && recoveryCodes !== null) await forgetRecoveryCodes();
    } catch (error) {
      const text = problemText(error);
      // Who left the question is back where they were.
      if (text === undefined) return;
      throw new Error(text, { cause: error });
    } finally {
      await refresh();
    }
    tell(
      isLast ? "Two-step sign-in switched off." : `${name} no longer makes codes for your account.`,
    );
  }

  return (
    <Part
      title="Two-step sign-in"
      isOpen={isOpen}
      state={
        isOn
          ? "After your password you are asked for a code of an app. A passkey needs none: it is both steps at once."
          : (hindrance ??
            "Off. With it, your password alone is not enough: an app on your phone makes a code each time.")
      }
      action={
        isOpen || (!isOn && hindrance !== undefined) ? undefined : (
          <Button variant="default" onClick={() => setOpen(true)}>
            {isOn ? "Add another app" : "Set up two-step sign-in"}
          </Button>
        )
      }
    >
      {isOn ? (
        <ul className="security-rows">
          {secondSteps.map((step) => (
            <Row
              key={step.id}
              title={step.name}
              facts={step.addedAt === undefined ? undefined : `Added ${dayOf(step.addedAt)}`}
            >
              <Button
                variant="subtle"
                aria-label={`Remove ${step.name}`}
                onClick={() => setRemoving(step)}
              >
                Remove
              </Button>
            </Row>
          ))}
        </ul>
      ) : null}
      {isOn && recoveryCodes === null ? (
        <p className="security-note">
          If you lose the app, the owner of this site can remove the second step from your account.
        </p>
      ) : null}
      {isOpen ? (
        <SecondStepSetup facts={facts} refresh={refresh} onClose={() => setOpen(false)} />
      ) : null}
      {removing === undefined ? null : (
        <ConfirmDialog
          title={`Remove ${removing.name}?`}
          text={
            secondSteps.length === 1
              ? "Then your password alone signs you in, and your recovery codes are of no more use. Everywhere else you are signed out."
              : "Its codes are no longer accepted. Everywhere else you are signed out."
          }
          confirm="Remove"
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Part>
  );
}
