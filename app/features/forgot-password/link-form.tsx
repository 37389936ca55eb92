import type { ReactNode, RefObject, SubmitEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { authProblem, knownAuthProblem } from "#app/session/auth-message.ts";
import type { FormProblem } from "#app/session/auth-message.ts";
import { logFailure } from "#app/session/log-failure.ts";

export type Fields = { email: string; isEmail: boolean; password: string };

/** What a form of this page is doing. `act` runs one thing at a time and keeps what went wrong, said or thrown. */
export function useAct(what: string) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem === undefined) return;
    const input = form.current?.elements.namedItem(problem.field);
    if (input instanceof HTMLInputElement) input.focus();
  }, [problem]);

  async function act(
    mistake: FormProblem | undefined,
    work: () => Promise<FormProblem | void>,
  ): Promise<void> {
    if (busy) return;
    setProblem(mistake);
    if (mistake) return;
    setBusy(true);
    try {
      const found = await work();
      if (found) setProblem(found);
    } catch (error) {
      if (knownAuthProblem(error) === undefined) logFailure(what, error);
      setProblem(authProblem(error));
    } finally {
      setBusy(false);
    }
  }

  const textOf = (field: FormProblem["field"]) =>
    problem?.field === field ? problem.text : undefined;
  return { busy, form, act, textOf };
}

export function LinkForm({
  form,
  busy,
  submit,
  busyText,
  problem,
  onSend,
  children,
}: {
  form: RefObject<HTMLFormElement | null>;
  busy: boolean;
  submit: string;
  busyText: string;
  problem: string | undefined;
  onSend: (fields: Fields) => void;
  children?: ReactNode;
}) {
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSend(readFields(event.currentTarget));
  };
  return (
    // Sent before its script is there, a dialog's form goes nowhere: no address may hold what was typed.
    <form ref={form} method="dialog" noValidate onSubmit={send}>
      {children}
      <p className="form-problem" role="alert">
        {problem}
      </p>
      <button type="submit" className="submit" aria-disabled={busy}>
        {busy ? busyText : submit}
      </button>
    </form>
  );
}

function readFields(form: HTMLFormElement): Fields {
  const valueOf = (name: string) => {
    const input = form.elements.namedItem(name);
    return input instanceof HTMLInputElement ? input : undefined;
  };
  const email = valueOf("email");
  return {
    email: email?.value.trim() ?? "",
    isEmail: email?.validity.typeMismatch === false,
    password: valueOf("password")?.value ?? "",
  };
}
