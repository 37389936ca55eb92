/** Whether somebody who comes by a provider with an invite may have an account that the site would otherwise refuse. */
import type { Admission, ServerBackend } from "#lib/server-backend.ts";
import type { SignUpPolicy } from "#lib/sign-up-policy.ts";
import type { Identity } from "./identity.ts";

export function createInviteTaker(deps: {
  backend: Pick<ServerBackend, "findAccountByEmail">;
  policy: () => Promise<SignUpPolicy>;
  /** Counts one use for `key`, once. */
  invites: { take(code: string, key: string): Promise<Admission | null> };
}): (code: string, identity: Identity & { providerId: string }) => Promise<Admission | null> {
  const { backend, policy, invites } = deps;
  return async (code, { email, emailVerified, providerId, rawId }) => {
    if ((await policy()) === "open") return null;
    const proved = emailVerified ? email : null;
    // Who has an account already needs none.
    if (proved !== null && (await backend.findAccountByEmail(proved)) !== null) return null;
    const key = proved?.toLowerCase() ?? `${providerId}:${rawId}`;
    return invites.take(code, key);
  };
}
