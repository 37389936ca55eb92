import type { RefObject, SubmitEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { usernameMaxLength } from "#lib/user-record.ts";
import { askForSignInMail } from "./account-actions-by-mail.ts";
import { stepAfter } from "./account-actions-second-factor.ts";
import { createAccount, signIn } from "./account-actions.ts";
import { authProblem, checkForm, knownAuthProblem, passwordHint } from "./auth-message.ts";
import type { FormProblem } from "./auth-message.ts";
import { PasswordField } from "./form-fields-password.tsx";
import { TextField } from "./form-fields.tsx";
import { useInvite } from "./invite.ts";
import { logFailure } from "./log-failure.ts";
import { useSession } from "./session.ts";
import { doorOf, doorTexts, leadOf } from "./sign-in-panel-door.ts";
import { keepTypedEmail, typedEmail } from "./sign-in-panel-email.ts";
import { MailSent } from "./sign-in-panel-mail-sent.tsx";
import { useSignInOptions } from "./sign-in-panel-options.ts";
import { SecondFactorForm } from "./sign-in-panel-second-factor.tsx";
import { usePasskeyAutofill, useWaysCode, Ways } from "./sign-in-panel-ways.tsx";
import type { Way } from "./sign-in-panel-ways.tsx";
import { setWaitingStep, useWaitingStep } from "./waiting-step.ts";

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

/**
 * Signs in or makes an account. What comes after it is seen by the session: the panel says nothing about success. What a
 * site offers beside the password is known late and stands below the rest, so that nobody's click misses what it was for.
 */
export function SignInPanel({ titleId }: { titleId: string }) {
  const { secrets } = useSession();
  // Who opens the owner's link of a new site, or an invite, has no account yet.
  const [wanted, setMode] = useState<keyof typeof words>(
    secrets.owner || secrets.invite ? "create" : "sign-in",
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem>();
  const [length, setLength] = useState(0);
  const [mailedTo, setMailedTo] = useState<string>();
  const factor = useWaitingStep();
  const options = useSignInOptions();
  const invite = useInvite(secrets.invite);
  const door = doorOf({ policy: options?.signUp, hasInvite: secrets.invite !== undefined, invite });
  const mode = door === "open" ? wanted : "sign-in";
  const form = useRef<HTMLFormElement>(null);
  const isNew = mode === "create";
  const { title, submit, busy: busyText, other } = words[mode];
  const offered = options?.providers ?? [];
  const code = useWaysCode(options?.passkeys === true, offered.length > 0);
  const { providers } = code;
  const passkeys = !isNew && code.passkeys;
  usePasskeyAutofill(passkeys, fail);

  useEffect(() => {
    if (problem) focusField(form.current, problem.field === "email" ? "email" : "password");
  }, [problem]);
  useFirstFieldAfterSwitch(form, mode);

  function send(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { email, password, name } = readFields(event.currentTarget);
    void act(checkForm({ ...email, password, isNew }), async () => {
      if (isNew) {
        const sendsMail = options?.sendsMail === true;
        const fields = { name, email: email.email, password };
        await createAccount({ ...fields, invite: secrets.invite, sendsMail });
      } else setWaitingStep(await signIn(email.email, password));
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
      fail(error);
    } finally {
      setBusy(false);
    }
  }

  function fail(error: unknown): void {
    if (knownAuthProblem(error) === undefined) logFailure("Sign-in failed", error);
    setProblem(authProblem(error));
  }

  const ways: Way[] = [];
  if (passkeys) {
    const run = (signal: AbortSignal) => passkeys.signInWithPasskey({ signal });
    ways.push({
      id: "passkey",
      title: "Use a passkey",
      waiting: "Waiting for the passkey...",
      run,
    });
  }
  if (providers) {
    for (const { id, name } of offered) {
      const run = async (signal: AbortSignal) => {
        const returnTo = location.pathname + location.search;
        const about = { returnTo, signal, ...(secrets.invite && { invite: secrets.invite }) };
        try {
          if ((await providers.signInWithProvider(id, about)) === "leaving") return "leaving";
        } catch (error) {
          setWaitingStep(await stepAfter(error));
        }
        return undefined;
      };
      ways.push({ id, title: `Continue with ${name}`, waiting: `Waiting for ${name}...`, run });
    }
  }

  if (factor) {
    return (
      <section className="sign-in" aria-labelledby={titleId}>
        <h2 id={titleId}>One more step</h2>
        <SecondFactorForm
          factor={factor}
          onDone={() => setWaitingStep(undefined)}
          onOver={(why) => {
            setWaitingStep(undefined);
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
  const lead = leadOf({ ...secrets, known: invite });
  return (
    <section className="sign-in" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {lead === undefined ? null : <p className="soft">{lead}</p>}
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
          autoComplete={isNew ? "username" : "username webauthn"}
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
        {isNew ? null : (
          <Link className="as-link" to="/forgot-password">
            Forgot password
          </Link>
        )}
        {door === "open" ? (
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
        ) : null}
        {isNew || !options?.emailLink ? null : (
          <button type="button" className="as-link" disabled={busy} onClick={sendMail}>
            E-mail me a sign-in link
          </button>
        )}
      </p>
      {door === "open" ? null : <p className="quiet">{doorTexts[door]}</p>}
      <Ways ways={ways} busy={busy} onRun={(work) => void act(undefined, work)} />
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
