/**
 * `accounts:signInWithIdp`: an account at another provider for a session; with an ID token, one more way into the
 * account there is. The provider was asked by the server, whose word the credential is (`idp-credential.ts`).
 */
import { readActingUser } from "../accounts/acting-user.ts";
import { requireRecentLoginOf } from "../accounts/ways-in.ts";
import type { AuthContext } from "../auth-context.ts";
import { sendProviderLinked } from "../codes/notices.ts";
import { type Body, has, readBoolean, readString } from "../http/body.ts";
import { refusal } from "../errors.ts";
import type { Attempt } from "../limits/attempt-limits.ts";
import { requireSecondFactor } from "../second-factors/pending-credential.ts";
import { type Client, answerSignedIn, newSession } from "../sessions/sessions.ts";
import type { SignInProvider } from "../accounts/account.ts";
import { OperationError } from "../../sqlite/index.ts";
import { type OpenedCredential, openIdpCredential } from "./idp-credential.ts";

const KIND = "identitytoolkit#VerifyAssertionResponse";

export async function signInWithIdp(context: AuthContext, body: Body, client: Client) {
  const asked = readCredential(body);
  const attempt = context.limiter.take("identity", { client: client.address });
  try {
    const opened = openIdpCredential(context, asked.idToken, asked);
    const answer = has(body, "idToken")
      ? await link(context, body, client, opened)
      : await signIn(context, client, opened, readBoolean(body, "autoCreate") ?? true);
    attempt.giveBack();
    return answer;
  } catch (error) {
    if (!isCode(error, "INVALID_IDP_RESPONSE")) attempt.giveBack();
    throw error;
  }
}

/** As the SDK's `OAuthCredential` writes it. @throws OPERATION_NOT_ALLOWED for credentials of other kinds */
function readCredential(body: Body) {
  const form = new URLSearchParams(readString(body, "postBody") ?? "");
  const idToken = form.get("id_token") ?? "";
  if (idToken === "" || has(body, "tenantId")) {
    throw refusal(
      "OPERATION_NOT_ALLOWED",
      "Only the credential that this site gives after a sign-in at the provider is taken.",
    );
  }
  return { idToken, providerId: form.get("providerId") ?? "", rawNonce: form.get("nonce") ?? "" };
}

async function signIn(
  context: AuthContext,
  client: Client,
  opened: OpenedCredential,
  autoCreate: boolean,
) {
  const { identity } = opened;
  const limited = autoCreate ? await takeSignUp(context, client, opened) : undefined;
  try {
    const { session, refreshToken } = newSession(context, client, { provider: providerOf(opened) });
    const signedIn = await context.sqlite.write("auth.signInWithIdentity", {
      ...toProved(opened),
      uid: context.newUid(),
      isOpen: context.config.current().signUp,
      admission: opened.admission,
      autoCreate,
      session,
      nowMs: context.nowMs(),
    });
    if (signedIn.outcome === "needs-confirmation") {
      return { ...describe(opened), needConfirmation: true };
    }
    const { account, outcome } = signedIn;
    const isNewUser = outcome === "signed-in" && signedIn.isNewUser;
    if (!isNewUser) limited?.giveBack();
    const answer = { ...describe(opened), localId: account.uid, isNewUser };
    if (outcome === "pending") {
      return { ...answer, ...requireSecondFactor(context, account, session, signedIn.link) };
    }
    if (!isNewUser && limited !== undefined) {
      sendProviderLinked(context, account, identity.providerId);
    }
    if (identity.email !== null && identity.email === account.email && account.emailVerified) {
      context.limiter.forgetSignIns({ client: client.address, email: identity.email });
    }
    return { ...answer, ...(await answerSignedIn(context, account, session, refreshToken)) };
  } catch (error) {
    limited?.giveBack();
    throw error;
  }
}

/** Keeps the uid and the claims. */
async function link(context: AuthContext, body: Body, client: Client, opened: OpenedCredential) {
  const user = await readActingUser(context, body);
  requireRecentLoginOf(context, user);
  const limited = await takeSignUp(context, client, opened);
  try {
    const next = newSession(context, client, { provider: providerOf(opened) });
    const { account, session } = await context.sqlite.write("auth.linkIdentity", {
      ...toProved(opened),
      uid: user.account.uid,
      token: user.token,
      session: next.session,
      nowMs: context.nowMs(),
    });
    limited?.giveBack();
    sendProviderLinked(context, account, opened.identity.providerId);
    return {
      ...describe(opened),
      localId: account.uid,
      isNewUser: false,
      ...(await answerSignedIn(context, account, session, next.refreshToken)),
    };
  } catch (error) {
    if (!isCode(error, "EMAIL_EXISTS")) limited?.giveBack();
    throw error;
  }
}

/** Who is not known yet may be somebody new, or hear whether an address is taken: both count as at a sign-up. */
async function takeSignUp(
  context: AuthContext,
  client: Client,
  { identity }: OpenedCredential,
): Promise<Attempt | undefined> {
  if (await context.sqlite.read("auth.isKnownIdentity", identity)) return undefined;
  return context.limiter.take("signUp", { client: client.address });
}

function toProved({ id, expiresAt, identity, emailVerified }: OpenedCredential) {
  return { credential: { id, expiresAt }, identity, emailVerified };
}

/** It has a dot: see `createIdpCredential`. */
function providerOf({ identity }: OpenedCredential): SignInProvider {
  return identity.providerId as SignInProvider;
}

/** Where the SDK takes `providerData` and `getAdditionalUserInfo` from. */
function describe({ identity, emailVerified }: OpenedCredential) {
  const { providerId, rawId, email, displayName, photoUrl } = identity;
  const profile = {
    sub: rawId,
    ...(displayName !== null && { name: displayName }),
    ...(photoUrl !== null && { picture: photoUrl }),
    ...(email !== null && { email, email_verified: emailVerified }),
  };
  return {
    kind: KIND,
    providerId,
    federatedId: rawId,
    emailVerified,
    ...(email !== null && { email }),
    ...(displayName !== null && { displayName, fullName: displayName }),
    ...(photoUrl !== null && { photoUrl }),
    rawUserInfo: JSON.stringify(profile),
  };
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof OperationError && error.code === code;
}
