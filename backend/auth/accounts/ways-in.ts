/** How the holder of an account can sign in to it again, and who has to do it before a change. */
import type { AuthContext } from "../auth-context.ts";
import type { Account } from "./account.ts";
import { type ActingUser, requireRecentLogin } from "./acting-user.ts";

/**
 * An anonymous person cannot sign in anew, so a recent sign-in is not asked of one; and whoever adds a way in to such an
 * account takes nothing from anybody.
 */
export function requireRecentLoginOf(context: AuthContext, user: ActingUser): void {
  const { email, passwordHash, phoneNumber, identities } = user.account;
  const isNameless =
    email === null && passwordHash === null && phoneNumber === null && identities.length === 0;
  if (user.provider !== "anonymous" || !isNameless) requireRecentLogin(context, user);
}

/** Whether a way in is left when these are taken away. */
export function isReachableWithout(account: Account, providerIds: readonly string[]): boolean {
  const byPassword = account.passwordHash !== null || account.emailLink;
  return (
    (byPassword && !providerIds.includes("password")) ||
    account.identities.some(({ providerId }) => !providerIds.includes(providerId))
  );
}
