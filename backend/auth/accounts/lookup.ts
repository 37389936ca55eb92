/** `accounts:lookup` with an ID token. The SDK asks it at every page load, and signs out on any JSON error. */
import { readActingUser } from "./acting-user.ts";
import type { AuthContext } from "../auth-context.ts";
import type { Body } from "../http/body.ts";
import { toUserInfo } from "./user-info.ts";

export async function lookup(context: AuthContext, body: Body) {
  const { account } = await readActingUser(context, body);
  return { kind: "identitytoolkit#GetAccountInfoResponse", users: [toUserInfo(account)] };
}
