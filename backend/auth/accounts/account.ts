/** An account as it is stored, and who may still act for it. */
import { refusal } from "../errors.ts";

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
  /** E.164 */
  phoneNumber: string | null;
  /** Has signed in by a link in a mail. */
  emailLink: boolean;
  /** A JSON object without reserved names. */
  customClaims: string | null;
  disabled: boolean;
  createdAt: number;
  lastLoginAt: number | null;
  lastRefreshAt: number | null;
  /** Sign-ins before it are over. */
  validSinceS: number;
  /** Ways in that are kept elsewhere count only if they were added later; null: all of them. */
  waysInSince: number | null;
  /** ID tokens whose `ep` is lower are over (absent means 0). */
  epoch: number;
  identities: Identity[];
  secondFactors: SecondFactor[];
};

/** An account at another provider. */
export type Identity = {
  providerId: string;
  rawId: string;
  email: string | null;
  displayName: string | null;
  photoUrl: string | null;
};

/** Without its secret. */
export type SecondFactor = {
  enrollmentId: string;
  displayName: string | null;
  enrolledAt: number;
};

/** As in `firebase.sign_in_provider`; a link in a mail counts as a password, as at Firebase. */
export type SignInProvider = "password" | "custom" | "anonymous" | `${string}.${string}`;

/** One sign-in on one device. */
export type Session = {
  /** The claim `sid` of its ID tokens. */
  id: string;
  provider: SignInProvider;
  authTimeS: number;
  /** Claims of the custom token that began it: a JSON object. */
  claims: string | null;
  /** Enrollment id of the one that was asked for. */
  secondFactor: string | null;
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
    phoneNumber: null,
    emailLink: false,
    customClaims: null,
    disabled: false,
    createdAt: nowMs,
    lastLoginAt: null,
    lastRefreshAt: null,
    validSinceS: toSeconds(nowMs),
    waysInSince: null,
    epoch: 0,
    identities: [],
    secondFactors: [],
  };
}

/**
 * The account as it is stored with a session that begins. That one is good also when its second is an earlier one than that
 * of the last revocation: the clock was set back, or went on between making the session and storing it.
 */
export function admitting(account: Account, { authTimeS }: { authTimeS: number }): Account {
  return { ...account, validSinceS: Math.min(account.validSinceS, authTimeS) };
}

/** @throws when the account is gone or disabled, or when that sign-in has been revoked. */
export function requireUsable(account: Account | undefined, authTimeS: number): Account {
  if (account === undefined) throw refusal("USER_NOT_FOUND");
  if (account.disabled) throw refusal("USER_DISABLED");
  if (authTimeS < account.validSinceS) throw refusal("TOKEN_EXPIRED");
  return account;
}
