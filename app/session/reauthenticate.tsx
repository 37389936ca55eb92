/** For what a borrowed screen must not be enough for: the person shows once more that it is them. */
import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { Modal } from "#app/ui/modal.tsx";
import { reauthenticate, sessionToReplace, waysOfAccount } from "./account-actions-again.ts";
import type { AccountWays } from "./account-actions-again.ts";
import { stepAfter } from "./account-actions-second-factor.ts";
import type { SecondFactor } from "./account-actions-second-factor.ts";
import { authProblem, checkForm, knownAuthProblem } from "./auth-message.ts";
import type { FormProblem } from "./auth-message.ts";
import { PasswordField } from "./form-fields-password.tsx";
import { logFailure } from "./log-failure.ts";
import { useSignInOptions } from "./sign-in-panel-options.ts";
import { SecondFactorForm } from "./sign-in-panel-second-factor.tsx";
import { useWaysCode, Ways } from "./sign-in-panel-ways.tsx";
import type { Way } from "./sign-in-panel-ways.tsx";

type Asked = { by: "password" | "any"; answer: (isDone: boolean) => void };

let asked: Asked | undefined;
const listeners = new Set<() => void>();

/**
 * Asks who is signed in to sign in again, over the page. Resolves with true once that is done, with false when they left
 * it. `by`: only by the password, for what asks for that.
 */
export function askToSignInAgain({ by = "any" }: { by?: Asked["by"] } = {}): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    const answer = (isDone: boolean) => {
      if (asked?.answer !== answer) return;
      set(undefined);
      resolve(isDone);
    };
    set({ by, answer });
  });
}

function set(next: Asked | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

export function SignInAgainDialog() {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
    () => undefined,
  );
  const id = useId();
  if (now === undefined) return null;
  return (
    <Modal label={id} onClose={() => now.answer(false)}>
      <SignInAgain titleId={id} by={now.by} onDone={() => now.answer(true)} />
      <button type="button" className="modal-close" onClick={() => now.answer(false)}>
        Cancel
      </button>
    </Modal>
  );
}

function SignInAgain({
  titleId,
  by,
  onDone: onAnswered,
}: {
  titleId: string;
  by: Asked["by"];
  onDone: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem>();
  const [factor, setFactor] = useState<SecondFactor>();
  const [known, setKnown] = useState<AccountWays>();
  const [before, setBefore] = useState<{ end: () => Promise<void> }>();
  const form = useRef<HTMLFormElement>(null);
  const options = useSignInOptions();
  const isAny = by === "any";
  const offered = (options?.providers ?? []).filter(({ id }) => known?.providers.includes(id));
  const { passkeys, providers } = useWaysCode(
    isAny && options?.passkeys === true && known?.hasPasskey === true,
    isAny && offered.length > 0,
  );

  useEffect(() => {
    const life = new AbortController();
    const look = async () => {
      try {
        // Now already: what opens a window cannot wait for anything after the click.
        const [end, ways] = await Promise.all([sessionToReplace(), waysOfAccount()]);
        if (life.signal.aborted) return;
        setBefore({ end });
        setKnown(ways);
      } catch (error) {
        if (life.signal.aborted) return;
        logFailure("The ways into the account were not read", error);
        setProblem(authProblem(error));
      }
    };
    void look();
    return () => life.abort();
  }, []);
  useEffect(() => {
    if (known?.hasPassword) form.current?.querySelector<HTMLElement>("[name=password]")?.focus();
  }, [known]);

  function onDone(): void {
    void before?.end();
    onAnswered();
  }

  async function act(mistake: FormProblem | undefined, work: () => Promise<void>): Promise<void> {
    if (busy) return;
    setProblem(mistake);
    if (mistake) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      await step(error);
    } finally {
      setBusy(false);
    }
  }

  async function step(failure: unknown): Promise<void> {
    try {
      setFactor(await stepAfter(failure));
    } catch (error) {
      if (knownAuthProblem(error) === undefined) logFailure("Signing in again failed", error);
      setProblem(wrongPassword(authProblem(error)));
    }
  }

  if (factor) {
    return (
      <section className="sign-in" aria-labelledby={titleId}>
        <h2 id={titleId}>One more step</h2>
        <SecondFactorForm
          factor={factor}
          onDone={onDone}
          onOver={(why) => {
            setFactor(undefined);
            setProblem(why);
          }}
        />
      </section>
    );
  }
  const ways: Way[] = [];
  if (passkeys) {
    ways.push({
      id: "passkey",
      title: "Use a passkey",
      waiting: "Waiting for the passkey...",
      async run() {
        await passkeys.reauthenticateWithPasskey();
        onDone();
      },
    });
  }
  if (providers) {
    for (const { id, name } of offered) {
      ways.push({
        id,
        title: `Continue with ${name}`,
        waiting: `Waiting for ${name}...`,
        async run() {
          const returnTo = location.pathname + location.search + location.hash;
          const outcome = await providers.reauthenticateWithProvider(id, { returnTo });
          if (outcome === "leaving") return outcome;
          onDone();
          return undefined;
        },
      });
    }
  }
  const textOf = (field: FormProblem["field"]) =>
    problem?.field === field ? problem.text : undefined;
  return (
    <section className="sign-in" aria-labelledby={titleId}>
      <h2 id={titleId}>Is it you?</h2>
      <p className="soft">
        Sign in once more to go on. It keeps others from doing this at your screen.
      </p>
      {known?.hasPassword ? (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const input = event.currentTarget.elements.namedItem("password");
            const password = input instanceof HTMLInputElement ? input.value : "";
            const { email } = known;
            void act(checkForm({ email, isEmail: true, password, isNew: false }), async () => {
              await reauthenticate(password);
              onDone();
            });
          }}
        >
          {/* For password managers. */}
          <input
            className="unseen"
            name="email"
            autoComplete="username"
            value={known.email}
            readOnly
            tabIndex={-1}
            aria-hidden="true"
          />
          <PasswordField
            name="password"
            label="Password"
            autoComplete="current-password"
            readOnly={busy}
            hint={undefined}
            problem={textOf("password")}
            onInput={() => setProblem(undefined)}
          />
          <p className="form-problem" role="alert">
            {textOf("form") ?? textOf("email")}
          </p>
          <button type="submit" className="submit" aria-disabled={busy}>
            {busy ? "Checking..." : "Go on"}
          </button>
        </form>
      ) : (
        <p className="form-problem" role="alert">
          {problem?.text}
        </p>
      )}
      <Ways ways={ways} busy={busy} onRun={(work) => void act(undefined, work)} />
      {known !== undefined && !known.hasPassword && ways.length === 0 ? (
        <p>
          {isAny
            ? "This account has no password. Sign out and sign in again, then come back here."
            : "This account has no password. Set one first: under “Forgot password” a link comes by mail."}
        </p>
      ) : null}
    </section>
  );
}

/** The address is given here, so only the password can be wrong. */
function wrongPassword(problem: FormProblem): FormProblem {
  return problem.text === authProblem(wrong).text
    ? { field: "password", text: "This is not your password." }
    : problem;
}

const wrong = Object.assign(new Error("wrong"), { code: "auth/wrong-password" });
