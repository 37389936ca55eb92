/** Follows the auth state of the browser, all its tabs included, from the first need to the end of the page. */
import type { User } from "firebase/auth";
import { openAuth } from "#app/live/firebase.ts";
import { followAccount } from "./follow-account.ts";
import { forgetLastUser } from "./last-user.ts";
import { stepAfter } from "./account-actions-second-factor.ts";
import { authProblem, isLeft, knownAuthProblem } from "./auth-message.ts";
import { forgetSecret } from "./forget-secret.ts";
import { logFailure } from "./log-failure.ts";
import { leavePush } from "./notifications/leave-push.ts";
import { lastUserKey, readStored } from "./stored.ts";
import { untilDone } from "./until-done.ts";
import { changeSession, currentSession } from "./session.ts";
import { setWaitingStep } from "./waiting-step.ts";
import { rememberWhyEnded, whyEnded } from "./why-ended.ts";

const unreachable = "The site cannot be reached to see who is signed in. Trying again.";

export function openSession(): void {
  void follow();
}

async function follow(): Promise<void> {
  const { auth, sdk } = await untilDone(openAuth, {
    failed: () => {
      // Who only looks at the panel is told when the form is sent.
      if (currentSession().status === "unknown") changeSession({ problem: unreachable });
    },
  });
  changeSession({ problem: undefined });
  let life = new AbortController();
  let followed: string | undefined;
  sdk.onAuthStateChanged(auth, (account: User | null) => {
    life.abort();
    life = new AbortController();
    if (account === null) becomeSignedOut(followed);
    else void followAccount(account, life.signal);
    followed = account?.uid;
  });
  await comeBackFromProvider();
}

/** Goes on with a sign-in at a provider that this page was left for. */
async function comeBackFromProvider(): Promise<void> {
  const { provider: answer } = currentSession().secrets;
  if (answer === undefined) return;
  forgetSecret("provider");
  try {
    const { finishProviderRedirect } = await import("#app/live/provider-sign-in.ts");
    await finishProviderRedirect(answer);
  } catch (error) {
    if (isLeft(error)) return;
    try {
      setWaitingStep(await stepAfter(error));
      changeSession({ asked: true });
    } catch {
      if (knownAuthProblem(error) === undefined) logFailure("Sign-in by a provider failed", error);
      changeSession({ notice: authProblem(error).text });
    }
  }
}

/** @param followed who was signed in until now */
function becomeSignedOut(followed: string | undefined): void {
  // Who signs out, in whatever tab, has the browser forget them first.
  const isEnded = followed !== undefined && readStored(lastUserKey) === followed;
  // The other tabs find them forgotten by now.
  if (isEnded && whyEnded(followed) === undefined) rememberWhyEnded(followed, "ended");
  forgetLastUser();
  // Of a session that was ended elsewhere.
  void leavePush({ tellsServer: false });
  const { secrets, asked } = currentSession();
  changeSession({
    status: "signed-out",
    user: undefined,
    problem: undefined,
    // What was said before was for who has gone.
    notice: followed === undefined ? undefined : whyEnded(followed),
    asked: asked || (secrets.owner ?? secrets.invite) !== undefined,
  });
}
