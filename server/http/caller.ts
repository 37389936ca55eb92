import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";

/** The uid of who sends a request, by the ID token in its Authorization header; undefined without a valid one. */
export async function callerOf(
  request: Request,
  backend: Pick<ServerBackend, "verifyIdToken">,
): Promise<string | undefined> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (token === undefined) return undefined;
  try {
    return (await backend.verifyIdToken(token)).uid;
  } catch (error) {
    if (error instanceof BackendError && error.status === "UNAUTHENTICATED") return undefined;
    throw error;
  }
}
