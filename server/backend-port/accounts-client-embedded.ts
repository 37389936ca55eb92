/** What the accounts' part of the port asks of the backend in this process beside its wire forms. */
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

/** What the backend refuses in the process, as the wire form says it. */
export async function byBackend<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error && error.name === "OperationError")) {
      throw new BackendError("UNAVAILABLE", "The sign-in service could not do it now.", error);
    }
    const { code = "UNKNOWN" } = error as { code?: string };
    const message = error.message === "" ? code : `${code} : ${error.message}`;
    throw new BackendError("INVALID_ARGUMENT", message, error);
  }
}
