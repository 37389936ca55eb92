/** Whether people may change their e-mail without a mail to the new address. */
import type { AuthContext } from "../auth-context.ts";
import { refusal } from "../errors.ts";
import type { Account } from "./account.ts";

/** `unproved`: while nobody has proved the one that the account has. */
export type DirectEmailChange = "always" | "unproved" | "never";

export function directEmailChange({ mails, config }: AuthContext): DirectEmailChange {
  if (!mails.isOn) return "always";
  return config.current().emailPrivacy ? "never" : "unproved";
}

/**
 * Where mail is sent, a new address is proved before it takes the place of a proved one. Else the account could be put
 * on a stranger's address, and with the way back to the old one, or with a second factor, be taken from that stranger.
 * @throws OPERATION_NOT_ALLOWED
 */
export function requireEmailChangeable(
  account: Account,
  email: string | null | undefined,
  direct: DirectEmailChange,
): void {
  if (email === undefined || account.email === null || email === account.email) return;
  if (direct === "always") return;
  const isProved = account.emailVerified || account.secondFactors.length > 0;
  if (direct === "unproved" && !isProved) return;
  throw refusal("OPERATION_NOT_ALLOWED", "Please verify the new email before changing email.");
}
