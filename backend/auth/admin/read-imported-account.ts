/** One user of `batchCreate` as the account that it becomes. */
import {
  parseDisplayName,
  parseEmail,
  parsePhoneNumber,
  parsePhotoUrl,
  parseUid,
} from "../accounts/account-fields.ts";
import { type Account, type Identity, newAccount } from "../accounts/account.ts";
import { parseClaims, toClaimsText } from "../accounts/claims.ts";
import { type Body, has, readBoolean, readString, readWholeNumber } from "../http/body.ts";
import { formatPasswordHash } from "../passwords/password-hash.ts";
import { OperationError } from "../../sqlite/index.ts";
import { type HashReader, parseBase64 } from "./hash-config.ts";
import { OWN_PROVIDERS, readIdentity } from "./read-identity.ts";

const MAX_IDENTITIES = 20;
const TIMES = { min: 0, max: 8_640_000_000_000_000 };

/** As Identity Toolkit says it. */
const MESSAGES: Record<string, string> = {
  INVALID_LOCAL_ID: "localId is invalid",
  MISSING_EMAIL: "email is invalid",
  INVALID_EMAIL: "email is invalid",
  INVALID_PHONE_NUMBER: "phone number format is invalid",
  INVALID_CLAIMS: "Invalid custom claims provided.",
  FORBIDDEN_CLAIM: "Custom claims provided include a reserved claim.",
  MISSING_PROVIDER_ID: "federatedId or (providerId & rawId) is required",
  MISSING_RAW_ID: "federatedId or (providerId & rawId) is required",
};

/** What is wrong with one user; the others of the request are imported. */
export class ImportFault extends Error {
  override readonly name = "ImportFault";
}

/** @throws ImportFault */
export function readImportedAccount(
  value: unknown,
  readHash: HashReader | undefined,
  nowMs: number,
): Account {
  try {
    return readAccount(toBody(value), readHash, nowMs);
  } catch (error) {
    if (error instanceof OperationError) {
      throw new ImportFault(MESSAGES[error.code] ?? (error.message || error.code));
    }
    throw error;
  }
}

function toBody(value: unknown): Body {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Body;
  throw new ImportFault("A user must be an object.");
}

function readAccount(body: Body, readHash: HashReader | undefined, nowMs: number): Account {
  if ((readString(body, "localId") ?? "") === "") throw new ImportFault("localId is missing");
  const email = readString(body, "email") ?? "";
  const phoneNumber = readString(body, "phoneNumber") ?? "";
  const claims = readString(body, "customAttributes") ?? "";
  const passwordHash = readPasswordHash(body, readHash);
  refuseWhatIsNotKept(body);
  return {
    ...newAccount(parseUid(body["localId"]), nowMs),
    email: email === "" ? null : parseEmail(email),
    emailVerified: readBoolean(body, "emailVerified") ?? false,
    emailLink: readBoolean(body, "emailLinkSignin") ?? false,
    passwordHash,
    passwordUpdatedAt: passwordHash === null ? null : nowMs,
    displayName: parseDisplayName(readString(body, "displayName") ?? ""),
    photoUrl: parsePhotoUrl(readString(body, "photoUrl") ?? ""),
    phoneNumber: phoneNumber === "" ? null : parsePhoneNumber(phoneNumber),
    customClaims: claims === "" ? null : toClaimsText(parseClaims(claims)),
    disabled: readBoolean(body, "disabled") ?? false,
    createdAt: readWholeNumber(body, "createdAt", TIMES) ?? nowMs,
    lastLoginAt: readWholeNumber(body, "lastLoginAt", TIMES) ?? null,
    identities: readIdentities(body["providerUserInfo"] ?? []),
  };
}

function refuseWhatIsNotKept(body: Body): void {
  if (has(body, "rawPassword")) {
    throw new ImportFault("rawPassword is not taken: only hashes are imported.");
  }
  if (has(body, "tenantId")) {
    throw new ImportFault("Tenant id in userInfo does not match the tenant id in request.");
  }
  const mfaInfo = body["mfaInfo"] ?? [];
  if (!Array.isArray(mfaInfo) || mfaInfo.length > 0) {
    throw new ImportFault("Second factor not supported.");
  }
}

function readPasswordHash(body: Body, readHash: HashReader | undefined): string | null {
  const text = readString(body, "passwordHash") ?? "";
  if (text === "") return null;
  const passwordHash = parseBase64(text);
  const salt = parseBase64(readString(body, "salt") ?? "");
  if (passwordHash === undefined || salt === undefined) {
    throw new ImportFault("passwordHash and salt must be base64.");
  }
  if (readHash === undefined) throw new ImportFault("hashAlgorithm is missing");
  try {
    return formatPasswordHash(readHash(passwordHash, salt));
  } catch (error) {
    throw new ImportFault(error instanceof Error ? error.message : String(error));
  }
}

function readIdentities(value: unknown): Identity[] {
  if (!Array.isArray(value) || value.length > MAX_IDENTITIES) {
    throw new ImportFault(`providerUserInfo must be a list of at most ${MAX_IDENTITIES}.`);
  }
  const identities = value
    .filter((item: Body | null) => !OWN_PROVIDERS.has(item?.["providerId"] as string))
    .map((item) => readIdentity(item));
  if (new Set(identities.map(({ providerId }) => providerId)).size < identities.length) {
    throw new ImportFault("An account has one user of a provider.");
  }
  return identities;
}
