/** An account as it is stored, and who may still act for it. */
import { refusal } from "./errors.ts";

/** Times in milliseconds since 1970, `…S` in seconds. */
export type Account = {
  uid: string;
  /** In lower case. */
  email: string | null;
  emailVerified: boolean;
  /** A PHC string. */
  passwordHash: string | null;
  passwordUpdatedAt: number | null;
  displayName: string | null;
  photoUrl: string | null;
  /** A JSON object without reserved names. */
  customClaims: string | null;
  disabled: boolean;
  createdAt: number;
  lastLoginAt: number | null;
  lastRefreshAt: number | null;
  /** Sign-ins before it are over. */
  validSinceS: number;
};

export type SignInProvider = "password" | "custom";

/** One sign-in on one device: lives as long as its refresh token. */
export type Session = {
  provider: SignInProvider;
  authTimeS: number;
  /** Claims of the custom token that began it: a JSON object. */
  claims: string | null;
};

export const toSeconds = (ms: number): number => Math.floor(ms / 1000);

export function newAccount(uid: string, nowMs: number): Account {
  return {
    uid,
    email: null,
    emailVerified: false,
    passwordHash: null,
    passwordUpdatedAt: null,
    displayName: null,
    photoUrl: null,
    customClaims: null,
    disabled: false,
    createdAt: nowMs,
    lastLoginAt: null,
    lastRefreshAt: null,
    validSinceS: toSeconds(nowMs),
  };
}

/** @throws when the account is gone or disabled, or when that sign-in has been revoked. */
export function requireUsable(account: Account | undefined, authTimeS: number): Account {
  if (account === undefined) throw refusal("USER_NOT_FOUND");
  if (account.disabled) throw refusal("USER_DISABLED");
  if (authTimeS < account.validSinceS) throw refusal("TOKEN_EXPIRED");
  return account;
}
