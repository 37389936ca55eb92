import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";

/** The ID token in the Authorization header, whatever it is worth. */
export function idTokenOf({ headers }: Request): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
}

/** Who sends a request, by the ID token in its Authorization header; undefined without a valid one. */
export async function verifiedCaller(
  request: Request,
  backend: Pick<ServerBackend, "verifyIdToken">,
): Promise<Awaited<ReturnType<ServerBackend["verifyIdToken"]>> | undefined> {
  const token = idTokenOf(request);
  if (token === undefined) return undefined;
  try {
    return await backend.verifyIdToken(token);
  } catch (error) {
    if (error instanceof BackendError && error.status === "UNAUTHENTICATED") return undefined;
    throw error;
  }
}

/** The uid alone. */
export async function callerOf(
  request: Request,
  backend: Pick<ServerBackend, "verifyIdToken">,
): Promise<string | undefined> {
  return (await verifiedCaller(request, backend))?.uid;
}
