/**
 * Custom tokens: somebody trusted says who signs in. `accounts:signInWithCustomToken` and the server's own tokens. Those
 * of service accounts are Firebase's; the server's own are handed to people, so what holds them is trusted with less.
 */
import { randomBytes } from "node:crypto";
import { toSeconds } from "../accounts/account.ts";
import { parseUid } from "../accounts/account-fields.ts";
import type { AuthContext } from "../auth-context.ts";
import { type Body, readString } from "../http/body.ts";
import { toClaimsText } from "../accounts/claims.ts";
import { refusal } from "../errors.ts";
import { signJwt } from "./jwt.ts";
import {
  type Assertion,
  ownServiceAccountOf,
  readAssertion,
} from "../service-accounts/service-accounts.ts";
import type { CustomTokenUse } from "../sessions/session-operations.ts";
import { type Client, answerSignedIn, newSession } from "../sessions/sessions.ts";

const AUDIENCE =
  "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";
/** Of the server's own: the browser that asked for one redeems it at once. */
const LIFETIME_S = 120;

/**
 * For the server's own code and an account that is there. Good once, for two minutes, until the account's tokens are
 * ended; it makes no account.
 * @throws OperationError USER_NOT_FOUND, INVALID_LOCAL_ID, INVALID_CLAIMS, FORBIDDEN_CLAIM
 */
export async function createCustomToken(
  context: AuthContext,
  uid: string,
  claims: Record<string, unknown> = {},
): Promise<string> {
  const localId = parseUid(uid);
  const text = toClaimsText(claims);
  const account = await context.sqlite.read("auth.accountByUid", localId);
  if (account === undefined) throw refusal("USER_NOT_FOUND");
  const issuer = ownServiceAccountOf(context.projectId);
  const issuedAt = context.nowMs();
  const iat = toSeconds(issuedAt);
  const key = context.keys.signer();
  return signJwt(
    key.privateKey,
    { typ: "JWT", kid: key.kid },
    {
      iss: issuer,
      sub: issuer,
      aud: AUDIENCE,
      iat,
      exp: iat + LIFETIME_S,
      jti: randomBytes(16).toString("base64url"),
      issuedAt,
      ep: account.epoch,
      uid: localId,
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
    throw damaged();
  }
  const uid = parseUid(assertion.payload["uid"]);
  const claims = toClaimsText(assertion.payload["claims"] ?? {});

  const nowMs = context.nowMs();
  const { session, refreshToken } = newSession(context, client, { provider: "custom", claims });
  const { account, isNewUser } = await context.sqlite.write("auth.signInWithCustomToken", {
    uid,
    use: tokenUse(context, assertion),
    session,
    nowMs,
  });
  return {
    kind: "identitytoolkit#VerifyCustomTokenResponse",
    isNewUser,
    ...(await answerSignedIn(context, account, session, refreshToken)),
  };
}

/** @throws INVALID_CUSTOM_TOKEN for one of the server's own that an earlier version signed */
function tokenUse({ projectId }: AuthContext, { issuer, payload }: Assertion): CustomTokenUse {
  if (issuer !== ownServiceAccountOf(projectId)) {
    return { by: "service-account", iatS: payload["iat"] as number };
  }
  const { jti, issuedAt, ep: epoch, exp } = payload;
  if (typeof jti !== "string" || typeof issuedAt !== "number" || typeof epoch !== "number") {
    throw damaged();
  }
  return { by: "server", id: jti, issuedAt, epoch, expiresAt: (exp as number) * 1000 };
}

function damaged() {
  return refusal("INVALID_CUSTOM_TOKEN", "The token is damaged, expired or not for sign-in.");
}
