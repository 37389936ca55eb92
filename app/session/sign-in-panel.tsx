import type { RefObject, SubmitEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { usernameMaxLength } from "#lib/user-record.ts";
import { askForSignInMail } from "./account-actions-by-mail.ts";
import type { SecondFactor } from "./account-actions-second-factor.ts";
import { createAccount, signIn } from "./account-actions.ts";
import { authProblem, checkForm, knownAuthProblem, passwordHint } from "./auth-message.ts";
import type { FormProblem } from "./auth-message.ts";
import { PasswordField } from "./form-fields-password.tsx";
import { TextField } from "./form-fields.tsx";
import { logFailure } from "./log-failure.ts";
import { useSession } from "./session.ts";
import { keepTypedEmail, typedEmail } from "./sign-in-panel-email.ts";
import { useSignInOptions } from "./sign-in-panel-options.ts";
import { SecondFactorForm } from "./sign-in-panel-second-factor.tsx";

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

/** Signs in or makes an account. What comes after it is seen by the session: the panel says nothing about success. */
export function SignInPanel({ titleId }: { titleId: string }) {
  const { ownerSecret } = useSession();
  // Who opens the owner's link of a new site has no account yet.
  const [mode, setMode] = useState<keyof typeof words>(ownerSecret ? "create" : "sign-in");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem>();
  const [length, setLength] = useState(0);
  const [factor, setFactor] = useState<SecondFactor>();
  const [mailedTo, setMailedTo] = useState<string>();
  const options = useSignInOptions();
  const form = useRef<HTMLFormElement>(null);
  const isNew = mode === "create";
  const { title, submit, busy: busyText, other } = words[mode];

  useEffect(() => {
    if (problem) focusField(form.current, problem.field === "email" ? "email" : "password");
  }, [problem]);
  useFirstFieldAfterSwitch(form, mode);

  function send(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { email, password, name } = readFields(event.currentTarget);
    void act(checkForm({ ...email, password, isNew }), async () => {
      if (isNew) await createAccount({ name, email: email.email, password });
      else setFactor(await signIn(email.email, password));
      keepTypedEmail("");
    });
  }

  function sendMail(): void {
    if (form.current === null) return;
    const { email } = readFields(form.current);
    // The password is of no matter here.
    void act(checkForm({ ...email, password: "-", isNew: false }), async () => {
      await askForSignInMail(email.email, location.pathname + location.search);
      setMailedTo(email.email);
    });
  }

  async function act(mistake: FormProblem | undefined, work: () => Promise<void>): Promise<void> {
    if (busy) return;
    if (mistake) return setProblem(mistake);
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (knownAuthProblem(error) === undefined) logFailure("Sign-in failed", error);
      setProblem(authProblem(error));
    } finally {
      setBusy(false);
    }
  }

  if (factor) {
    const done = () => setFactor(undefined);
    return (
      <section className="sign-in" aria-labelledby={titleId}>
        <h2 id={titleId}>One more step</h2>
        <SecondFactorForm
          factor={factor}
          onDone={done}
          onOver={(why) => {
            done();
            setProblem(why);
          }}
        />
      </section>
    );
  }
  if (mailedTo !== undefined) {
    return (
      <MailSent
        titleId={titleId}
        email={mailedTo}
        sendsMail={options?.sendsMail !== false}
        onBack={() => setMailedTo(undefined)}
      />
    );
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
        onSubmit={send}
        onInput={({ currentTarget, target }) => {
          keepTypedEmail(readFields(currentTarget).email.email);
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
          defaultValue={typedEmail()}
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
        {isNew || !options?.emailLink ? null : (
          <button type="button" className="as-link" disabled={busy} onClick={sendMail}>
            E-mail me a sign-in link
          </button>
        )}
      </p>
    </section>
  );
}

function MailSent({
  titleId,
  email,
  sendsMail,
  onBack,
}: {
  titleId: string;
  email: string;
  sendsMail: boolean;
  onBack: () => void;
}) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <section className="sign-in" aria-labelledby={titleId}>
      <h2 id={titleId}>{sendsMail ? "Look into your mail" : "Ask the owner"}</h2>
      <output>
        {sendsMail ? (
          <>
            If <bdi>{email}</bdi> may sign in here, a mail with a link is on its way. Open it in
            this browser.
          </>
        ) : (
          <>
            This site sends no mail by itself. If <bdi>{email}</bdi> may sign in here, a link for it
            lies ready: ask the owner of the site for it, and open it in this browser.
          </>
        )}
      </output>
      <p>
        <button ref={back} type="button" className="as-link" onClick={onBack}>
          Back
        </button>
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
