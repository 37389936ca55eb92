/** `v2/accounts/mfaSignIn:*`: the second half of a sign-in. */
import { OperationError } from "../../sqlite/index.ts";
import type { AuthContext } from "../auth-context.ts";
import { sendProviderLinked } from "../codes/notices.ts";
import { type Body, has, readString } from "../http/body.ts";
import { refusal } from "../errors.ts";
import { type Client, answerSignedIn, newSession } from "../sessions/sessions.ts";
import { openPendingCredential } from "./pending-credential.ts";
import { openSecret } from "./sealed-secret.ts";
import { stepOfCode } from "./totp.ts";
import { readTotpInfo } from "./totp-info.ts";

/** Only a phone has to be sent something. */
export function startSecondFactorSignIn(): Promise<never> {
  return Promise.reject(refusal("OPERATION_NOT_ALLOWED", "SMS based MFA not enabled."));
}

export async function finalizeSecondFactorSignIn(context: AuthContext, body: Body, client: Client) {
  const credential = readString(body, "mfaPendingCredential") ?? "";
  if (credential === "") throw refusal("MISSING_MFA_PENDING_CREDENTIAL");
  if (has(body, "phoneVerificationInfo")) return startSecondFactorSignIn();
  const enrollmentId = readString(body, "mfaEnrollmentId") ?? "";
  if (enrollmentId === "") throw refusal("MISSING_MFA_ENROLLMENT_ID");
  const { code } = readTotpInfo(body);
  if (code === "") throw refusal("MISSING_CODE");
  const pending = openPendingCredential(context, credential);

  const attempt = context.limiter.take("secondFactor", {
    account: pending.uid,
    client: client.address,
  });
  try {
    const wanted = { pending, enrollmentId };
    const { factor } = await context.sqlite.read("auth.findPendingSecondFactor", wanted);
    const nowMs = context.nowMs();
    const step = stepOfCode(
      openSecret(context.sealing, pending.uid, factor.sealedSecret),
      code,
      nowMs,
    );
    if (step === undefined) throw refusal("INVALID_CODE");
    const next = newSession(context, client, { provider: pending.provider });
    const session = { ...next.session, id: pending.sessionId, secondFactor: enrollmentId };
    const account = await context.sqlite.write("auth.signInWithSecondFactor", {
      ...wanted,
      sealedSecret: factor.sealedSecret,
      step,
      session,
      nowMs,
    });
    attempt.succeed();
    if (pending.link !== undefined) sendProviderLinked(context, account, pending.link.providerId);
    const { idToken, refreshToken } = await answerSignedIn(
      context,
      account,
      session,
      next.refreshToken,
    );
    return { idToken, refreshToken };
  } catch (error) {
    // Only a wrong guess counts, not a store that was busy.
    if (!(error instanceof OperationError && error.code === "INVALID_CODE")) attempt.giveBack();
    throw error;
  }
}
