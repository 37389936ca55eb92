/** What the owner of the site lets people do: read at the start, kept in memory, changed by administrators. */
import type { SqlitePort } from "../../sqlite/index.ts";
import type { ActedBy } from "../audit/audit-events.ts";
import type { AuthOperations } from "../auth-operations.ts";
import { MAX_PASSWORD_BYTES, MIN_PASSWORD_CHARS } from "../passwords/password-bounds.ts";

export type PasswordPolicy = {
  /** Else only the shortest and the greatest length of all passwords hold. */
  isEnforced: boolean;
  /** Characters (UTF-16). */
  minLength: number;
  maxLength: number;
  lowercase: boolean;
  uppercase: boolean;
  digit: boolean;
  symbol: boolean;
  /** Whoever signs in with a password that is not good enough is asked to reset it. */
  atSignIn: boolean;
  /** Milliseconds since 1970; null: as it was delivered. */
  changedAt: number | null;
};

export type AuthConfig = {
  /** E-mail and password. */
  email: boolean;
  /** Sign-in by a link in a mail. */
  emailLink: boolean;
  anonymous: boolean;
  /** People make accounts themselves. */
  signUp: boolean;
  /** People delete their own accounts. */
  deletion: boolean;
  /** No answer tells whether somebody has an account, but for that of a sign-up. */
  emailPrivacy: boolean;
  /** A second factor may be enrolled; who has one is asked for it anyway. */
  totp: boolean;
  passwords: PasswordPolicy;
};

type Changes<Type> = { [Name in keyof Type]?: Type[Name] | undefined };

/** What was changed, by the names of `AuthConfig`; the rest, and what is undefined, has its default. */
export type StoredConfig = Changes<Omit<AuthConfig, "passwords">> & {
  passwords?: Changes<PasswordPolicy>;
};

function defaultsOf({ hasMailer }: { hasMailer: boolean }): AuthConfig {
  return {
    email: true,
    emailLink: hasMailer,
    anonymous: false,
    signUp: true,
    // It would leave all that the account has elsewhere.
    deletion: false,
    emailPrivacy: true,
    totp: true,
    passwords: {
      isEnforced: false,
      minLength: MIN_PASSWORD_CHARS,
      maxLength: MAX_PASSWORD_BYTES,
      lowercase: false,
      uppercase: false,
      digit: false,
      symbol: false,
      atSignIn: false,
      changedAt: null,
    },
  };
}

export type ConfigHolder = {
  current(): AuthConfig;
  /** Durable when it resolves; asked for from then on. Changes at the same moment are done one after the other. */
  change(changes: StoredConfig, by: ActedBy, nowMs: number): Promise<AuthConfig>;
};

export async function openConfig(
  sqlite: SqlitePort<AuthOperations>,
  facts: { hasMailer: boolean },
): Promise<ConfigHolder> {
  const defaults = defaultsOf(facts);
  let config = merge(defaults, await sqlite.read("auth.config", undefined));
  return {
    current: () => config,
    async change(changes, by, nowMs) {
      const input = { changes, by, nowMs };
      await sqlite.write("auth.changeConfig", input, {
        // In the order of the commits.
        onCommitted: (all) => void (config = merge(defaults, all)),
      });
      return config;
    },
  };
}

function merge(defaults: AuthConfig, stored: StoredConfig): AuthConfig {
  const passwords = { ...defaults.passwords, ...stored.passwords } as PasswordPolicy;
  return { ...defaults, ...stored, passwords } as AuthConfig;
}
