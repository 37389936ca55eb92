/** `accounts:signInWithEmailLink`: the code of a mail for a session; with an ID token, an e-mail for the account there is. */
import { parseEmail } from "../accounts/account-fields.ts";
import { readActingUser } from "../accounts/acting-user.ts";
import { requireRecentLoginOf } from "../accounts/ways-in.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, has, readString } from "../http/body.ts";
import { refusal } from "../errors.ts";
import { requireSecondFactor } from "../second-factors/pending-credential.ts";
import { type Client, answerSignedIn, newSession } from "../sessions/sessions.ts";
import { withCode } from "./read-code.ts";

const KIND = "identitytoolkit#EmailLinkSigninResponse";

export function signInWithEmailLink(context: AuthContext, body: Body, client: Client) {
  const { email: isOn, emailLink } = context.config.current();
  if (!isOn || !emailLink) throw refusal("OPERATION_NOT_ALLOWED");
  const email = parseEmail(readString(body, "email"));
  return withCode(context, body, client, (codeHash) =>
    has(body, "idToken")
      ? link(context, body, client, { codeHash, email })
      : signIn(context, client, { codeHash, email }),
  );
}

async function signIn(
  context: AuthContext,
  client: Client,
  { codeHash, email }: { codeHash: string; email: string },
) {
  const { session, refreshToken } = newSession(context, client, { provider: "password" });
  const { account, isNewUser, isPending } = await context.sqlite.write("auth.signInWithEmailLink", {
    codeHash,
    email,
    uid: context.newUid(),
    mayMakeAccount: context.config.current().signUp,
    session,
    nowMs: context.nowMs(),
  });
  context.limiter.forgetSignIns({ client: client.address, email });
  const answer = { kind: KIND, email, localId: account.uid, isNewUser };
  if (isPending) return { ...answer, ...requireSecondFactor(context, account, session) };
  return { ...answer, ...(await answerSignedIn(context, account, session, refreshToken)) };
}

/** Keeps the uid and the claims. */
async function link(
  context: AuthContext,
  body: Body,
  client: Client,
  { codeHash, email }: { codeHash: string; email: string },
) {
  const user = await readActingUser(context, body);
  requireRecentLoginOf(context, user);
  const next = newSession(context, client, { provider: "password" });
  const { account, session } = await context.sqlite.write("auth.linkEmailLink", {
    codeHash,
    email,
    uid: user.account.uid,
    token: user.token,
    session: next.session,
    nowMs: context.nowMs(),
  });
  return {
    kind: KIND,
    email,
    localId: account.uid,
    isNewUser: false,
    ...(await answerSignedIn(context, account, session, next.refreshToken)),
  };
}
