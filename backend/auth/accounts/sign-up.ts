/** `accounts:signUp`: a new account, with or without a name, or with an ID token a password for the account there is. */
import type { AuthContext } from "../auth-context.ts";
import { type Body, has, readString } from "../http/body.ts";
import { refusal } from "../errors.ts";
import type { AttemptKind } from "../limits/attempt-limits.ts";
import { type Client, answerSignedIn, newSession } from "../sessions/sessions.ts";
import { parseDisplayName, parseEmail, parseNewPassword } from "./account-fields.ts";
import type { Account } from "./account.ts";
import { readNewPassword } from "./new-password.ts";
import { updateAccount } from "./update-account.ts";

const KIND = "identitytoolkit#SignupNewUserResponse";

export async function signUp(context: AuthContext, body: Body, client: Client) {
  if (has(body, "localId")) throw refusal("INSUFFICIENT_PERMISSION");
  if (has(body, "idToken")) return linkPassword(context, body, client);
  if (!has(body, "email") && !has(body, "password")) return signUpAnonymously(context, client);
  const config = context.config.current();
  const email = parseEmail(readString(body, "email"));
  const displayName = parseDisplayName(readString(body, "displayName") ?? "");
  const password = await readNewPassword(context, body, "password", { email, displayName });
  if (!config.email) throw refusal("OPERATION_NOT_ALLOWED");
  if (!config.signUp) throw refusal("ADMIN_ONLY_OPERATION");

  return counted(context, client, "signUp", async () => {
    if ((await context.sqlite.read("auth.accountByEmail", email)) !== undefined) {
      throw refusal("EMAIL_EXISTS");
    }
    const passwordHash = await context.passwords.hash(password, client.address);
    const { session, refreshToken } = newSession(context, client, { provider: "password" });
    const account = await context.sqlite.write("auth.createAccount", {
      uid: context.newUid(),
      fields: { email, passwordHash, displayName },
      session,
      nowMs: context.nowMs(),
    });
    const tokens = await answerSignedIn(context, account, session, refreshToken);
    return { kind: KIND, ...describe(account), ...tokens };
  });
}

async function signUpAnonymously(context: AuthContext, client: Client) {
  const { anonymous, signUp: isOpen } = context.config.current();
  if (!anonymous || !isOpen) throw refusal("ADMIN_ONLY_OPERATION");
  return counted(context, client, "anonymous", async () => {
    const { session, refreshToken } = newSession(context, client, { provider: "anonymous" });
    const account = await context.sqlite.write("auth.signUpAnonymously", {
      uid: context.newUid(),
      session,
      nowMs: context.nowMs(),
    });
    const tokens = await answerSignedIn(context, account, session, refreshToken);
    return { kind: KIND, ...describe(account), ...tokens };
  });
}

/** Keeps the uid and the claims. */
async function linkPassword(context: AuthContext, body: Body, client: Client) {
  if (!context.config.current().email) throw refusal("OPERATION_NOT_ALLOWED");
  parseEmail(readString(body, "email"));
  // What is wanted of it beyond that is looked at with the change.
  parseNewPassword(readString(body, "password"));
  const answer = await updateAccount(context, body, client);
  return { ...answer, kind: KIND };
}

/** A made account counts, and the answer that there is one; nothing else does. */
async function counted<Result>(
  context: AuthContext,
  client: Client,
  kind: AttemptKind,
  work: () => Promise<Result>,
): Promise<Result> {
  const attempt = context.limiter.take(kind, { client: client.address });
  try {
    return await work();
  } catch (error) {
    const tells = (error as { code?: unknown }).code === "EMAIL_EXISTS";
    if (!tells) attempt.giveBack();
    throw error;
  }
}

function describe({ uid, email, displayName }: Account) {
  return {
    localId: uid,
    ...(email !== null && { email }),
    ...(displayName !== null && { displayName }),
  };
}
