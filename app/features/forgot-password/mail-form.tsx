import type { ReactNode, SubmitEvent } from "react";
import { useState } from "react";
import { TextField } from "#app/session/form-fields.tsx";
import { typedEmail } from "#app/session/sign-in-panel-email.ts";

const unreachable = "The site cannot be reached. Check your connection and try again.";

/** Asks for a mail. Small, because it is part of the page's first load: what it does comes when it is sent. */
export function MailForm({
  onAnswer,
}: {
  /** Takes what is shown in the page's place; undefined when the form is wanted once more. */
  onAnswer: (answer: ReactNode) => void;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ field: string; text: string }>();

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem("email");
    if (busy || !(input instanceof HTMLInputElement)) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const sending = await import("./send-password-mail.tsx");
      const outcome = await sending.sendPasswordMail({
        email: input.value.trim(),
        isEmail: !input.validity.typeMismatch,
        onAgain: () => onAnswer(undefined),
      });
      if ("answer" in outcome) onAnswer(outcome.answer);
      else {
        setProblem(outcome.problem);
        input.focus();
      }
    } catch {
      // Only the code that sends can be missing here.
      setProblem({ field: "form", text: unreachable });
    } finally {
      setBusy(false);
    }
  }

  return (
    // Sent before its script is there, a dialog's form goes nowhere: no address may hold what was typed.
    <form method="dialog" noValidate onSubmit={(event) => void send(event)}>
      <TextField
        name="email"
        type="email"
        label="E-mail"
        autoComplete="username"
        defaultValue={typedEmail()}
        readOnly={busy}
        problem={problem?.field === "email" ? problem.text : undefined}
      />
      <p className="form-problem" role="alert">
        {problem?.field === "form" ? problem.text : null}
      </p>
      <button type="submit" className="submit" aria-disabled={busy}>
        {busy ? "Sending..." : "Send the link"}
      </button>
    </form>
  );
}
