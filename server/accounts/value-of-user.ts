import { faultOfKey } from "#lib/database-key.ts";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";

/**
 * What the database has at `place` of somebody, such as `roles`. Null also for a uid that can be no key: who imports
 * accounts may give them such, and they have no record. @throws BackendError
 */
export async function valueOfUser(
  backend: Pick<ServerBackend, "getValue">,
  uid: string,
  place: string,
): Promise<DatabaseJson> {
  if (faultOfKey(uid) !== undefined) return null;
  return (await backend.getValue(`users/${uid}/${place}`)).value;
}
