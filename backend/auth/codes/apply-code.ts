/** `accounts:update {oobCode}`: the link of a mail is followed. It signs nobody in. */
import { toProviders } from "../accounts/user-info.ts";
import type { AuthContext } from "../auth-context.ts";
import type { Body } from "../http/body.ts";
import { refusal } from "../errors.ts";
import type { Client } from "../sessions/sessions.ts";
import { newCode } from "./new-code.ts";
import { sendRecovery } from "./notices.ts";
import { withCode } from "./read-code.ts";

export function applyCode(context: AuthContext, body: Body, client: Client) {
  return withCode(context, body, client, async (codeHash) => {
    const { code } = await context.sqlite.read("auth.findCode", {
      codeHash,
      nowMs: context.nowMs(),
    });
    if (code.kind === "PASSWORD_RESET" || code.kind === "EMAIL_SIGNIN") {
      throw refusal("INVALID_OOB_CODE");
    }
    const { oobCode, draft } = newCode(context, "RECOVER_EMAIL");
    const { account, recovery } = await context.sqlite.write("auth.applyCode", {
      codeHash,
      ...(context.mails.isOn && { recovery: draft }),
      network: client.address,
      nowMs: context.nowMs(),
    });
    if (recovery !== null) sendRecovery(context, account, recovery, oobCode);
    return {
      kind: "identitytoolkit#SetAccountInfoResponse",
      localId: account.uid,
      ...(account.email !== null && { email: account.email }),
      emailVerified: account.emailVerified,
      providerUserInfo: toProviders(account),
    };
  });
}
