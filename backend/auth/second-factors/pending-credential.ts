/**
 * Between the first factor and the second: what the SDK shows again to finish the sign-in. It is sealed, so that nothing
 * is stored for people who never come back; the session that it may begin has its id already, so that it begins once.
 */
import type { Account, Identity, SignInProvider } from "../accounts/account.ts";
import type { AuthContext } from "../auth-context.ts";
import { refusal } from "../errors.ts";
import { newSessionId } from "../sessions/sessions.ts";
import { toMfaInfo } from "./mfa-info.ts";

const LIFETIME_MS = 5 * 60 * 1000;
const PURPOSE = "pending second factor";

/** What the account was like when its first factor was proved. */
export type PendingSignIn = {
  uid: string;
  provider: SignInProvider;
  sessionId: string;
  epoch: number;
  passwordUpdatedAt: number | null;
  expiresAt: number;
  /** Becomes a way in with the second factor. */
  link?: Identity;
};

/**
 * For an account whose first factor has been proved: what the answer has instead of tokens, undefined when the account
 * has no second factor and may begin its session. Custom tokens are not asked, as at Firebase.
 */
export function requireSecondFactor(
  context: AuthContext,
  account: Account,
  { provider }: { provider: SignInProvider },
  link?: Identity,
) {
  if (account.secondFactors.length === 0) return undefined;
  const { uid, epoch, passwordUpdatedAt, secondFactors } = account;
  const pending: PendingSignIn = {
    uid,
    provider,
    sessionId: newSessionId(),
    epoch,
    passwordUpdatedAt,
    expiresAt: context.nowMs() + LIFETIME_MS,
    ...(link && { link }),
  };
  return {
    mfaPendingCredential: context.sealing.seal(PURPOSE, pending),
    mfaInfo: secondFactors.map(toMfaInfo),
  };
}

/** @throws INVALID_MFA_PENDING_CREDENTIAL, TOTP_CHALLENGE_TIMEOUT */
export function openPendingCredential(context: AuthContext, text: string): PendingSignIn {
  const pending = context.sealing.open(PURPOSE, text) as PendingSignIn | undefined;
  if (pending === undefined) throw refusal("INVALID_MFA_PENDING_CREDENTIAL");
  if (context.nowMs() >= pending.expiresAt) {
    throw refusal("TOTP_CHALLENGE_TIMEOUT", "Too late for the second factor; sign in again.");
  }
  return pending;
}

/** For the server's own code: whose sign-in waits. It is not used up. @throws INVALID_MFA_PENDING_CREDENTIAL, USER_DISABLED */
export async function readPendingSignIn(
  context: AuthContext,
  text: string,
): Promise<{ uid: string }> {
  const pending = openPendingCredential(context, text);
  await context.sqlite.read("auth.requirePendingSignIn", pending);
  return { uid: pending.uid };
}
