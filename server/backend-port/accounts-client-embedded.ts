import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";

/** As the backend in this process knows tokens: also of sessions that have ended and of keys that have changed. */
export function verifyByBackend(
  authenticate: (
    credential: string,
  ) => Promise<"admin" | { uid: string; token: Record<string, unknown> }>,
): ServerBackend["verifyIdToken"] {
  return async (token) => {
    let caller: Awaited<ReturnType<typeof authenticate>>;
    try {
      caller = await authenticate(token);
    } catch (error) {
      if (!(error instanceof Error && error.name === "CredentialError")) {
        throw new BackendError("UNAVAILABLE", "The ID token could not be checked.", error);
      }
      throw new BackendError("UNAUTHENTICATED", "The ID token is not valid.", error);
    }
    // A program is nobody's account.
    if (caller === "admin") throw new BackendError("UNAUTHENTICATED", "This is no ID token.");
    return { uid: caller.uid, claims: caller.token };
  };
}
