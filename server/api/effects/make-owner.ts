import type { ServerBackend } from "#lib/server-backend.ts";

const maxTries = 5;

/**
 * Where Firebase is the backend, the owner is whoever has the account with this address and has proved that the address
 * is theirs. Both are read from the account as it is now, not from a token. Claims follow the record: `UserMirror`.
 */
export async function makeOwner(
  backend: Pick<ServerBackend, "getAccount" | "getValue" | "putValue">,
  ownerEmail: string | undefined,
  uid: string,
  /** Writes down who becomes an admin, before they do. */
  keepAct?: (uid: string) => Promise<unknown>,
): Promise<void> {
  if (ownerEmail === undefined) return;
  const account = await backend.getAccount(uid);
  if (account === null || account.email !== ownerEmail || !account.emailVerified) {
    return;
  }
  const path = `users/${uid}/roles`;
  for (let tries = 0; tries < maxTries; tries += 1) {
    // Each try waits for the one before it.
    // oxlint-disable-next-line no-await-in-loop
    const { value: roles, etag } = await backend.getValue(path);
    // Without a record there is nothing to write to yet: the browser makes it first.
    if (typeof roles !== "object" || roles === null || Array.isArray(roles)) return;
    if (roles["admin"] === true) return;
    // oxlint-disable-next-line no-await-in-loop
    if (tries === 0) await keepAct?.(uid);
    // oxlint-disable-next-line no-await-in-loop
    if (await backend.putValue(path, { ...roles, admin: true }, etag)) return;
  }
}
