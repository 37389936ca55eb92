import { useEffect, useRef, useState } from "react";
import type { SecondFactor } from "./account-actions-second-factor.ts";
import {
  authProblem,
  checkCodeField,
  checkRecoveryField,
  isSignInOver,
  knownAuthProblem,
} from "./auth-message.ts";
import type { FormProblem } from "./auth-message.ts";
import { CodeField, digitsOf } from "./form-fields-code.tsx";
import { TextField } from "./form-fields.tsx";
import { logFailure } from "./log-failure.ts";

/** Asks for the code of the second step. `onOver`: it took too long, or was left, and the first step has to be done again. */
export function SecondFactorForm({
  factor,
  onDone,
  onOver,
}: {
  factor: SecondFactor;
  onDone: () => void;
  onOver: (problem?: FormProblem) => void;
}) {
  const [busy, setBusy] = useState(false);
  const [isRecovery, setRecovery] = useState(false);
  const [problem, setProblem] = useState<FormProblem>();
  const form = useRef<HTMLFormElement>(null);
  const focused = useRef<boolean>(undefined);
  useEffect(() => {
    if (focused.current === isRecovery) return;
    focused.current = isRecovery;
    form.current?.querySelector("input")?.focus();
  }, [isRecovery]);

  async function send(): Promise<void> {
    const input = form.current?.querySelector("input");
    if (busy || !input) return;
    const code = isRecovery ? input.value.trim() : digitsOf(input.value);
    const mistake = isRecovery ? checkRecoveryField(code) : checkCodeField(code);
    if (mistake) return setProblem(mistake);
    setBusy(true);
    setProblem(undefined);
    try {
      await (isRecovery ? factor.recover(code) : factor.verify(code));
      onDone();
    } catch (error) {
      if (knownAuthProblem(error) === undefined) logFailure("The second step failed", error);
      if (isSignInOver(error)) return onOver(authProblem(error));
      setProblem(authProblem(error));
      // The next one is typed in its place.
      input.value = "";
      input.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {isRecovery ? (
        <TextField
          key="recovery"
          name="code"
          label="Recovery code"
          autoComplete="off"
          maxLength={60}
          readOnly={busy}
          problem={problem?.field === "code" ? problem.text : undefined}
        />
      ) : (
        <CodeField
          name="code"
          label="Code of your authenticator app (six digits)"
          readOnly={busy}
          problem={problem?.field === "code" ? problem.text : undefined}
          onWhole={() => void send()}
        />
      )}
      <p className="form-problem" role="alert">
        {problem === undefined || problem.field === "code" ? null : problem.text}
      </p>
      <p className="modal-buttons">
        <button type="submit" className="submit" aria-disabled={busy}>
          {busy ? "Checking..." : "Go on"}
        </button>
        <button type="button" className="as-link" disabled={busy} onClick={() => onOver()}>
          Back
        </button>
        <button
          type="button"
          className="as-link"
          disabled={busy}
          onClick={() => {
            setRecovery(!isRecovery);
            setProblem(undefined);
          }}
        >
          {isRecovery ? "Use the code of your app" : "Use a recovery code"}
        </button>
      </p>
    </form>
  );
}
