/** How much of files an account may keep, unless another limit is set for it. */

const unverifiedBytes = 50 * 1024 * 1024;

/** @returns for the claims of an ID token the bytes; null for no limit but the site's. */
export type QuotaPolicy = (claims: Readonly<Record<string, unknown>>) => number | null;

export function createQuotaPolicy(options: {
  usualBytes: number;
  /** Whether somebody can verify an address at all. */
  sendsMail: boolean;
}): QuotaPolicy {
  const { usualBytes, sendsMail } = options;
  return (claims) => {
    // The server keeps this claim like the role of the live record.
    if (claims["admin"] === true) return null;
    const isVerified = claims["email_verified"] === true || !sendsMail;
    return isVerified ? usualBytes : Math.min(unverifiedBytes, usualBytes);
  };
}
