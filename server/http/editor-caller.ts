import { faultOfKey } from "#lib/database-key.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { signedInCaller } from "./admin-caller.ts";
import { apiError } from "./answer.ts";

/** An editor or an admin by the live record, whatever the token says. @throws BackendError */
export async function editorCaller(
  request: Request,
  backend: Pick<ServerBackend, "verifyIdToken" | "getValue">,
): Promise<{ uid: string } | Response> {
  const caller = await signedInCaller(request, backend);
  if (caller instanceof Response) return caller;
  const { uid } = caller;
  const roles =
    faultOfKey(uid) === undefined ? (await backend.getValue(`users/${uid}/roles`)).value : null;
  const has = (role: string) =>
    typeof roles === "object" && roles !== null && !Array.isArray(roles) && roles[role] === true;
  if (has("editor") || has("admin")) return { uid };
  return apiError(403, "editors-only", "Only editors may do this.");
}
