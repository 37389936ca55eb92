/** An account as Identity Toolkit writes it (`GetAccountInfoResponse` and others). */
import { toMfaInfo } from "../second-factors/mfa-info.ts";
import type { Account, Identity } from "./account.ts";

/** base64 of "REDACTED", as in production: it says only that there is a password. */
const REDACTED = "UkVEQUNURUQ=";

export function toUserInfo(account: Account) {
  const { uid, displayName, photoUrl } = account;
  return {
    localId: uid,
    ...(account.email !== null && { email: account.email }),
    ...(displayName !== null && { displayName }),
    ...(photoUrl !== null && { photoUrl }),
    emailVerified: account.emailVerified,
    ...(account.passwordHash !== null && {
      passwordHash: REDACTED,
      passwordUpdatedAt: account.passwordUpdatedAt,
    }),
    ...(account.emailLink && { emailLinkSignin: true }),
    ...(account.phoneNumber !== null && { phoneNumber: account.phoneNumber }),
    providerUserInfo: toProviders(account),
    validSince: String(account.validSinceS),
    ...(account.waysInSince !== null && { waysInSince: String(account.waysInSince) }),
    disabled: account.disabled,
    createdAt: String(account.createdAt),
    ...(account.lastLoginAt !== null && { lastLoginAt: String(account.lastLoginAt) }),
    ...(account.lastRefreshAt !== null && {
      lastRefreshAt: new Date(account.lastRefreshAt).toISOString(),
    }),
    ...(account.customClaims !== null && { customAttributes: account.customClaims }),
    ...(account.secondFactors.length > 0 && { mfaInfo: account.secondFactors.map(toMfaInfo) }),
  };
}

export function toProviders(account: Account) {
  const { email, emailLink, passwordHash, phoneNumber, displayName, photoUrl, identities } =
    account;
  const profile = {
    ...(displayName !== null && { displayName }),
    ...(photoUrl !== null && { photoUrl }),
  };
  const hasPassword = email !== null && (passwordHash !== null || emailLink);
  return [
    ...(hasPassword
      ? [{ providerId: "password", rawId: email, federatedId: email, email, ...profile }]
      : []),
    ...(phoneNumber !== null ? [{ providerId: "phone", rawId: phoneNumber, phoneNumber }] : []),
    ...identities.map(toProvider),
  ];
}

function toProvider({ providerId, rawId, email, displayName, photoUrl }: Identity) {
  return {
    providerId,
    rawId,
    federatedId: rawId,
    ...(email !== null && { email }),
    ...(displayName !== null && { displayName }),
    ...(photoUrl !== null && { photoUrl }),
  };
}
