/** What other services ask: who sends this credential. */
import { type Authenticate, CredentialError } from "../../http/index.ts";
import type { SqlitePort } from "../../sqlite/index.ts";
import type { AuthOperations } from "../auth-operations.ts";
import type { TokenVerifier } from "../tokens/token-verifier.ts";

/**
 * An ID token is believed until it expires, as at Firebase, also when its account is gone by then. An access token is
 * believed while its service account exists; only for one can this throw a StoreError, too.
 */
export function createAuthenticate(
  verify: TokenVerifier,
  sqlite: SqlitePort<AuthOperations>,
): Authenticate {
  return async (credential) => {
    const token = verify(credential);
    if (token.kind === "id") return { uid: token.uid, token: token.claims };
    const serviceAccount = await sqlite.read("auth.serviceAccount", token.clientEmail);
    if (serviceAccount !== undefined) return "admin";
    throw new CredentialError("invalid", "The service account of this token does not exist.");
  };
}
