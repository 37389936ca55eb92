/** An account as Identity Toolkit writes it (`GetAccountInfoResponse` and others). */
import type { Account } from "./account.ts";

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
    providerUserInfo: toProviders(account),
    validSince: String(account.validSinceS),
    disabled: account.disabled,
    createdAt: String(account.createdAt),
    ...(account.lastLoginAt !== null && { lastLoginAt: String(account.lastLoginAt) }),
    ...(account.lastRefreshAt !== null && {
      lastRefreshAt: new Date(account.lastRefreshAt).toISOString(),
    }),
    ...(account.customClaims !== null && { customAttributes: account.customClaims }),
  };
}

export function toProviders({ email, passwordHash, displayName, photoUrl }: Account) {
  if (email === null || passwordHash === null) return [];
  return [
    {
      providerId: "password",
      rawId: email,
      federatedId: email,
      email,
      ...(displayName !== null && { displayName }),
      ...(photoUrl !== null && { photoUrl }),
    },
  ];
}
