/** Secure Token's `/v1/token`: a refresh token for a new ID token and the next refresh token. See `rotation.ts`. */
import type { AuthContext } from "../auth-context.ts";
import { AuthBusyError, refusal } from "../errors.ts";
import { type Client, answerSignedIn, hashRefreshToken, newRefreshToken } from "./sessions.ts";

const MAX_REFRESH_TOKEN_CHARS = 512;

/** @param client without it the session's network stays the one that is known. */
export async function refresh(context: AuthContext, form: URLSearchParams, client?: Client) {
  const grantType = form.get("grant_type") ?? "";
  if (grantType === "") throw refusal("MISSING_GRANT_TYPE");
  if (grantType !== "refresh_token") throw refusal("INVALID_GRANT_TYPE");
  const sent = form.get("refresh_token") ?? "";
  if (sent === "") throw refusal("MISSING_REFRESH_TOKEN");
  if (sent.length > MAX_REFRESH_TOKEN_CHARS) throw refusal("INVALID_REFRESH_TOKEN");

  const tokenHash = hashRefreshToken(sent);
  const nowMs = context.nowMs();
  // Guesses and repetitions end here, without taking the writer's time.
  const { verdict } = await context.sqlite.read("auth.judgeRefresh", { tokenHash, nowMs });
  if (verdict === "wait") throw tryAgain();
  const { refreshToken, tokenHash: childHash } = newRefreshToken();
  const refreshed = await context.sqlite.write("auth.refreshSession", {
    tokenHash,
    childHash,
    network: client?.address ?? null,
    nowMs,
  });
  if (refreshed.outcome !== "refreshed") {
    throw refreshed.outcome === "wait" ? tryAgain() : refusal("TOKEN_EXPIRED");
  }
  const { account, session } = refreshed;
  const { idToken, expiresIn } = await answerSignedIn(context, account, session, refreshToken);
  return {
    access_token: idToken,
    expires_in: expiresIn,
    token_type: "Bearer",
    refresh_token: refreshToken,
    id_token: idToken,
    user_id: account.uid,
    project_id: context.projectId,
  };
}

/** Looks to the SDK like a broken network, so that it keeps its user and looks for the newer token first. */
function tryAgain(): AuthBusyError {
  return new AuthBusyError("This sign-in has gone on with a newer token; try again with that.");
}
