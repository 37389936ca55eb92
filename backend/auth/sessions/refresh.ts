/** Secure Token's `/v1/token`: a refresh token for a new ID token. The refresh token stays the same, as at Firebase. */
import type { AuthContext } from "../auth-context.ts";
import { refusal } from "../errors.ts";
import { answerSignedIn, hashRefreshToken } from "./sessions.ts";

const MAX_REFRESH_TOKEN_CHARS = 512;

export async function refresh(context: AuthContext, form: URLSearchParams) {
  const grantType = form.get("grant_type") ?? "";
  if (grantType === "") throw refusal("MISSING_GRANT_TYPE");
  if (grantType !== "refresh_token") throw refusal("INVALID_GRANT_TYPE");
  const refreshToken = form.get("refresh_token") ?? "";
  if (refreshToken === "") throw refusal("MISSING_REFRESH_TOKEN");
  if (refreshToken.length > MAX_REFRESH_TOKEN_CHARS) throw refusal("INVALID_REFRESH_TOKEN");

  const tokenHash = hashRefreshToken(refreshToken);
  // Guesses end here, without taking the writer's time.
  await context.sqlite.read("auth.findSession", { tokenHash });
  const { account, session } = await context.sqlite.write("auth.refreshSession", {
    tokenHash,
    nowMs: context.nowMs(),
  });
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
