import type { RefObject, SubmitEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { usernameMaxLength } from "#lib/user-record.ts";
import { createAccount, signIn } from "./account-actions.ts";
import { authProblem, checkForm, knownAuthProblem, passwordHint } from "./auth-message.ts";
import type { FormProblem } from "./auth-message.ts";
import { PasswordField, TextField } from "./form-fields.tsx";
import { logFailure } from "./log-failure.ts";
import { useSession } from "./session.ts";

const words = {
  "sign-in": {
    title: "Sign in",
    submit: "Sign in",
    busy: "Signing in...",
    other: "Create an account",
  },
  create: {
    title: "Create an account",
    submit: "Create account",
    busy: "Creating the account...",
    other: "I have an account",
  },
} as const;

// For who closes the dialog and opens it again. A password is never kept.
let typedEmail = "";

/** Signs in or makes an account. What comes after it is seen by the session: the panel says nothing about success. */
export function SignInPanel({ titleId }: { titleId: string }) {
  const { ownerSecret } = useSession();
  // Who opens the owner's link of a new site has no account yet.
  const [mode, setMode] = useState<keyof typeof words>(ownerSecret ? "create" : "sign-in");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem>();
  const [length, setLength] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const isNew = mode === "create";
  const { title, submit, busy: busyText, other } = words[mode];

  useEffect(() => {
    if (problem) focusField(form.current, problem.field === "email" ? "email" : "password");
  }, [problem]);
  useFirstFieldAfterSwitch(form, mode);

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const { email, password, name } = readFields(event.currentTarget);
    const mistake = checkForm({ ...email, password, isNew });
    if (mistake) return setProblem(mistake);
    setBusy(true);
    setProblem(undefined);
    try {
      if (isNew) await createAccount({ name, email: email.email, password });
      else await signIn(email.email, password);
      typedEmail = "";
    } catch (error) {
      if (knownAuthProblem(error) === undefined) logFailure("Sign-in failed", error);
      setProblem(authProblem(error));
    } finally {
      setBusy(false);
    }
  }

  const textOf = (field: FormProblem["field"]) =>
    problem?.field === field ? problem.text : undefined;
  return (
    <section className="sign-in" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {ownerSecret ? (
        <p className="soft">
          If this link is still valid, it makes the account you use here the owner of this site.
        </p>
      ) : null}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => void send(event)}
        onInput={({ currentTarget, target }) => {
          typedEmail = readFields(currentTarget).email.email;
          // What is being corrected is no mistake any more.
          if (target instanceof HTMLInputElement && target.name === problem?.field)
            setProblem(undefined);
        }}
      >
        {isNew ? (
          <TextField
            name="name"
            label="Name (optional)"
            autoComplete="name"
            maxLength={usernameMaxLength}
            readOnly={busy}
          />
        ) : null}
        <TextField
          name="email"
          type="email"
          label="E-mail"
          autoComplete="username"
          defaultValue={typedEmail}
          readOnly={busy}
          problem={textOf("email")}
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete={isNew ? "new-password" : "current-password"}
          readOnly={busy}
          // A problem says all that the hint does.
          hint={isNew && !textOf("password") ? passwordHint(length) : undefined}
          problem={textOf("password")}
          onInput={setLength}
        />
        <p className="form-problem" role="alert">
          {textOf("form")}
        </p>
        <button type="submit" className="submit" aria-disabled={busy}>
          {busy ? busyText : submit}
        </button>
      </form>
      <p className="sign-in-other">
        <button
          type="button"
          className="as-link"
          disabled={busy}
          onClick={() => {
            setMode(isNew ? "sign-in" : "create");
            setProblem(undefined);
          }}
        >
          {other}
        </button>
        {isNew ? null : (
          <Link className="as-link" to="/forgot-password">
            Forgot password
          </Link>
        )}
      </p>
    </section>
  );
}

function readFields(form: HTMLFormElement) {
  const field = (name: string) => form.elements.namedItem(name);
  const valueOf = (name: string) => {
    const input = field(name);
    return input instanceof HTMLInputElement ? input.value : "";
  };
  const input = field("email");
  const email = {
    email: valueOf("email").trim(),
    isEmail: input instanceof HTMLInputElement && !input.validity.typeMismatch,
  };
  return { email, password: valueOf("password"), name: valueOf("name").trim() };
}

function useFirstFieldAfterSwitch(form: RefObject<HTMLFormElement | null>, mode: string): void {
  const last = useRef(mode);
  useEffect(() => {
    if (last.current === mode) return;
    last.current = mode;
    form.current?.querySelector("input")?.focus();
  }, [form, mode]);
}

function focusField(form: HTMLFormElement | null, name: string): void {
  const input = form?.elements.namedItem(name);
  if (input instanceof HTMLInputElement) input.focus();
}
