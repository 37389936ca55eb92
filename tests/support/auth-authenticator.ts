import { Secret, TOTP } from "otpauth";

const STEP_MS = 30_000;

export type Authenticator = {
  /** The six digits of now, or of the next half minute if those of now have been shown: none is taken twice. */
  code(): string;
};

/** The app on a phone. */
export function openAuthenticator(secret: string, now: () => number = Date.now): Authenticator {
  let shown = 0;
  return {
    code() {
      const step = Math.floor(now() / STEP_MS);
      shown = Math.max(step, shown + 1);
      if (shown > step + 1) throw new Error("Only two codes can be taken in half a minute.");
      return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: shown * STEP_MS });
    },
  };
}
