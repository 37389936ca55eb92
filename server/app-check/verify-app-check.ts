/**
 * Whether a request comes from an app of the site's owner, by the token that Firebase App Check gives to such apps. What
 * is checked of it: https://firebase.google.com/docs/app-check/custom-resource-backend
 */
import { readFile } from "node:fs/promises";
import {
  type FlattenedJWSInput,
  type FetchImplementation,
  type JSONWebKeySet,
  type JWSHeaderParameters,
  type JWTVerifyGetKey,
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
} from "jose";

/** False for no token, and for one that does not open this project. @throws when the keys cannot be had now */
export type VerifyAppCheck = (token: string | null) => Promise<boolean>;

const MAX_TOKEN_CHARACTERS = 8 * 1024;
const CLOCK_TOLERANCE_SECONDS = 5;
/** As Firebase asks: keys change, and are kept no longer. */
const MAX_KEYS_AGE_MS = 6 * 60 * 60 * 1000;
/** Between two readings of the keys because of a token that none of them fits. */
const MIN_KEYS_AGE_MS = 60 * 1000;

/** What jose throws because of the token itself; anything else says nothing of it. */
const REFUSALS = [
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSMultipleMatchingKeys,
  errors.JWKSNoMatchingKey,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
];

export function createAppCheckVerifier(options: {
  /** Digits. */
  projectNumber: string;
  /** An https address, or the path of a file, of a JSON Web Key Set. */
  keys: URL | string;
  /** Milliseconds since 1970. */
  now: () => number;
  fetch?: FetchImplementation;
}): VerifyAppCheck {
  const { projectNumber, keys, now } = options;
  const getKey =
    typeof keys === "string"
      ? keysOfFile(keys, now)
      : createRemoteJWKSet(keys, {
          cacheMaxAge: MAX_KEYS_AGE_MS,
          cooldownDuration: MIN_KEYS_AGE_MS,
          ...(options.fetch && { [customFetch]: options.fetch }),
        });
  return async (token) => {
    if (token === null || token === "" || token.length > MAX_TOKEN_CHARACTERS) return false;
    try {
      const { payload } = await jwtVerify(token, getKey, {
        algorithms: ["RS256"],
        typ: "JWT",
        issuer: `https://firebaseappcheck.googleapis.com/${projectNumber}`,
        audience: `projects/${projectNumber}`,
        requiredClaims: ["exp", "sub"],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(now()),
      });
      return payload.sub !== "";
    } catch (error) {
      if (REFUSALS.some((refusal) => error instanceof refusal)) return false;
      throw error;
    }
  };
}

/** Read anew when they are old, or when none fits: a file may be replaced while the server runs. */
function keysOfFile(path: string, now: () => number): JWTVerifyGetKey {
  let known: { find: ReturnType<typeof createLocalJWKSet>; readMs: number } | undefined;

  async function read(): Promise<NonNullable<typeof known>> {
    const set = JSON.parse(await readFile(path, "utf8")) as JSONWebKeySet;
    known = { find: createLocalJWKSet(set), readMs: now() };
    return known;
  }

  return async (header?: JWSHeaderParameters, token?: FlattenedJWSInput) => {
    const isFresh = known !== undefined && now() - known.readMs < MAX_KEYS_AGE_MS;
    const { find, readMs } = isFresh && known !== undefined ? known : await read();
    try {
      return await find(header, token);
    } catch (error) {
      const mayHaveChanged = now() - readMs >= MIN_KEYS_AGE_MS;
      if (!(error instanceof errors.JWKSNoMatchingKey) || !mayHaveChanged) throw error;
      return (await read()).find(header, token);
    }
  };
}
