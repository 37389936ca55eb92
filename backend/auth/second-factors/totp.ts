/** One-time passwords of an authenticator app (RFC 6238) with the values that every such app takes for granted. */
import { Secret, TOTP } from "otpauth";

export const TOTP_ALGORITHM = "SHA1";
export const TOTP_DIGITS = 6;
export const TOTP_PERIOD_S = 30;

/** As RFC 4226 recommends: 160 bits. */
const SECRET_BYTES = 20;
/** A code of the step before or after counts, too: clocks differ, and people need time to type. */
const STEPS_AROUND = 1;

const CODE = /^\d{6}$/;

/** In base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * The step (30 s since 1970) that the code is of; undefined when it is none of now. Wrong codes all take the same time.
 */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  if (!CODE.test(code)) return undefined;
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    algorithm: TOTP_ALGORITHM,
    digits: TOTP_DIGITS,
    period: TOTP_PERIOD_S,
    timestamp: nowMs,
    window: STEPS_AROUND,
  });
  return delta === null ? undefined : stepAt(nowMs) + delta;
}

function stepAt(nowMs: number): number {
  return Math.floor(nowMs / 1000 / TOTP_PERIOD_S);
}
