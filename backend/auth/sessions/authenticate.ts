/** What other services ask: who sends this credential. */
import { type Authenticate, CredentialError } from "../../http/index.ts";
import type { SqlitePort } from "../../sqlite/index.ts";
import type { AuthOperations } from "../auth-operations.ts";
import type { UseServiceAccount } from "../service-accounts/service-account-use.ts";
import type { TokenVerifier } from "../tokens/token-verifier.ts";
import type { Revocations } from "./revocations.ts";

/**
 * An ID token is believed until it expires or is revoked; an access token while its service account exists. Throws a
 * StoreError when what the store knows is needed and cannot be read.
 */
export function createAuthenticate(deps: {
  verify: TokenVerifier;
  revocations: Revocations;
  sqlite: SqlitePort<AuthOperations>;
  useServiceAccount: UseServiceAccount;
}): Authenticate {
  return async (credential) => {
    const token = deps.verify(credential);
    if (token.kind === "access") {
      if (await deps.useServiceAccount(token.clientEmail)) return "admin";
      throw new CredentialError("invalid", "The service account of this token does not exist.");
    }
    const { uid, epoch, sid } = token;
    let verdict = deps.revocations.verdictOn(token);
    if (verdict === "unknown") {
      const isOver = await deps.sqlite.read("auth.isRevoked", { uid, epoch, sid });
      // The answer may be older than what has been revoked meanwhile.
      verdict = isOver ? "over" : deps.revocations.verdictOn(token);
    }
    if (verdict === "over") throw new CredentialError("invalid", "The token has been revoked.");
    return { uid, token: token.claims };
  };
}
