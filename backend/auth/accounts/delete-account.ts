/**
 * `accounts:delete` with an ID token: people delete their own account, where the site lets them. An administrator's is
 * deleted by another one: nobody would see that it was the last.
 */
import type { AuthContext } from "../auth-context.ts";
import { type Body, has } from "../http/body.ts";
import { refusal } from "../errors.ts";
import { readActingUser } from "./acting-user.ts";
import { readClaims } from "./claims.ts";
import { requireRecentLoginOf } from "./ways-in.ts";

export async function deleteAccount(context: AuthContext, body: Body) {
  if (has(body, "localId")) throw refusal("INSUFFICIENT_PERMISSION");
  const user = await readActingUser(context, body);
  const isAdmin = readClaims(user.account.customClaims)["admin"] === true;
  if (isAdmin || !context.config.current().deletion) throw refusal("ADMIN_ONLY_OPERATION");
  requireRecentLoginOf(context, user);
  await context.sqlite.write("auth.deleteAccount", {
    uid: user.account.uid,
    token: user.token,
    nowMs: context.nowMs(),
  });
  return { kind: "identitytoolkit#DeleteAccountResponse" };
}
