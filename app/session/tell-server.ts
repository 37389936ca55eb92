import type { User } from "firebase/auth";
import { tellServer } from "#app/live/firebase.ts";
import { readTold, rememberTold } from "./last-user.ts";
import { logFailure } from "./log-failure.ts";
import type { SessionUser } from "./session.ts";
import { untilDone } from "./until-done.ts";

type Account = Pick<User, "uid" | "email" | "emailVerified">;

/**
 * Has the server follow what is new of the account: its profile, its claims, and whether it is the owner's. Only a site on
 * Firebase needs to be told; once for each state of the account, in whatever tab or visit.
 */
export function createTeller(
  account: Account,
  life: AbortSignal,
): (user: Pick<SessionUser, "name" | "roles">) => void {
  let latest = readTold();
  return ({ name, roles }) => {
    const state = JSON.stringify([account.uid, account.email, account.emailVerified, name, roles]);
    if (state === latest) return;
    latest = state;
    void tell(state);
  };

  async function tell(state: string): Promise<void> {
    const failed = (error: unknown) =>
      logFailure("The server was not told of the account's record", error);
    try {
      const attempt = async () =>
        // What is newer is told by itself.
        latest === state && (await tellServer(`users/${account.uid}`));
      if (await untilDone(attempt, { life, failed })) rememberTold(state);
    } catch (error) {
      if (!life.aborted) throw error;
    }
  }
}
