/**
 * The way to the first admin. While no admin exists, each start makes a fresh link whose fragment holds a secret of
 * 256 bits; whoever opens it and signs in becomes the owner, once. It is also in the file `owner-link` of the data
 * folder, which only the server's user can read.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ServerBackend } from "#lib/server-backend.ts";

type OwnerBackend = Pick<
  ServerBackend,
  "getValue" | "getShallow" | "putValue" | "getAccount" | "setClaims"
>;

type TakeResult = "taken" | "wrong" | "gone" | "no-record";

export type OwnerLink = {
  /** The address to open; undefined when the site has an admin. */
  address(): string | undefined;
  /** Makes `uid` the owner when the secret is right and there is no admin yet. */
  take(secret: string, uid: string): Promise<TakeResult>;
};

export async function openOwnerLink(deps: {
  backend: OwnerBackend;
  dataDir: string;
  /** `scheme://host[:port]` of the site. */
  origin: string;
}): Promise<OwnerLink> {
  const { backend, dataDir, origin } = deps;
  const file = join(dataDir, "owner-link");
  let secret: Buffer | undefined;
  let taking: Promise<unknown> = Promise.resolve();
  const addressOf = (bytes: Buffer) => `${origin}/#owner=${bytes.toString("base64url")}`;

  await rm(file, { force: true });
  if (!(await hasAdmin(backend))) {
    secret = randomBytes(32);
    await writeFile(file, `${addressOf(secret)}\n`, { mode: 0o600, flag: "wx" });
  }

  async function takeOnce(given: string, uid: string): Promise<TakeResult> {
    if (secret === undefined) return "gone";
    const bytes = Buffer.from(given, "base64url");
    if (bytes.length !== secret.length || !timingSafeEqual(bytes, secret)) return "wrong";
    if (await hasAdmin(backend)) {
      await close();
      return "gone";
    }
    const path = `users/${uid}/roles`;
    const { value: roles, etag } = await backend.getValue(path);
    if (typeof roles !== "object" || roles === null || Array.isArray(roles)) return "no-record";
    // Record first, then claim: the record is what counts.
    if (!(await backend.putValue(path, { ...roles, admin: true }, etag))) return "no-record";
    await close();
    try {
      const account = await backend.getAccount(uid);
      await backend.setClaims(uid, { ...account?.claims, admin: true });
    } catch {
      // The record is what counts; claims follow it by themselves, at the latest at the next start.
    }
    return "taken";
  }

  async function close(): Promise<void> {
    secret = undefined;
    await rm(file, { force: true });
  }

  return {
    address: () => (secret === undefined ? undefined : addressOf(secret)),
    take(given, uid) {
      // One after the other, so that two who hold the link cannot both be first.
      const result = taking.then(() => takeOnce(given, uid));
      taking = result.catch(() => {});
      return result;
    },
  };
}

/** One record after the other: whatever a person keeps in theirs, the start does not read all of it. */
async function hasAdmin(backend: OwnerBackend): Promise<boolean> {
  for (const uid of Object.keys((await backend.getShallow("users")) ?? {})) {
    const { value } = await backend.getValue(`users/${uid}/roles/admin`);
    if (value === true) return true;
  }
  return false;
}
