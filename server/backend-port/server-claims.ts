import { BackendError } from "#lib/server-backend.ts";

/** By it the database's rules know this site's server: an account that had it could write every board. */
const serverClaim = "foyerBoard";

/** @throws BackendError `INVALID_ARGUMENT` */
export function refuseServerClaims(claims: Record<string, unknown>): void {
  if (!Object.hasOwn(claims, serverClaim)) return;
  throw new BackendError("INVALID_ARGUMENT", `FORBIDDEN_CLAIM : ${serverClaim}`);
}
