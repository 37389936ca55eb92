import type { User } from "firebase/auth";
import { waitOrOnline } from "#app/live/wait-or-online.ts";
import type { Roles } from "#lib/user-record.ts";
import { logFailure } from "./log-failure.ts";

// The server mirrors the record into the claims a moment after it has changed.
const waitsMs = [0, 1000, 4000, 15_000];

type Account = Pick<User, "getIdToken" | "getIdTokenResult">;

/**
 * Gets a fresh ID token while its claims are not what the record says: the rules of documents and files know roles from
 * the token only. Gives up after a while; the SDK refreshes the token each hour in any case.
 */
export function createClaimsFollower(
  account: Account,
  life: AbortSignal,
  wait: typeof waitOrOnline = waitOrOnline,
): (roles: Roles) => void {
  let latest: Roles | undefined;
  return (roles) => {
    if (latest?.admin === roles.admin && latest.editor === roles.editor) return;
    latest = roles;
    void refresh(roles);
  };

  async function refresh(roles: Roles): Promise<void> {
    try {
      for (const ms of waitsMs) {
        // Each try waits for the one before it.
        // oxlint-disable no-await-in-loop
        await wait(ms, life);
        if (life.aborted || latest !== roles) return;
        if (sameRoles((await account.getIdTokenResult()).claims, roles)) return;
        await account.getIdToken(true);
        // oxlint-enable no-await-in-loop
      }
    } catch (error) {
      if (!life.aborted) logFailure("The ID token was not refreshed", error);
    }
  }
}

function sameRoles(claims: Record<string, unknown>, roles: Roles): boolean {
  return (claims["admin"] === true) === roles.admin && (claims["editor"] === true) === roles.editor;
}
