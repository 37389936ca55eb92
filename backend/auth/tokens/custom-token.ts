/** Custom tokens: somebody trusted says who signs in. `accounts:signInWithCustomToken` and the server's own tokens. */
import { toSeconds } from "../accounts/account.ts";
import { parseUid } from "../accounts/account-fields.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, readString } from "../http/body.ts";
import { toClaimsText } from "../accounts/claims.ts";
import { refusal } from "../errors.ts";
import { signJwt } from "./jwt.ts";
import { ownServiceAccountOf, readAssertion } from "../service-accounts/service-accounts.ts";
import { type Client, answerSignedIn, newSession } from "../sessions/sessions.ts";

const AUDIENCE =
  "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";
const LIFETIME_S = 3600;

/** For the server's own code. @throws OperationError INVALID_LOCAL_ID, INVALID_CLAIMS, FORBIDDEN_CLAIM */
export async function createCustomToken(
  context: AuthContext,
  uid: string,
  claims: Record<string, unknown> = {},
): Promise<string> {
  const account = ownServiceAccountOf(context.projectId);
  const iat = toSeconds(context.nowMs());
  const text = toClaimsText(claims);
  const key = context.keys.signer();
  return signJwt(
    key.privateKey,
    { typ: "JWT", kid: key.kid },
    {
      iss: account,
      sub: account,
      aud: AUDIENCE,
      iat,
      exp: iat + LIFETIME_S,
      uid: parseUid(uid),
      ...(text !== null && { claims: JSON.parse(text) as unknown }),
    },
  );
}

export async function signInWithCustomToken(context: AuthContext, body: Body, client: Client) {
  const token = readString(body, "token");
  if (token === undefined || token === "") throw refusal("MISSING_CUSTOM_TOKEN");
  const assertion = await readAssertion(context, token, AUDIENCE);
  if (assertion === "unknown-issuer") {
    throw refusal("CREDENTIAL_MISMATCH", "No service account of this project signed the token.");
  }
  if (assertion === "invalid" || assertion.payload["sub"] !== assertion.issuer) {
    throw refusal("INVALID_CUSTOM_TOKEN", "The token is damaged, expired or not for sign-in.");
  }
  const uid = parseUid(assertion.payload["uid"]);
  const claims = toClaimsText(assertion.payload["claims"] ?? {});

  const nowMs = context.nowMs();
  const { session, refreshToken } = newSession(context, client, { provider: "custom", claims });
  const { account, isNewUser } = await context.sqlite.write("auth.signInWithCustomToken", {
    uid,
    session,
    nowMs,
  });
  return {
    kind: "identitytoolkit#VerifyCustomTokenResponse",
    isNewUser,
    ...(await answerSignedIn(context, account, session, refreshToken)),
  };
}
