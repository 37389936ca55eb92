/** Mails that nobody asked for: an account was changed, and this is the way back. */
import type { Account, SecondFactor } from "../accounts/account.ts";
import type { AuthContext } from "../auth-context.ts";
import type { Code } from "./code-store.ts";
import { linkOf, mailOf, newCode } from "./new-code.ts";

/** To the address that the account had. */
export function sendRecovery(
  context: AuthContext,
  { displayName }: Account,
  code: Code,
  oobCode: string,
): void {
  const link = linkOf(context, code.kind, oobCode);
  context.mails.sendLater(mailOf(code, link, { to: code.email, displayName }));
}

/**
 * After a second factor was enrolled. Never rejects: the enrolment is done, and what fails is logged. Without a mailer
 * or an address it does nothing.
 */
export async function sendRevertSecondFactor(
  context: AuthContext,
  { uid, email, displayName }: Account,
  enrollment: Pick<SecondFactor, "enrollmentId" | "displayName"> & { enrolledAt?: number },
): Promise<void> {
  if (!context.mails.isOn || email === null) return;
  try {
    const { oobCode, draft } = newCode(context, "REVERT_SECOND_FACTOR_ADDITION");
    const code: Code = {
      ...draft,
      kind: "REVERT_SECOND_FACTOR_ADDITION",
      uid,
      email,
      newEmail: null,
      details: {
        enrollmentId: enrollment.enrollmentId,
        displayName: enrollment.displayName,
        enrolledAt: enrollment.enrolledAt ?? draft.createdAt,
      },
    };
    await context.sqlite.write("auth.putCode", { code });
    const link = linkOf(context, code.kind, oobCode);
    context.mails.sendLater(mailOf(code, link, { to: email, displayName }));
  } catch (error) {
    context.log.error({ err: error }, "A mail about a new second factor could not be made");
  }
}
