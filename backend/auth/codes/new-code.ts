/** Codes that are about to be stored, and the links and mails that carry them. */
import { randomBytes } from "node:crypto";
import type { AuthContext } from "../auth-context.ts";
import { refusal } from "../errors.ts";
import type { AuthMail, CodeKind } from "./auth-mail.ts";
import type { CodeDraft } from "./code-operations.ts";
import { type Code, hashCode } from "./code-store.ts";

const HOUR_MS = 60 * 60 * 1000;

const LIFETIME_MS: Record<CodeKind, number> = {
  PASSWORD_RESET: HOUR_MS,
  EMAIL_SIGNIN: HOUR_MS,
  VERIFY_EMAIL: 24 * HOUR_MS,
  VERIFY_AND_CHANGE_EMAIL: 24 * HOUR_MS,
  RECOVER_EMAIL: 7 * 24 * HOUR_MS,
  REVERT_SECOND_FACTOR_ADDITION: 7 * 24 * HOUR_MS,
};

const MODES: Record<CodeKind, string> = {
  PASSWORD_RESET: "resetPassword",
  VERIFY_EMAIL: "verifyEmail",
  EMAIL_SIGNIN: "signIn",
  VERIFY_AND_CHANGE_EMAIL: "verifyAndChangeEmail",
  RECOVER_EMAIL: "recoverEmail",
  REVERT_SECOND_FACTOR_ADDITION: "revertSecondFactorAddition",
};

/** `oobCode` leaves this process only in a mail, or to an administrator. */
export type NewCode = { oobCode: string; draft: CodeDraft };

export function newCode(context: AuthContext, kind: CodeKind): NewCode {
  const oobCode = randomBytes(32).toString("base64url");
  const createdAt = context.nowMs();
  return {
    oobCode,
    draft: {
      codeHash: hashCode(oobCode),
      mailId: randomBytes(16).toString("base64url"),
      createdAt,
      expiresAt: createdAt + LIFETIME_MS[kind],
    },
  };
}

/** The SDK's `ActionCodeURL` reads it. @throws OPERATION_NOT_ALLOWED when the site does not know its address */
export function linkOf(
  context: AuthContext,
  kind: CodeKind,
  oobCode: string,
  continueUrl?: string,
): string {
  if (context.actionUrl === undefined) {
    throw refusal("OPERATION_NOT_ALLOWED", "This server does not know the address of its site.");
  }
  const link = new URL(context.actionUrl());
  link.searchParams.set("mode", MODES[kind]);
  link.searchParams.set("oobCode", oobCode);
  link.searchParams.set("apiKey", context.apiKey ?? context.projectId);
  link.searchParams.set("lang", "en");
  if (continueUrl !== undefined) link.searchParams.set("continueUrl", continueUrl);
  return link.href;
}

export function mailOf(
  code: Code,
  link: string,
  { to, displayName }: { to: string; displayName: string | null },
): AuthMail {
  const { mailId: id, kind, expiresAt, newEmail } = code;
  return { id, kind, to, link, expiresAt, displayName, newEmail };
}
