/** `projects/{p}/accounts:sendOobCode`: a link for an administrator to hand over, or a mail. */
import { parseEmail } from "../accounts/account-fields.ts";
import { actedBy } from "../admin/acted-by.ts";
import type { AdminCall } from "../http/admin-routes.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, has, readBoolean, readString } from "../http/body.ts";
import { refusal } from "../errors.ts";
import { readContinueUrl } from "./continue-url.ts";
import { prepareMail, readNewEmail, readRequestType } from "./send-oob-code.ts";

/** With `returnOobLink` the answer has `oobLink`; it works without a mailer, too. */
export async function adminSendOobCode(
  context: AuthContext,
  body: Body,
  call: Pick<AdminCall, "actor" | "client">,
) {
  const kind = readRequestType(body);
  const isReturned = readBoolean(body, "returnOobLink") ?? false;
  if (!isReturned && !context.mails.isOn) {
    throw refusal("OPERATION_NOT_ALLOWED", "This site sends no mail; ask with returnOobLink.");
  }
  const config = context.config.current();
  if (kind === "EMAIL_SIGNIN" && !(config.email && config.emailLink)) {
    throw refusal("OPERATION_NOT_ALLOWED", "Sign-in by a link in a mail is turned off.");
  }
  if (kind === "EMAIL_SIGNIN" && !has(body, "continueUrl")) throw refusal("MISSING_CONTINUE_URI");
  const email = parseEmail(readString(body, "email"));
  const newEmail = kind === "VERIFY_AND_CHANGE_EMAIL" ? readNewEmail(body) : null;
  const continueUrl = readContinueUrl(context, body);
  const account = (await context.sqlite.read("auth.accountByEmail", email)) ?? null;
  if (account === null && kind !== "EMAIL_SIGNIN") {
    throw refusal(kind === "PASSWORD_RESET" ? "EMAIL_NOT_FOUND" : "USER_NOT_FOUND");
  }
  if (account?.disabled) throw refusal("USER_DISABLED");
  const holder =
    newEmail === null ? undefined : await context.sqlite.read("auth.accountByEmail", newEmail);
  if (holder !== undefined) throw refusal("EMAIL_EXISTS");

  const { code, mail, oobCode } = prepareMail(
    context,
    { kind, email, newEmail, account },
    continueUrl,
  );
  await context.sqlite.write("auth.putCode", { code, by: actedBy(call) });
  if (!isReturned) await context.mails.send(mail);
  return {
    kind: "identitytoolkit#GetOobConfirmationCodeResponse",
    email,
    ...(isReturned && { oobCode, oobLink: mail.link }),
  };
}
