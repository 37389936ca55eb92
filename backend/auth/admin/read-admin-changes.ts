/** What administrators may write into an account, from the bodies of `accounts` and `accounts:update`. */
import { parseEmail, parsePhoneNumber, parseUid } from "../accounts/account-fields.ts";
import type { Identity } from "../accounts/account.ts";
import type { AccountChanges } from "../accounts/account-operations.ts";
import { parseClaims, toClaimsText } from "../accounts/claims.ts";
import { readNewPassword } from "../accounts/new-password.ts";
import { readProfileChanges } from "../accounts/update-account.ts";
import type { AuthContext } from "../auth-context.ts";
import {
  type Body,
  has,
  readBoolean,
  readString,
  readStrings,
  readWholeNumber,
} from "../http/body.ts";
import { refusal } from "../errors.ts";
import { readIdentity } from "./read-identity.ts";

const MAX_PROVIDERS = 20;

/** @throws MISSING_LOCAL_ID */
export function readLocalId(body: Body): string {
  const uid = readString(body, "localId");
  if (uid === undefined || uid === "") throw refusal("MISSING_LOCAL_ID");
  return uid;
}

export function readNewUid(context: AuthContext, body: Body): string {
  return has(body, "localId") ? parseUid(body["localId"]) : context.newUid();
}

/** @param account as it is stored, if it is: its e-mail and name are no password either. */
export async function readAdminChanges(
  context: AuthContext,
  body: Body,
  account?: { email: string | null; displayName: string | null },
): Promise<AccountChanges> {
  if (has(body, "tenantId")) throw refusal("OPERATION_NOT_ALLOWED", "There are no tenants.");
  const changes = readProfileChanges(withoutCredentials(body));
  for (const attribute of readStrings(body, "deleteAttribute", 10)) {
    if (attribute === "EMAIL") {
      Object.assign(changes, { email: null, emailVerified: false, emailLink: false });
    }
    if (attribute === "PASSWORD") changes.passwordHash = null;
  }
  if (has(body, "email")) changes.email = parseEmail(readString(body, "email"));
  const phoneNumber = readString(body, "phoneNumber");
  if (phoneNumber !== undefined) changes.phoneNumber = parsePhoneNumber(phoneNumber);
  const emailVerified = readBoolean(body, "emailVerified");
  if (emailVerified !== undefined) changes.emailVerified = emailVerified;
  const disabled = readBoolean(body, "disableUser") ?? readBoolean(body, "disabled");
  if (disabled !== undefined) changes.disabled = disabled;
  const claims = readString(body, "customAttributes");
  if (claims !== undefined) changes.customClaims = toClaimsText(parseClaims(claims));
  const nowS = Math.floor(context.nowMs() / 1000);
  const validSinceS = readWholeNumber(body, "validSince", { min: 0, max: nowS });
  if (validSinceS !== undefined) changes.validSinceS = validSinceS;
  if (has(body, "password")) {
    const password = await readNewPassword(context, body, "password", { ...account, ...changes });
    changes.passwordHash = await context.passwords.hash(password, "administrators");
  }
  return changes;
}

/** What goes beyond the account's own fields; `secondFactors` are those to keep, undefined keeps all. */
export function readLinks(body: Body): {
  removeProviders: string[];
  link: Identity | undefined;
  secondFactors: string[] | undefined;
} {
  const link = has(body, "linkProviderUserInfo")
    ? readIdentity(body["linkProviderUserInfo"])
    : undefined;
  return {
    removeProviders: readStrings(body, "deleteProvider", MAX_PROVIDERS),
    link,
    secondFactors: has(body, "mfa") ? readEnrollmentIds(body["mfa"]) : undefined,
  };
}

/** Second factors of a new account, or of one that is imported: there is no phone and no secret to make one of. */
export function refuseNewSecondFactors(body: Body): void {
  const value = has(body, "mfaInfo") ? body["mfaInfo"] : [];
  if (!Array.isArray(value) || value.length > 0) throw noNewSecondFactor();
}

function readEnrollmentIds(mfa: unknown): string[] {
  if (typeof mfa !== "object" || Array.isArray(mfa)) {
    throw refusal("INVALID_REQUEST", "mfa must be an object.");
  }
  const enrollments = (mfa as Body)["enrollments"] ?? [];
  if (!Array.isArray(enrollments)) {
    throw refusal("INVALID_REQUEST", "mfa.enrollments must be a list.");
  }
  return enrollments.map((enrollment: unknown) => {
    const isObject = typeof enrollment === "object" && enrollment !== null;
    const id = isObject ? readString(enrollment as Body, "mfaEnrollmentId") : undefined;
    if (id === undefined || id === "") throw noNewSecondFactor();
    return id;
  });
}

function noNewSecondFactor() {
  return refusal(
    "UNSUPPORTED_SECOND_FACTOR",
    "Second factors can be kept or removed here; only the account itself can add one.",
  );
}

/** The two attributes that only administrators may delete. */
function withoutCredentials(body: Body): Body {
  const attributes = readStrings(body, "deleteAttribute", 10);
  const deleteAttribute = attributes.filter((name) => name !== "EMAIL" && name !== "PASSWORD");
  return { ...body, deleteAttribute };
}
