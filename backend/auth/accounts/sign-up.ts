/** `accounts:signUp`: a new account, or with an ID token a password for the account there is. */
import { networkOf } from "#lib/network-of.ts";
import { parseDisplayName, parseEmail, parseNewPassword } from "./account-fields.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, has, readString } from "../body.ts";
import { refusal } from "../errors.ts";
import { type Client, answerSignedIn, newSession } from "../sessions/sessions.ts";
import { updateAccount } from "./update-account.ts";

export async function signUp(context: AuthContext, body: Body, client: Client) {
  if (has(body, "localId")) throw refusal("INSUFFICIENT_PERMISSION");
  if (has(body, "idToken")) return linkPassword(context, body, client);
  // Without both it would be an anonymous account.
  if (!has(body, "email") && !has(body, "password")) throw refusal("ADMIN_ONLY_OPERATION");
  const email = parseEmail(readString(body, "email"));
  const password = parseNewPassword(readString(body, "password"));
  const displayName = parseDisplayName(readString(body, "displayName") ?? "");

  const attempt = context.limiter.takeSignUp(client.address);
  if ((await context.sqlite.read("auth.accountByEmail", email)) !== undefined) {
    throw refusal("EMAIL_EXISTS");
  }
  try {
    const passwordHash = await context.passwords.hash(password, networkOf(client.address));
    const nowMs = context.nowMs();
    const { session, refreshToken } = newSession(context, client, { provider: "password" });
    const account = await context.sqlite.write("auth.createAccount", {
      uid: context.newUid(),
      fields: { email, passwordHash, displayName },
      session,
      nowMs,
    });
    return {
      kind: "identitytoolkit#SignupNewUserResponse",
      localId: account.uid,
      email,
      ...(displayName !== null && { displayName }),
      ...(await answerSignedIn(context, account, session, refreshToken)),
    };
  } catch (error) {
    attempt.giveBack();
    throw error;
  }
}

/** Keeps the uid and the claims. */
async function linkPassword(context: AuthContext, body: Body, client: Client) {
  parseEmail(readString(body, "email"));
  parseNewPassword(readString(body, "password"));
  const answer = await updateAccount(context, body, client);
  return { ...answer, kind: "identitytoolkit#SignupNewUserResponse" };
}
