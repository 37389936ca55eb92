/** SQL of the signing keys' ids; the keys themselves are files. Every function runs inside a store thread. */
import type { StoreDatabase } from "../../sqlite/index.ts";

/** Of the key that signs now. */
export function getSigningKeyId(db: StoreDatabase): string | null {
  const row = db.prepare("SELECT key_id FROM auth_signing_keys ORDER BY signs_from DESC").get();
  return (row?.["key_id"] as string | undefined) ?? null;
}

export function putSigningKeyId(db: StoreDatabase, keyId: string): void {
  db.prepare("DELETE FROM auth_signing_keys").run();
  db.prepare("INSERT INTO auth_signing_keys VALUES (?, 0, 0, NULL)").run(keyId);
}

export const signingKeyOperations = {
  "auth.signingKeyId": getSigningKeyId,
  "auth.putSigningKeyId": putSigningKeyId,
};
