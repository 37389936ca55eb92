/** Whose mails go out whatever strangers ask for. */
import { OperationError } from "../../sqlite/index.ts";
import type { Account } from "../accounts/account.ts";
import type { AuthContext } from "../auth-context.ts";
import type { AuthMailKind } from "./auth-mail.ts";

/** So that nobody signs strangers' addresses up only for the mails that they get. */
const OLD_AFTER_MS = 24 * 60 * 60 * 1000;

/** `proved`: the address is the account's. `old`: nobody has proved it, but it has been here for a day. */
export type Standing = "new" | "old" | "proved";

export function standingOf(
  { emailVerified, createdAt }: Pick<Account, "emailVerified" | "createdAt">,
  nowMs: number,
): Standing {
  if (emailVerified) return "proved";
  return nowMs - createdAt >= OLD_AFTER_MS ? "old" : "new";
}

/** @throws TOO_MANY_ATTEMPTS_TRY_LATER */
export function takeRoomFor(
  { limiter }: Pick<AuthContext, "limiter">,
  standing: Standing,
  mail: AuthMailKind,
): void {
  if (standing === "new") limiter.take("mailToNewcomer", { mail });
  if (standing === "old") limiter.take("mailToUnproved", { mail });
}

/** For who must not be told that there is no room. */
export function hasRoomFor(
  context: Pick<AuthContext, "limiter">,
  standing: Standing,
  mail: AuthMailKind,
): boolean {
  try {
    takeRoomFor(context, standing, mail);
    return true;
  } catch (error) {
    // Only the limiter's refusal: there is no room.
    if (error instanceof OperationError) return false;
    throw error;
  }
}
