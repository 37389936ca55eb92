/** Setting up an authenticator app: picture or secret, one code as proof, then the recovery codes. */
import { Button, Code, Loader, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { makeRecoveryCodes, offerSecondStep } from "#app/live/second-factors.ts";
import type { SecondStepOffer } from "#app/live/second-factors.ts";
import { tell } from "#app/parts/tool-frame/toasts.ts";
import { knownAuthProblem } from "#app/session/auth-message.ts";
import { digitsOf } from "#app/session/form-fields-code.tsx";
import { CodeInput } from "./code-input.tsx";
import { CodeList } from "./code-list.tsx";
import { textIn } from "./form-text.ts";
import { problemText } from "#app/session/problem-text.ts";
import { QrPicture } from "./qr-picture.tsx";
import type { SecurityFacts } from "./security-facts.ts";
import { useAct } from "./use-act.ts";
import { withRecentSignIn } from "#app/session/with-recent-sign-in.ts";

type Props = { facts: SecurityFacts; refresh: () => Promise<void>; onClose: () => void };

export function SecondStepSetup({ facts, refresh, onClose }: Props) {
  const [offer, setOffer] = useState<SecondStepOffer>();
  const [codes, setCodes] = useState<string[]>();
  const [codesProblem, setCodesProblem] = useState<string>();
  const start = useAct();
  const { run } = start;
  const begun = useRef(false);

  async function begin(): Promise<void> {
    await run(async () => setOffer(await withRecentSignIn(() => offerSecondStep(location.host))));
  }

  useEffect(() => {
    // React's development check runs effects twice, and each offer is one.
    if (begun.current) return;
    begun.current = true;
    void begin();
  });

  async function finish(): Promise<void> {
    await refresh();
    if (facts.recoveryCodes === null || facts.secondSteps.length > 0) {
      tell("Two-step sign-in set up. Everywhere else you are signed out.");
      return onClose();
    }
    try {
      setCodes(await withRecentSignIn(makeRecoveryCodes));
    } catch (error) {
      setCodesProblem(problemText(error) ?? "They were not made.");
    }
    await refresh();
  }

  if (codes !== undefined) {
    return <CodeList codes={codes} onClose={onClose} />;
  }
  if (codesProblem !== undefined) {
    return (
      <div className="security-form" role="alert">
        <p>
          The second step is on, but there are no recovery codes yet. {codesProblem} Make them below
          under “Recovery codes”.
        </p>
        <div className="security-buttons">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    );
  }
  if (offer === undefined) {
    return (
      <div className="security-form">
        {start.busy ? (
          <output>
            <Loader size="sm" aria-hidden="true" /> Asking for a secret...
          </output>
        ) : (
          <>
            <p role="alert" className="security-problem">
              {start.problem ?? "You were not signed in again, so nothing was changed."}
            </p>
            <div className="security-buttons">
              <Button onClick={() => void begin()}>Try again</Button>
              <Button variant="subtle" onClick={onClose}>
                Cancel
              </Button>
            </div>
          </>
        )}
      </div>
    );
  }
  return <ConfirmForm offer={offer} facts={facts} onDone={finish} onClose={onClose} />;
}

function ConfirmForm({
  offer,
  facts,
  onDone,
  onClose,
}: {
  offer: SecondStepOffer;
  facts: SecurityFacts;
  onDone: () => Promise<void>;
  onClose: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ field: "code" | "form"; text: string }>();

  async function confirm(): Promise<void> {
    if (busy) return;
    const code = digitsOf(textIn(form.current, "code"));
    const name = textIn(form.current, "name").trim() || "Authenticator app";
    if (code.length !== 6) {
      return setProblem({ field: "code", text: "Type the six digits that the app shows." });
    }
    setBusy(true);
    setProblem(undefined);
    try {
      await offer.confirm(code, name);
      await onDone();
    } catch (error) {
      const isCode = knownAuthProblem(error)?.field === "code";
      const text = problemText(error);
      setProblem(text === undefined ? undefined : { field: isCode ? "code" : "form", text });
    } finally {
      setBusy(false);
    }
  }

  const groups = offer.secret.match(/.{1,4}/g) ?? [];
  return (
    <form
      ref={form}
      className="security-form security-setup"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <ol className="security-steps">
        <li>
          <p>Scan this with an authenticator app on your phone, or type the secret there.</p>
          <div className="security-secret">
            <QrPicture
              text={offer.uri}
              label="QR code with the secret for your authenticator app"
            />
            <p>
              <span className="security-facts">Secret</span>
              <Code className="security-secret-text">{groups.join(" ")}</Code>
              <a className="security-open-app" href={offer.uri}>
                Open in an app on this device
              </a>
            </p>
          </div>
        </li>
        <li>
          <p>Type the code that the app shows now. It proves that both know the same secret.</p>
          <CodeInput name="code" problem={problem?.field === "code" ? problem.text : undefined} />
          {facts.secondSteps.length === 0 ? null : (
            <TextInput
              name="name"
              label="What you call this app"
              placeholder="Tablet"
              maxLength={60}
              required
            />
          )}
        </li>
      </ol>
      <p role="alert" className="security-problem">
        {problem?.field === "form" ? problem.text : undefined}
      </p>
      <div className="security-buttons">
        <Button type="submit" loading={busy}>
          {facts.secondSteps.length === 0 ? "Switch two-step sign-in on" : "Add this app"}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
