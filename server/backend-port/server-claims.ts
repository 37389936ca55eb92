import { BackendError, type OrderedKind } from "#lib/server-backend.ts";

/** By them the database's rules know this site's server: an account that had one could write every board or every room. */
export const serverClaims: Readonly<Record<OrderedKind, string>> = {
  boards: "foyerBoard",
  chat: "foyerChat",
};

/** @throws BackendError `INVALID_ARGUMENT` */
export function refuseServerClaims(claims: Record<string, unknown>): void {
  const claim = Object.values(serverClaims).find((name) => Object.hasOwn(claims, name));
  if (claim === undefined) return;
  throw new BackendError("INVALID_ARGUMENT", `FORBIDDEN_CLAIM : ${claim}`);
}
