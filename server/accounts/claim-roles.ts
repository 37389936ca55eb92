/** Roles of a user's record that the account's claims carry, too. Absent means false. */
export const claimRoles = ["editor", "admin"] as const;

export type ClaimRole = (typeof claimRoles)[number];
