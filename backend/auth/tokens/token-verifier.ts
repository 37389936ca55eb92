/** Says whose a token is. Signatures are remembered; times are looked at in every call. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { CredentialError } from "../../http/index.ts";
import { ACCESS_TOKEN_TYP, accessAudienceOf, accessIssuerOf } from "./access-token.ts";
import { MAX_SKEW_S, issuerOf } from "./id-token.ts";
import { type Jwt, decodeJwt, isSignedBy, readSeconds } from "./jwt.ts";
import type { SigningKeys } from "./signing-keys.ts";

const MAX_CACHED_CHARS = 4 * 1024 * 1024;

type Claims = Record<string, unknown>;
type Times = { iatS: number; expS: number };
type Read = Times &
  (
    | {
        kind: "id";
        uid: string;
        authTimeS: number;
        epoch: number;
        sid: string | undefined;
        claims: Claims;
      }
    | { kind: "access"; clientEmail: string }
  );
type Verified = Read & { kid: string };

/** @throws CredentialError */
export type TokenVerifier = (token: string) => Verified;

export function createTokenVerifier(deps: {
  projectId: string;
  keys: Pick<SigningKeys, "find">;
  clock: () => number;
}): TokenVerifier {
  const { projectId, keys } = deps;
  // By digest, so that the cache holds no token.
  const cache = new LRUCache<string, Verified>({ maxSize: MAX_CACHED_CHARS });

  function verifyOnce(token: string): Verified {
    const digest = createHash("sha256").update(token).digest("base64");
    const cached = cache.get(digest);
    // A key's time can end before its tokens'.
    if (cached !== undefined && keys.find(cached.kid) !== undefined) return cached;
    const jwt = decodeJwt(token);
    if (jwt === undefined) throw invalid("It is not an RS256 JSON web token.");
    const key = keys.find(jwt.header["kid"]);
    if (key === undefined) throw invalid("Its key is not one of this server's.");
    if (!isSignedBy(jwt, key.publicKey)) throw invalid("Its signature is wrong.");
    const verified = { ...readClaims(projectId, jwt), kid: key.kid };
    cache.set(digest, verified, { size: token.length });
    return verified;
  }

  return (token) => {
    const verified = verifyOnce(token);
    const nowS = deps.clock() / 1000;
    if (verified.expS <= nowS) throw new CredentialError("expired", "The token has expired.");
    const startS =
      verified.kind === "id" ? Math.max(verified.iatS, verified.authTimeS) : verified.iatS;
    if (startS > nowS + MAX_SKEW_S) throw invalid("It is of the future.");
    return verified;
  };
}

function readClaims(projectId: string, { header, payload }: Jwt): Read {
  const { iss, aud, sub } = payload;
  const iatS = readSeconds(payload["iat"]);
  const expS = readSeconds(payload["exp"]);
  if (iatS === undefined || expS === undefined) throw invalid("It has no times.");
  if (typeof sub !== "string" || sub === "") throw invalid("It has no subject.");

  if (header["typ"] === ACCESS_TOKEN_TYP) {
    if (iss !== accessIssuerOf(projectId) || aud !== accessAudienceOf(projectId)) {
      throw invalid("It is for something else.");
    }
    return { kind: "access", clientEmail: sub, iatS, expS };
  }
  const authTimeS = readSeconds(payload["auth_time"]);
  if (header["typ"] !== "JWT" || iss !== issuerOf(projectId) || aud !== projectId) {
    throw invalid("It is for something else.");
  }
  if (authTimeS === undefined) throw invalid("It does not say when its user signed in.");
  const { ep: epoch = 0, sid } = payload;
  if (typeof epoch !== "number" || (sid !== undefined && typeof sid !== "string")) {
    throw invalid("It has an epoch or a session of no use.");
  }
  return { kind: "id", uid: sub, authTimeS, epoch, sid, iatS, expS, claims: payload };
}

function invalid(reason: string): CredentialError {
  return new CredentialError("invalid", `The token is not valid: ${reason}`);
}
