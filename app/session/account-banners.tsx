/** Above every tool: what an account has to know of itself before it goes on. */
import { useState } from "react";
import { ApiError } from "#app/live/api.ts";
import { keepAccount } from "#app/live/own-account.ts";
import { askToConfirmAgain } from "./account-actions.ts";
import { dayOf, renewAccountState, useAccountState } from "./account-state.ts";
import { authProblem, knownAuthProblem } from "./auth-message.ts";
import { logFailure } from "./log-failure.ts";
import { changeSession } from "./session.ts";
import { useSignInOptions } from "./sign-in-panel-options.ts";

export function AccountBanners() {
  const account = useAccountState();
  if (account === undefined) return null;
  const { deletionAt, emailVerified, email } = account;
  if (deletionAt !== undefined) return <DeletionBanner at={deletionAt} />;
  return emailVerified || email === undefined ? null : <ConfirmBanner email={email} />;
}

function ConfirmBanner({ email }: { email: string }) {
  const options = useSignInOptions();
  const [isSent, setSent] = useState(false);
  const { busy, problem, act } = useAct("The mail was not asked for");
  // Where no mail goes out nothing hangs on it.
  if (options?.sendsMail !== true) return null;
  return (
    <section className="account-banner" aria-label="Your e-mail is not confirmed">
      <p>
        <strong>Confirm your e-mail.</strong> Open the link in the mail to <bdi>{email}</bdi>. Until
        then you have 50 MB for files, and neither AI nor share links.
      </p>
      <Answer
        problem={problem}
        done={isSent ? "Sent. It may take some minutes, and may lie among the unwanted ones." : ""}
      />
      {isSent ? null : (
        <button
          type="button"
          className="as-link"
          aria-disabled={busy}
          onClick={() =>
            void act(async () => {
              await askAgain();
              setSent(true);
            })
          }
        >
          {busy ? "Sending..." : "Send the mail again"}
        </button>
      )}
    </section>
  );
}

async function askAgain(): Promise<void> {
  try {
    await askToConfirmAgain();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code !== "auth/too-many-requests") throw error;
    throw new ApiError(
      "A mail is on its way already. Look for it, and ask again in some minutes.",
      {
        status: 429,
        code: "mail-under-way",
        cause: error,
      },
    );
  }
}

function DeletionBanner({ at }: { at: string }) {
  const { busy, problem, act } = useAct("The account could not be kept");
  return (
    <section className="account-banner" aria-label="Your account is going to be deleted">
      <p>
        <strong>Your account will be deleted on {dayOf(at)}.</strong> Until then everything is still
        here, and you can change your mind.
      </p>
      <Answer problem={problem} done="" />
      <button
        type="button"
        className="submit"
        aria-disabled={busy}
        onClick={() =>
          void act(async () => {
            await keepAccount();
            await renewAccountState();
            changeSession({ notice: "Your account stays. Nothing of it was deleted." });
          })
        }
      >
        {busy ? "One moment..." : "Keep my account"}
      </button>
    </section>
  );
}

function Answer({ problem, done }: { problem: string | undefined; done: string }) {
  return (
    <>
      <p className="form-problem" role="alert">
        {problem}
      </p>
      <output>{done}</output>
    </>
  );
}

function useAct(what: string) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function act(work: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (knownAuthProblem(error) === undefined) logFailure(what, error);
      setProblem(authProblem(error).text);
    } finally {
      setBusy(false);
    }
  }
  return { busy, problem, act };
}
