/** `/token`: a service account's signed assertion for an access token (RFC 7523). */
import type { RequestFacts } from "../../http/index.ts";
import { OperationError } from "../../sqlite/index.ts";
import { ACCESS_TOKEN_LIFETIME_S, signAccessToken } from "../tokens/access-token.ts";
import { toSeconds } from "../accounts/account.ts";
import type { AuthContext } from "../auth-context.ts";
import { OauthError } from "../errors.ts";
import { ownServiceAccountOf, readAssertion } from "./service-accounts.ts";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/**
 * What the form says beyond RFC 7523, such as Google's `scope`, and the assertion's own `scope` are not looked at: every
 * service account is an administrator.
 * @throws OauthError; `rate_limit_exceeded` after many failures of a network
 */
export async function exchangeAssertion(
  context: AuthContext,
  form: URLSearchParams,
  { origin, client }: Pick<RequestFacts, "origin" | "client">,
) {
  const attempt = take(context, client);
  try {
    const answer = await grant(context, form, origin);
    attempt.giveBack();
    return answer;
  } catch (error) {
    // Only what was refused counts, not a store that was busy.
    if (!(error instanceof OauthError)) attempt.giveBack();
    throw error;
  }
}

function take({ limiter }: AuthContext, client: string) {
  try {
    return limiter.take("tokenExchange", { client });
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const { retryAfterS } = error.details as { retryAfterS: number };
    throw new OauthError("rate_limit_exceeded", error.message, retryAfterS);
  }
}

async function grant(context: AuthContext, form: URLSearchParams, origin: string) {
  const grantType = form.get("grant_type") ?? "";
  if (grantType === "") throw new OauthError("invalid_request", "grant_type is missing.");
  if (grantType !== JWT_BEARER) {
    throw new OauthError("unsupported_grant_type", `The only grant_type here is ${JWT_BEARER}.`);
  }
  const token = form.get("assertion") ?? "";
  if (token === "") throw new OauthError("invalid_request", "assertion is missing.");

  const audience = `${origin}/token`;
  const assertion = await readAssertion(context, token, audience);
  // The server's own account signs custom tokens; it has no use for this door.
  if (
    typeof assertion === "string" ||
    assertion.issuer === ownServiceAccountOf(context.projectId)
  ) {
    throw new OauthError(
      "invalid_grant",
      "The assertion must be an RS256 token, signed with the key of a service account of this server, with the " +
        `account's client_email as iss, aud ${audience} and an exp at most an hour after its iat.`,
    );
  }
  return {
    access_token: await signAccessToken(context, assertion.issuer, toSeconds(context.nowMs())),
    expires_in: ACCESS_TOKEN_LIFETIME_S,
    token_type: "Bearer",
  };
}
