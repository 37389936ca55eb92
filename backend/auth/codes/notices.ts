/** Mails that nobody asked for: an account was changed, and this is the way back. */
import { randomBytes } from "node:crypto";
import type { Account, SecondFactor } from "../accounts/account.ts";
import type { AuthContext } from "../auth-context.ts";
import type { NewsKind } from "./auth-mail.ts";
import type { Code } from "./code-store.ts";
import { OperationError } from "../../sqlite/index.ts";
import { linkOf, mailOf, newCode } from "./new-code.ts";

const NEWS_MS = 7 * 24 * 60 * 60 * 1000;

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

/** After another provider became a way in: leads to the account's settings. */
export function sendProviderLinked(context: AuthContext, account: Account, providerId: string) {
  sendNews(context, account, { kind: "PROVIDER_LINKED", path: "/Settings", providerId });
}

/** After somebody signed in changed the password: leads to where a new one is asked for. */
export function sendPasswordChanged(context: AuthContext, account: Account): void {
  sendNews(context, account, { kind: "PASSWORD_CHANGED", path: "" });
}

/** Without a mailer or a proved address it does nothing, nor for who changes one thing after the other. */
function sendNews(
  context: AuthContext,
  { uid, email, emailVerified, displayName }: Account,
  news: { kind: NewsKind; path: string; providerId?: string },
): void {
  const { kind, path, providerId } = news;
  const { mails, actionUrl, limiter } = context;
  if (!mails.isOn || actionUrl === undefined || email === null || !emailVerified) return;
  try {
    limiter.take("news", { account: uid });
  } catch (error) {
    // Only the limiter's refusal: what is done stays done.
    if (error instanceof OperationError) return;
    throw error;
  }
  mails.sendLater({
    id: randomBytes(16).toString("base64url"),
    kind,
    to: email,
    link: new URL(path, actionUrl()).href,
    expiresAt: context.nowMs() + NEWS_MS,
    displayName,
    newEmail: null,
    ...(providerId !== undefined && { providerId }),
  });
}
