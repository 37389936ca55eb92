/** Who acts on the own account: the ID token in a body, checked against the account as it is now. */
import { CredentialError } from "../../http/index.ts";
import { type Account, requireUsable } from "./account.ts";
import type { ActingToken } from "./account-operations.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, readString } from "../http/body.ts";
import { AuthBusyError, refusal } from "../errors.ts";
import { wasJustReplaced } from "../sessions/refresh-operations.ts";

const RECENT_LOGIN_MS = 5 * 60 * 1000;

export type ActingUser = {
  account: Account;
  token: ActingToken;
  /** `firebase.sign_in_provider` of the token. */
  provider: string | undefined;
};

/** @throws MISSING_ID_TOKEN, INVALID_ID_TOKEN, TOKEN_EXPIRED, USER_NOT_FOUND, USER_DISABLED */
export async function readActingUser(context: AuthContext, body: Body): Promise<ActingUser> {
  const idToken = readString(body, "idToken");
  if (idToken === undefined || idToken === "") throw refusal("MISSING_ID_TOKEN");
  const { uid, authTimeS, sid, claims } = verifyIdToken(context, idToken);
  // The account and the session as they are now say more than the token's epoch: with a claim taken away the person
  // stays signed in, and is told here what is left.
  const { account, session } = await context.sqlite.read("auth.actingUser", { uid, sid });
  if (session !== undefined && wasJustReplaced(session, context.nowMs())) {
    throw new AuthBusyError("This sign-in has gone on with a newer token; try again with that.");
  }
  const usable = requireUsable(account, authTimeS);
  if (sid !== undefined && (session === undefined || session.endedAt !== null)) {
    throw refusal("TOKEN_EXPIRED");
  }
  const firebase = (claims["firebase"] ?? {}) as { sign_in_provider?: string };
  return { account: usable, token: { authTimeS, sid }, provider: firebase.sign_in_provider };
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
