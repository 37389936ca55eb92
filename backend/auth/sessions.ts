/** Refresh tokens and the answer that a sign-in ends with. */
import { createHash, randomBytes } from "node:crypto";
import { type Account, type Session, toSeconds } from "./account.ts";
import type { AuthContext } from "./auth-context.ts";
import { ID_TOKEN_LIFETIME_S, signIdToken } from "./id-token.ts";

/** Only the hash is stored: who reads the database cannot sign in with what is in it. */
export function newRefreshToken(): { refreshToken: string; tokenHash: string } {
  const refreshToken = randomBytes(32).toString("base64url");
  return { refreshToken, tokenHash: hashRefreshToken(refreshToken) };
}

export function hashRefreshToken(refreshToken: string): string {
  return createHash("sha256").update(refreshToken).digest("hex");
}

export type SignedInAnswer = { idToken: string; refreshToken: string; expiresIn: string };

export async function answerSignedIn(
  context: AuthContext,
  account: Account,
  session: Session,
  refreshToken: string,
): Promise<SignedInAnswer> {
  const idToken = await signIdToken(context, account, session, toSeconds(context.nowMs()));
  return { idToken, refreshToken, expiresIn: String(ID_TOKEN_LIFETIME_S) };
}
