/** Who may call an endpoint of `/api`: what they get is the caller, or the refusal to answer with. */
import { faultOfKey } from "#lib/database-key.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { apiError } from "./answer.ts";
import { idTokenOf } from "./caller.ts";

type Caller = { uid: string; claims: Record<string, unknown> };

/** Whoever is signed in, and has not been disabled or signed out since. @throws BackendError */
export async function signedInCaller(
  request: Request,
  backend: Pick<ServerBackend, "verifyIdToken">,
): Promise<Caller | Response> {
  const token = idTokenOf(request);
  if (token === undefined) return apiError(401, "unauthenticated", "Sign in first.");
  try {
    return await backend.verifyIdToken(token, { checkRevoked: true });
  } catch (error) {
    if (!(error instanceof BackendError) || error.status !== "UNAUTHENTICATED") throw error;
    return apiError(401, "unauthenticated", "Your sign-in has ended. Sign in again.");
  }
}

/** An admin by the live record, whatever the token says. @throws BackendError */
export async function adminCaller(
  request: Request,
  backend: Pick<ServerBackend, "verifyIdToken" | "getValue">,
): Promise<{ uid: string } | Response> {
  const caller = await signedInCaller(request, backend);
  if (caller instanceof Response) return caller;
  const { uid } = caller;
  const isAdmin =
    faultOfKey(uid) === undefined &&
    (await backend.getValue(`users/${uid}/roles/admin`)).value === true;
  return isAdmin ? { uid } : apiError(403, "admins-only", "Only admins may do this.");
}

/**
 * Whoever has signed in at most `maxAgeS` seconds ago: for what a borrowed screen must not be enough for.
 * @param now milliseconds since 1970
 * @throws BackendError
 */
export async function recentCaller(
  request: Request,
  backend: Pick<ServerBackend, "verifyIdToken">,
  maxAgeS: number,
  now: () => number = Date.now,
): Promise<Caller | Response> {
  const caller = await signedInCaller(request, backend);
  if (caller instanceof Response) return caller;
  const signedInAt = caller.claims["auth_time"];
  // Clocks of two machines may differ a little.
  const isRecent = typeof signedInAt === "number" && now() / 1000 - signedInAt <= maxAgeS + 5;
  if (isRecent) return caller;
  return apiError(401, "recent-sign-in-needed", "Sign in again to do this.");
}
