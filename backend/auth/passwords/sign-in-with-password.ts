/** `accounts:signInWithPassword`. Whether an e-mail is known can be told neither from the answer nor from the work. */
import { networkOf } from "#lib/network-of.ts";
import { OperationError } from "../../sqlite/index.ts";
import { isPossiblePassword, parseEmail } from "../accounts/account-fields.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, readString } from "../body.ts";
import { refusal } from "../errors.ts";
import { type Client, answerSignedIn, newSession } from "../sessions/sessions.ts";

export async function signInWithPassword(context: AuthContext, body: Body, client: Client) {
  const email = parseEmail(readString(body, "email"));
  const password = readString(body, "password");
  if (password === undefined || password === "") throw refusal("MISSING_PASSWORD");
  if (!isPossiblePassword(password)) throw refusal("INVALID_LOGIN_CREDENTIALS");

  const attempt = context.limiter.takeSignIn(client.address, email);
  try {
    const { account, session, refreshToken } = await beginSession(context, email, password, client);
    attempt.giveBack();
    return {
      kind: "identitytoolkit#VerifyPasswordResponse",
      localId: account.uid,
      email,
      displayName: account.displayName ?? "",
      ...(account.photoUrl !== null && { profilePicture: account.photoUrl }),
      registered: true,
      ...(await answerSignedIn(context, account, session, refreshToken)),
    };
  } catch (error) {
    // Only a wrong guess counts, not a store that was busy.
    if (!(error instanceof OperationError)) attempt.giveBack();
    throw error;
  }
}

async function beginSession(context: AuthContext, email: string, password: string, client: Client) {
  const found = await context.sqlite.read("auth.accountByEmail", email);
  const passwordHash = found?.passwordHash ?? null;
  const isRight = await context.passwords.verify(password, passwordHash, networkOf(client.address));
  if (!isRight || found === undefined || passwordHash === null) {
    throw refusal("INVALID_LOGIN_CREDENTIALS");
  }
  const nowMs = context.nowMs();
  const { session, refreshToken } = newSession(context, client, { provider: "password" });
  const account = await context.sqlite.write("auth.signInWithPassword", {
    uid: found.uid,
    passwordHash,
    session,
    nowMs,
  });
  return { account, session, refreshToken };
}
