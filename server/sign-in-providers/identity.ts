/** Who a provider says that somebody is, and how it is asked. */

export type Identity = {
  /** The provider's own name of the account; never changes. */
  rawId: string;
  /** Lower case is the business of who stores it. */
  email: string | null;
  emailVerified: boolean;
  displayName: string | null;
  photoUrl: string | null;
};

/** Made for one sign-in, and compared with what comes back. */
type Checks = {
  /** Where the provider leads back to. */
  redirectUri: string;
  state: string;
  nonce: string;
  verifier: string;
};

export type Provider = {
  /** Where the visitor goes. @throws ProviderError */
  addressFor(checks: Checks): Promise<URL>;
  /** @param callback the address that the provider led back to. @throws ProviderError */
  identify(callback: URL, checks: Checks): Promise<Identity>;
};

export type ProviderErrorCode =
  /** The visitor, or the provider for its own reasons, said no. */
  | "provider-denied"
  /** It cannot be reached, takes too long, or is not well. */
  | "provider-unavailable"
  /** Its answer, or what came with the visitor, cannot be trusted. */
  | "provider-failed";

export class ProviderError extends Error {
  readonly code: ProviderErrorCode;
  constructor(code: ProviderErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "ProviderError";
    this.code = code;
  }
}

const maxIdChars = 255;
const maxTextChars = 500;
const maxUrlChars = 2000;

/** What is missing or no text is null: only the id must be there. @throws ProviderError */
export function identityOf(claims: {
  id: unknown;
  email: unknown;
  emailVerified: unknown;
  name: unknown;
  picture: unknown;
}): Identity {
  const { id } = claims;
  if (typeof id !== "string" || id === "" || id.length > maxIdChars) {
    throw new ProviderError("provider-failed", "The provider does not say which account it is.");
  }
  const email = textOrNull(claims.email);
  return {
    rawId: id,
    email: email !== null && /^[^\s@]+@[^\s@]+$/.test(email) ? email : null,
    // Some providers write it as text.
    emailVerified:
      email !== null && (claims.emailVerified === true || claims.emailVerified === "true"),
    displayName: textOrNull(claims.name),
    photoUrl: httpsOrNull(claims.picture),
  };
}

function textOrNull(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = value.trim();
  return text === "" || text.length > maxTextChars ? null : text;
}

function httpsOrNull(value: unknown): string | null {
  if (typeof value !== "string" || value.length > maxUrlChars || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === "https:" ? url.href : null;
}
