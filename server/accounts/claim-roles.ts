/** Roles of a user's record that the account's claims carry, too. Absent means false. */
export const claimRoles = ["editor", "admin"] as const;

/** Of an account that waits for its deletion: when that is due, as an ISO instant, so that the browser knows at sign-in. */
export const deletionClaim = "deletionAt";

export type ClaimRole = (typeof claimRoles)[number];
