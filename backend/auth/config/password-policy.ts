/** What passwords must have beyond the shortest length, if the owner of the site wants it so. */
import type { AuthContext } from "../auth-context.ts";
import { refusal } from "../errors.ts";
import type { PasswordPolicy } from "./auth-config.ts";

const SYMBOLS = "^$*.[]{}()?\"!@#%&/\\,><':;|_~-+=`";

/** @throws PASSWORD_DOES_NOT_MEET_REQUIREMENTS with what is missing */
export function requirePolicy(policy: PasswordPolicy, password: string): void {
  if (!policy.isEnforced) return;
  const { minLength, maxLength } = policy;
  const wanted: [isMissing: boolean, what: string][] = [
    [password.length < minLength, `Password must contain at least ${minLength} characters`],
    [password.length > maxLength, `Password may contain at most ${maxLength} characters`],
    [policy.lowercase && !/[a-z]/.test(password), "Password must contain a lower case character"],
    [policy.uppercase && !/[A-Z]/.test(password), "Password must contain an upper case character"],
    [policy.digit && !/[0-9]/.test(password), "Password must contain a numeric character"],
    [
      policy.symbol && !Array.from(password).some((character) => SYMBOLS.includes(character)),
      "Password must contain a non-alphanumeric character",
    ],
  ];
  const missing = wanted.filter(([isMissing]) => isMissing).map(([, what]) => what);
  if (missing.length === 0) return;
  throw refusal(
    "PASSWORD_DOES_NOT_MEET_REQUIREMENTS",
    `Missing password requirements: [${missing.join(", ")}]`,
  );
}

/** Behind a right password. @throws PASSWORD_DOES_NOT_MEET_REQUIREMENTS */
export function requirePolicyAtSignIn({ config }: AuthContext, password: string): void {
  const { passwords } = config.current();
  if (passwords.atSignIn) requirePolicy(passwords, password);
}

/** `GET v2/passwordPolicy`, for the SDK's `validatePassword`. */
export function readPasswordPolicy({ config }: AuthContext): Promise<object> {
  const { passwords } = config.current();
  return Promise.resolve({
    customStrengthOptions: toStrengthOptions(passwords),
    allowedNonAlphanumericCharacters: Array.from(SYMBOLS),
    enforcementState: passwords.isEnforced ? "ENFORCE" : "OFF",
    forceUpgradeOnSignin: passwords.atSignIn,
    schemaVersion: 1,
  });
}

/** Only what is asked for: the SDK takes an option that is there for one that is wanted. */
export function toStrengthOptions(policy: PasswordPolicy) {
  return {
    minPasswordLength: policy.minLength,
    maxPasswordLength: policy.maxLength,
    ...(policy.lowercase && { containsLowercaseCharacter: true }),
    ...(policy.uppercase && { containsUppercaseCharacter: true }),
    ...(policy.digit && { containsNumericCharacter: true }),
    ...(policy.symbol && { containsNonAlphanumericCharacter: true }),
  };
}
