/**
 * Access tokens of service accounts. Another `typ`, issuer and audience than an ID token has, all of them checked, so
 * that neither is ever taken for the other.
 */
import { randomUUID } from "node:crypto";
import { signJwt } from "./jwt.ts";
import type { SigningKeys } from "./signing-keys.ts";

export const ACCESS_TOKEN_TYP = "at+jwt";
export const ACCESS_TOKEN_LIFETIME_S = 3600;

export const accessIssuerOf = (projectId: string): string => `urn:foyer:${projectId}`;
export const accessAudienceOf = (projectId: string): string => `urn:foyer:${projectId}:admin`;

export function signAccessToken(
  { projectId, keys }: { projectId: string; keys: SigningKeys },
  clientEmail: string,
  nowS: number,
): Promise<string> {
  const payload = {
    iss: accessIssuerOf(projectId),
    aud: accessAudienceOf(projectId),
    sub: clientEmail,
    iat: nowS,
    exp: nowS + ACCESS_TOKEN_LIFETIME_S,
    jti: randomUUID(),
  };
  const key = keys.signer();
  return signJwt(key.privateKey, { typ: ACCESS_TOKEN_TYP, kid: key.kid }, payload);
}
