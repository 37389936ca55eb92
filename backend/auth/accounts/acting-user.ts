/** Who acts on the own account: the ID token in a body, checked against the account as it is now. */
import { CredentialError } from "../../http/index.ts";
import { type Account, requireUsable } from "./account.ts";
import type { ActingToken } from "./account-operations.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, readString } from "../body.ts";
import { refusal } from "../errors.ts";

const RECENT_LOGIN_MS = 5 * 60 * 1000;

export type ActingUser = { account: Account; token: ActingToken };

/** @throws MISSING_ID_TOKEN, INVALID_ID_TOKEN, TOKEN_EXPIRED, USER_NOT_FOUND, USER_DISABLED */
export async function readActingUser(context: AuthContext, body: Body): Promise<ActingUser> {
  const idToken = readString(body, "idToken");
  if (idToken === undefined || idToken === "") throw refusal("MISSING_ID_TOKEN");
  const { uid, authTimeS, sid } = verifyIdToken(context, idToken);
  const account = await context.sqlite.read("auth.accountByUid", uid);
  return { account: requireUsable(account, authTimeS), token: { authTimeS, sid } };
}

/** For what would hand the account to whoever holds a token. @throws CREDENTIAL_TOO_OLD_LOGIN_AGAIN */
export function requireRecentLogin(context: AuthContext, { token }: ActingUser): void {
  if (context.nowMs() - token.authTimeS * 1000 > RECENT_LOGIN_MS) {
    throw refusal("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  }
}

function verifyIdToken(context: AuthContext, idToken: string) {
  try {
    const token = context.verify(idToken);
    if (token.kind === "id") return token;
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    if (error.reason === "expired") throw refusal("TOKEN_EXPIRED");
  }
  throw refusal("INVALID_ID_TOKEN");
}
