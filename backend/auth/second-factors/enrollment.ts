/** `v2/accounts/mfaEnrollment:*`: people add a second factor to their own account, or take one away. */
import { randomUUID } from "node:crypto";
import { parseDisplayName } from "../accounts/account-fields.ts";
import { type ActingUser, readActingUser, requireRecentLogin } from "../accounts/acting-user.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, has, readString } from "../http/body.ts";
import { sendRevertSecondFactor } from "../codes/notices.ts";
import { refusal } from "../errors.ts";
import { type Client, answerSignedIn, newSession } from "../sessions/sessions.ts";
import { requireEnrollable } from "./second-factor-operations.ts";
import { sealSecret } from "./sealed-secret.ts";
import { readTotpInfo } from "./totp-info.ts";
import { TOTP_ALGORITHM, TOTP_DIGITS, TOTP_PERIOD_S, newTotpSecret, stepOfCode } from "./totp.ts";

/** As long as at Firebase: time to install an app, too. */
const ENROLLMENT_LIFETIME_MS = 15 * 60 * 1000;
const PURPOSE = "second factor enrollment";

type PendingEnrollment = { uid: string; epoch: number; secret: string; expiresAt: number };

export async function startEnrollment(context: AuthContext, body: Body) {
  if (has(body, "phoneEnrollmentInfo")) throw phoneNotEnabled();
  if (!has(body, "totpEnrollmentInfo")) {
    throw refusal("INVALID_REQUEST", "totpEnrollmentInfo is missing.");
  }
  if (!context.config.current().totp) {
    throw refusal("OPERATION_NOT_ALLOWED", "TOTP based MFA not enabled.");
  }
  const user = await readActingUser(context, body);
  requireEligible(user);
  requireRecentLogin(context, user);
  requireEnrollable(user.account);
  const pending: PendingEnrollment = {
    uid: user.account.uid,
    epoch: user.account.epoch,
    secret: newTotpSecret(),
    expiresAt: context.nowMs() + ENROLLMENT_LIFETIME_MS,
  };
  return {
    totpSessionInfo: {
      sharedSecretKey: pending.secret,
      verificationCodeLength: TOTP_DIGITS,
      hashingAlgorithm: TOTP_ALGORITHM,
      periodSec: TOTP_PERIOD_S,
      sessionInfo: context.sealing.seal(PURPOSE, pending),
      finalizeEnrollmentTime: new Date(pending.expiresAt).toISOString(),
    },
  };
}

/** Needs no recent sign-in any more: the start, which the session info proves, needed one. */
export async function finalizeEnrollment(context: AuthContext, body: Body, client: Client) {
  if (has(body, "phoneVerificationInfo")) throw phoneNotEnabled();
  const user = await readActingUser(context, body);
  requireEligible(user);
  const { sessionInfo, code } = readTotpInfo(body);
  const { secret } = openEnrollment(context, user, sessionInfo);
  const displayName = parseDisplayName(readString(body, "displayName") ?? "");
  if (displayName === null) throw refusal("MISSING_DISPLAY_NAME");
  if (code === "") throw refusal("MISSING_CODE");

  const { uid } = user.account;
  const attempt = context.limiter.take("secondFactorEnrollment", { account: uid });
  const nowMs = context.nowMs();
  const step = stepOfCode(secret, code, nowMs);
  if (step === undefined) throw refusal("INVALID_CODE");
  attempt.giveBack();
  context.limiter.take("secondFactorAddition", { account: uid });

  const factor = {
    enrollmentId: randomUUID(),
    displayName,
    enrolledAt: nowMs,
    sealedSecret: sealSecret(context.sealing, uid, secret),
    lastStep: step,
  };
  const next = newSession(context, client, { provider: "password" });
  const { account, session } = await context.sqlite.write("auth.enrollSecondFactor", {
    uid,
    token: user.token,
    factor,
    session: next.session,
    nowMs,
  });
  await sendRevertSecondFactor(context, account, factor);
  const { idToken, refreshToken } = await answerSignedIn(
    context,
    account,
    session,
    next.refreshToken,
  );
  return { idToken, refreshToken, totpAuthInfo: {} };
}

export async function withdrawEnrollment(context: AuthContext, body: Body, client: Client) {
  const user = await readActingUser(context, body);
  const enrollmentId = readString(body, "mfaEnrollmentId") ?? "";
  if (enrollmentId === "") throw refusal("MISSING_MFA_ENROLLMENT_ID");
  requireRecentLogin(context, user);
  const next = newSession(context, client, { provider: "password" });
  const { account, session } = await context.sqlite.write("auth.withdrawSecondFactor", {
    uid: user.account.uid,
    token: user.token,
    enrollmentId,
    session: next.session,
    nowMs: context.nowMs(),
  });
  const { idToken, refreshToken } = await answerSignedIn(
    context,
    account,
    session,
    next.refreshToken,
  );
  return { idToken, refreshToken };
}

/** Who is let in by a custom token or by nothing would never be asked for a second factor. */
function requireEligible({ provider }: ActingUser): void {
  const isOther = provider?.includes(".") ?? false;
  if (provider !== "password" && !isOther) {
    throw refusal(
      "UNSUPPORTED_FIRST_FACTOR",
      "A second factor needs a sign-in by password, e-mail link or another provider.",
    );
  }
}

function openEnrollment(context: AuthContext, user: ActingUser, text: string): PendingEnrollment {
  if (text === "") throw refusal("MISSING_SESSION_INFO");
  const pending = context.sealing.open(PURPOSE, text) as PendingEnrollment | undefined;
  const { uid, epoch } = user.account;
  // Used once, too: an enrollment raises the epoch.
  if (pending?.uid !== uid || pending.epoch !== epoch) throw refusal("INVALID_SESSION_INFO");
  if (context.nowMs() >= pending.expiresAt) throw refusal("SESSION_EXPIRED");
  return pending;
}

function phoneNotEnabled() {
  return refusal("OPERATION_NOT_ALLOWED", "SMS based MFA not enabled.");
}
