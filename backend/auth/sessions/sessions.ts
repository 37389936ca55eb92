/** Refresh tokens and the answer that a sign-in ends with. */
import { createHash, randomBytes } from "node:crypto";
import { type Account, type Session, toSeconds } from "../accounts/account.ts";
import type { AuthContext } from "../auth-context.ts";
import type { NewSession } from "./session-store.ts";
import { ID_TOKEN_LIFETIME_S, signIdToken } from "../tokens/id-token.ts";

/** Who asks, as far as a sign-in has to know. */
export type Client = {
  /** IPv4 address or IPv6 /64. */
  address: string;
  /** User-Agent, cut; null when there is none. */
  device: string | null;
  /** Of the app's options, as it stands in the request's `key`. */
  apiKey: string | null;
};

/** For an account that is about to sign in. */
export function newSession(
  context: AuthContext,
  client: Client,
  { provider, claims = null }: Pick<Session, "provider"> & { claims?: string | null },
): { session: NewSession; refreshToken: string } {
  const { refreshToken, tokenHash } = newRefreshToken();
  const session = {
    id: newSessionId(),
    provider,
    authTimeS: toSeconds(context.nowMs()),
    claims,
    secondFactor: null,
    tokenHash,
    device: client.device,
    network: client.address,
  };
  return { session, refreshToken };
}

/** No secret: it stands in ID tokens and in lists. */
export function newSessionId(): string {
  return randomBytes(16).toString("base64url");
}

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
