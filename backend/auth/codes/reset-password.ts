/** `accounts:resetPassword`: what a code is for, or with a new password its use. */
import { readNewPassword } from "../accounts/new-password.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, has } from "../http/body.ts";
import { refusal } from "../errors.ts";
import { toMfaInfo } from "../second-factors/mfa-info.ts";
import type { Client } from "../sessions/sessions.ts";
import type { Code } from "./code-store.ts";
import { withCode } from "./read-code.ts";

export function resetPassword(context: AuthContext, body: Body, client: Client) {
  return withCode(context, body, client, async (codeHash) => {
    const found = { codeHash, nowMs: context.nowMs() };
    // Guesses end here, without a hash and without taking the writer's time.
    const { code, account } = await context.sqlite.read("auth.findCode", found);
    if (!has(body, "newPassword")) return describe(code);

    if (code.kind !== "PASSWORD_RESET" || account === null) throw refusal("INVALID_OOB_CODE");
    if (!context.config.current().email) throw refusal("PASSWORD_LOGIN_DISABLED");
    const password = await readNewPassword(context, body, "newPassword", account);
    const { address: network } = client;
    const passwordHash = await context.passwords.hash(password, network);
    const nowMs = context.nowMs();
    await context.sqlite.write("auth.resetPassword", { codeHash, passwordHash, network, nowMs });
    // Whoever has the mailbox need not wait for guesses of others.
    context.limiter.forgetSignIns({ client: client.address, email: code.email });
    return describe(code);
  });
}

/** A sign-in's address is not told: whoever has the link has to know it. */
function describe({ kind, email, newEmail, details }: Code) {
  return {
    kind: "identitytoolkit#ResetPasswordResponse",
    requestType: kind,
    ...(kind !== "EMAIL_SIGNIN" && { email }),
    ...(newEmail !== null && { newEmail }),
    ...(details !== null && {
      mfaInfo: toMfaInfo({
        enrollmentId: details.enrollmentId ?? "",
        displayName: details.displayName ?? null,
        enrolledAt: details.enrolledAt ?? 0,
      }),
    }),
  };
}
