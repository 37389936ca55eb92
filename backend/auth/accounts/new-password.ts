/** A password that somebody chooses: long enough, as the site wants it, and not one that thieves try first. */
import type { AuthContext } from "../auth-context.ts";
import { type Body, readString } from "../http/body.ts";
import { requirePolicy } from "../config/password-policy.ts";
import { refuseKnownPassword } from "../passwords/acceptable-password.ts";
import { parseNewPassword } from "./account-fields.ts";

/**
 * @param of whose it is to be, with the e-mail as it will be
 * @throws MISSING_PASSWORD, WEAK_PASSWORD, PASSWORD_DOES_NOT_MEET_REQUIREMENTS
 */
export async function readNewPassword(
  context: AuthContext,
  body: Body,
  name: string,
  of: { email?: string | null; displayName?: string | null },
): Promise<string> {
  const password = parseNewPassword(readString(body, name));
  requirePolicy(context.config.current().passwords, password);
  await refuseKnownPassword(password, of);
  return password;
}
