/** `accounts:delete` with an ID token: people delete their own account. */
import { readActingUser, requireRecentLogin } from "./acting-user.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, has } from "../body.ts";
import { refusal } from "../errors.ts";

export async function deleteAccount(context: AuthContext, body: Body) {
  if (has(body, "localId")) throw refusal("INSUFFICIENT_PERMISSION");
  const user = await readActingUser(context, body);
  requireRecentLogin(context, user);
  await context.sqlite.write("auth.deleteAccount", {
    uid: user.account.uid,
    token: user.token,
    nowMs: context.nowMs(),
  });
  return { kind: "identitytoolkit#DeleteAccountResponse" };
}
