/**
 * The one credential that `accounts:signInWithIdp` takes: this server's own word on who somebody is at another provider,
 * signed by the key that signs now. Good for two minutes, once (`identity-operations.ts`), for the page that knows the
 * nonce, and no longer than its key.
 */
import { createHash, randomBytes } from "node:crypto";
import type { AuthContext } from "../auth-context.ts";
import { parseDisplayName, parseEmail, parsePhotoUrl } from "../accounts/account-fields.ts";
import type { Identity } from "../accounts/account.ts";
import { refusal } from "../errors.ts";
import { OperationError } from "../../sqlite/index.ts";
import type { CredentialUse } from "./used-credentials.ts";
import { decodeJwt, isSignedBy, signJwt } from "../tokens/jwt.ts";

/** Unlike those of ID and custom tokens, so that none passes for another. */
const TYP = "foyer-identity+jwt";
const LIFETIME_MS = 2 * 60 * 1000;
const MAX_RAW_ID_CHARS = 256;
const MAX_NAME_CHARS = 256;
/** So that the whole has room in the fragment of an address: below 4 kB. */
const MAX_PHOTO_URL_CHARS = 1024;
const PROVIDER_ID = /^[A-Za-z0-9][\w-]{0,62}(\.[\w-]{1,63}){1,2}$/;

/** What the server has verified. */
export type ProvedIdentity = Identity & {
  /** By the provider. */
  emailVerified: boolean;
  /** SHA-256 of the nonce that stays in the page, in hex. */
  nonceHash: string;
  /** Lets one account be made where sign-up is closed, by whichever credential that has it comes first. */
  admission?: CredentialUse | null;
};

export type OpenedCredential = {
  id: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  identity: Identity;
  emailVerified: boolean;
  admission: CredentialUse | null;
};

/** What no account can keep of it is left out. @throws OperationError INVALID_PROVIDER_ID, INVALID_REQUEST */
export async function createIdpCredential(
  context: AuthContext,
  proved: ProvedIdentity,
): Promise<string> {
  const { providerId, rawId, nonceHash, admission = null } = proved;
  if (!PROVIDER_ID.test(providerId)) {
    throw refusal("INVALID_PROVIDER_ID", "A provider id is one such as google.com or oidc.name.");
  }
  if (rawId === "" || rawId.length > MAX_RAW_ID_CHARS || !rawId.isWellFormed()) {
    throw refusal("INVALID_REQUEST", `A raw id has 1 to ${MAX_RAW_ID_CHARS} characters.`);
  }
  if (!/^[0-9a-f]{64}$/.test(nonceHash)) {
    throw refusal("INVALID_REQUEST", "A nonce hash is a SHA-256 in lower-case hex.");
  }
  const key = context.keys.signer();
  const email = kept(proved.email, parseEmail);
  return signJwt(
    key.privateKey,
    { typ: TYP, kid: key.kid },
    {
      aud: context.projectId,
      jti: randomBytes(16).toString("base64url"),
      expiresAt: context.nowMs() + LIFETIME_MS,
      nonceHash,
      identity: {
        providerId,
        rawId,
        email,
        displayName: kept(proved.displayName, (text) =>
          parseDisplayName(text.slice(0, MAX_NAME_CHARS).toWellFormed()),
        ),
        photoUrl: kept(proved.photoUrl, (text) =>
          text.length > MAX_PHOTO_URL_CHARS ? null : parsePhotoUrl(text),
        ),
      },
      emailVerified: email !== null && proved.emailVerified,
      admission,
    },
  );
}

/**
 * Whether it was used before is asked with what it is used for.
 * @throws INVALID_IDP_RESPONSE
 */
export function openIdpCredential(
  context: AuthContext,
  text: string,
  { providerId, rawNonce }: { providerId: string; rawNonce: string },
): OpenedCredential {
  const jwt = decodeJwt(text);
  if (jwt === undefined || jwt.header["typ"] !== TYP) throw notGood();
  const key = context.keys.find(jwt.header["kid"]);
  if (key === undefined || !isSignedBy(jwt, key.publicKey)) throw notGood();
  // Signed here, so it has the shape that it was given.
  const { aud, jti, nonceHash, ...opened } = jwt.payload as Omit<OpenedCredential, "id"> & {
    aud: string;
    jti: string;
    nonceHash: string;
  };
  const isRight =
    aud === context.projectId &&
    opened.identity.providerId === providerId &&
    nonceHash === createHash("sha256").update(rawNonce).digest("hex");
  if (!isRight || context.nowMs() >= opened.expiresAt) throw notGood();
  return { ...opened, id: jti };
}

export function notGood(): OperationError {
  return refusal(
    "INVALID_IDP_RESPONSE",
    "The credential is not of this site, is for something else, or was used or has expired.",
  );
}

/** What a provider says may be anything. */
function kept(text: string | null, parse: (text: string) => string | null): string | null {
  if (text === null) return null;
  try {
    return text.isWellFormed() ? parse(text) : null;
  } catch (error) {
    // Nothing that an account can have.
    if (error instanceof OperationError) return null;
    throw error;
  }
}
