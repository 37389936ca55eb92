/** `GET /api/account/security`: the ways into the caller's own account, as Settings shows them. */
import type { ServerBackend } from "#lib/server-backend.ts";
import { apiError } from "../../http/answer.ts";
import { createCountedCaller } from "../../http/counted-caller.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { Passkeys } from "../../passkeys/passkeys.ts";
import type { RecoveryCodes } from "../../recovery-codes/recovery-codes.ts";

export function createSecurityEndpoint(deps: {
  backend: Pick<ServerBackend, "verifyIdToken" | "getAccount">;
  passkeys: Pick<Passkeys, "list" | "hindrance">;
  /** Undefined on Firebase. */
  codes: Pick<RecoveryCodes, "state"> | undefined;
  now: () => number;
}): Endpoint {
  const { backend, passkeys, codes, now } = deps;
  const callerOf = createCountedCaller({ backend, burst: 120, perMinute: 60, now });
  return {
    method: "GET",
    path: "/api/account/security",
    maxBodyBytes: 0,
    async answer(asked) {
      const caller = await callerOf(asked);
      if (caller instanceof Response) return caller;
      const { uid, claims } = caller;
      const account = await backend.getAccount(uid);
      if (account === null) return apiError(401, "unauthenticated", "Sign in first.");
      const [own, recovery] = await Promise.all([passkeys.list(account), codes?.state(uid)]);
      const firebase = claims["firebase"] as { sign_in_provider?: unknown } | undefined;
      return Response.json({
        email: account.email,
        emailVerified: account.emailVerified,
        hasPassword: account.providers.some(({ providerId }) => providerId === "password"),
        linked: account.providers.filter(({ providerId }) => providerId !== "password"),
        hasSecondStep: account.hasSecondFactor,
        /** As the token says: a second step is set up after a sign-in by password only. */
        signedInBy: firebase?.sign_in_provider ?? null,
        recoveryCodes: codes === undefined ? null : { left: 0, createdAt: null, ...recovery },
        passkeys: own.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
          id,
          name,
          backedUp,
          createdAt,
          lastUsedAt,
        })),
        passkeyHindrance: passkeys.hindrance(account) ?? null,
      });
    },
  };
}
