/** An account at another provider, as the Admin SDK and `batchCreate` send it. */
import { parseDisplayName, parsePhotoUrl } from "../accounts/account-fields.ts";
import type { Identity } from "../accounts/account.ts";
import { type Body, readString } from "../http/body.ts";
import { refusal } from "../errors.ts";

const PROVIDER_ID = /^[A-Za-z0-9][\w.-]{0,127}$/;
const MAX_RAW_ID_CHARS = 256;
const MAX_EMAIL_CHARS = 254;

/** These are no other providers: the account itself has them. */
export const OWN_PROVIDERS = new Set(["password", "phone", "anonymous", "custom", "firebase"]);

/** @throws MISSING_PROVIDER_ID, MISSING_RAW_ID, INVALID_PROVIDER_ID, INVALID_REQUEST and those of its fields */
export function readIdentity(value: unknown): Identity {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refusal("INVALID_REQUEST", "A provider's user must be an object.");
  }
  const body = value as Body;
  const providerId = readString(body, "providerId") ?? "";
  const rawId = readString(body, "rawId") ?? "";
  const email = readString(body, "email") ?? "";
  if (providerId === "") throw refusal("MISSING_PROVIDER_ID");
  if (rawId === "") throw refusal("MISSING_RAW_ID");
  if (!PROVIDER_ID.test(providerId) || OWN_PROVIDERS.has(providerId)) {
    throw refusal("INVALID_PROVIDER_ID", "A provider id is one such as google.com or oidc.name.");
  }
  if (rawId.length > MAX_RAW_ID_CHARS || email.length > MAX_EMAIL_CHARS) {
    throw refusal("INVALID_REQUEST", "The rawId or the email of a provider's user is too long.");
  }
  return {
    providerId,
    rawId,
    email: email === "" ? null : email.toLowerCase(),
    displayName: parseDisplayName(readString(body, "displayName") ?? ""),
    photoUrl: parsePhotoUrl(readString(body, "photoUrl") ?? ""),
  };
}
