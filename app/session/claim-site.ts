import type { User } from "firebase/auth";
import { accountNow } from "./account-now.ts";
import { ownerAnswer } from "./owner-answer.ts";
import { forgetSecret } from "./forget-secret.ts";
import { changeSession, currentSession, subscribe } from "./session.ts";

/**
 * Makes this account the site's owner by the secret of the owner's link, if one was opened. The returned function is
 * called when the account's record exists; a link that is opened later is then seen by itself.
 */
export function claimWhenAsked(account: User, life: AbortSignal): () => void {
  let posted: string | undefined;
  let isReady = false;
  const look = () => {
    const { owner: ownerSecret } = currentSession().secrets;
    if (!isReady || ownerSecret === undefined || ownerSecret === posted) return;
    posted = ownerSecret;
    void claim(account, ownerSecret, life);
  };
  life.addEventListener("abort", subscribe(look), { once: true });
  return () => {
    isReady = true;
    look();
  };
}

async function claim(account: User, secret: string, life: AbortSignal): Promise<void> {
  const status = await post(account, secret);
  const { text, done } = ownerAnswer(status);
  if (done) {
    forgetSecret("owner");
  }
  if (life.aborted) return;
  changeSession({ notice: text });
  if (status === 204) await (await accountNow(account)).getIdToken(true);
}

/** The answer's status; undefined when none came. */
async function post(account: User, secret: string): Promise<number | undefined> {
  try {
    const response = await fetch("/api/owner", {
      method: "POST",
      headers: {
        Authorization: `Bearer ${await (await accountNow(account)).getIdToken()}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({ secret }),
    });
    return response.status;
  } catch {
    return undefined;
  }
}
