/** Follows the auth state of the browser, all its tabs included, from the first need to the end of the page. */
import type { User } from "firebase/auth";
import { openAuth } from "#app/live/firebase.ts";
import { followAccount } from "./follow-account.ts";
import { forgetLastUser } from "./last-user.ts";
import { untilDone } from "./until-done.ts";
import { changeSession, currentSession } from "./session.ts";

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
  sdk.onAuthStateChanged(auth, (account: User | null) => {
    life.abort();
    life = new AbortController();
    if (account === null) becomeSignedOut();
    else void followAccount(account, life.signal);
  });
}

function becomeSignedOut(): void {
  forgetLastUser();
  const { ownerSecret, asked } = currentSession();
  changeSession({
    status: "signed-out",
    user: undefined,
    problem: undefined,
    // It was for who has gone.
    notice: undefined,
    asked: asked || ownerSecret !== undefined,
  });
}
