/** A secret that all copies of the server share because it is kept with the documents: made by the first that needs it. */
import { randomBytes } from "node:crypto";
import { isConflict } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";

export type SecretBackend = Pick<ServerBackend, "getDocument" | "commit">;

/**
 * @param path of the document, which no client may read.
 * @param make a new one, where it is not 32 random bytes as base64url
 * @throws BackendError
 */
export async function keptSecret(
  backend: SecretBackend,
  path: string,
  make = () => randomBytes(32).toString("base64url"),
): Promise<string> {
  const read = async () => (await backend.getDocument(path))?.data["secret"];
  const kept = await read();
  if (typeof kept === "string") return kept;
  const secret = make();
  try {
    await backend.commit([{ set: path, data: { secret }, when: { exists: false } }]);
    return secret;
  } catch (error) {
    if (!isConflict(error)) throw error;
    // Another copy of the server was faster.
    const theirs = await read();
    if (typeof theirs !== "string") throw error;
    return theirs;
  }
}
