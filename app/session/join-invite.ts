import type { User } from "firebase/auth";
import { ApiError, callApi } from "#app/live/api.ts";
import type { InviteRole } from "#lib/sign-up-policy.ts";
import { accountNow } from "./account-now.ts";
import { forgetSecret } from "./forget-secret.ts";
import { logFailure } from "./log-failure.ts";
import { changeSession, currentSession, subscribe } from "./session.ts";

/**
 * Gives this account what an invite is for, if one was opened. The returned function is called when the account's record
 * exists; an invite that is opened later is then seen by itself.
 */
export function joinWhenInvited(account: User, life: AbortSignal): () => void {
  let posted: string | undefined;
  let isReady = false;
  const look = () => {
    const { invite } = currentSession().secrets;
    if (!isReady || invite === undefined || invite === posted) return;
    posted = invite;
    void join(account, invite, life);
  };
  life.addEventListener("abort", subscribe(look), { once: true });
  return () => {
    isReady = true;
    look();
  };
}

async function join(account: User, code: string, life: AbortSignal): Promise<void> {
  try {
    const { role } = await callApi<{ role: InviteRole }>("POST", "/api/invites/join", { code });
    forgetSecret("invite");
    if (life.aborted || role !== "editor") return;
    changeSession({ notice: "You are an editor of this site now." });
    await (await accountNow(account)).getIdToken(true);
  } catch (error) {
    const isOver = error instanceof ApiError && ["invite-gone", "refused"].includes(error.code);
    if (isOver) forgetSecret("invite");
    else logFailure("The invite could not be used yet", error);
    if (!life.aborted && error instanceof ApiError) changeSession({ notice: error.message });
  }
}
