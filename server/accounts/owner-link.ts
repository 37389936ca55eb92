/**
 * The way to the first admin, and back for an owner who is locked out. While no admin exists, each start makes a fresh
 * link whose fragment holds a secret of 256 bits; whoever opens it and signs in becomes the owner, once. It is also in
 * the file `owner-link` of the data folder, which only the server's user can read. Who has the machine can ask for
 * another link at any time; it ends after an hour and is written nowhere.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ServerBackend } from "#lib/server-backend.ts";
import { changeClaims } from "./change-claims.ts";
import { findAdmin } from "./find-admin.ts";
import type { AdminsBackend } from "./find-admin.ts";

type OwnerBackend = AdminsBackend & Pick<ServerBackend, "putValue" | "getAccount" | "setClaims">;

const issuedForMs = 60 * 60 * 1000;

type TakeResult = "taken" | "wrong" | "gone" | "no-record";

export type OwnerLink = {
  /** The address of the start's link; undefined when the site has an admin. */
  address(): string | undefined;
  /** The address of a new link that makes one more admin whoever there is already. An earlier one ends. */
  issue(): string;
  /** Makes `uid` an admin when the secret is right; that of the start only while there is no admin yet. */
  take(secret: string, uid: string): Promise<TakeResult>;
};

export async function openOwnerLink(deps: {
  backend: OwnerBackend;
  dataDir: string;
  /** `scheme://host[:port]` of the site. */
  origin: string;
  /** Writes down who becomes an admin by a link, before they do; who cannot be written down does not. */
  keepAct?: (uid: string) => Promise<unknown>;
  /** Milliseconds since 1970. */
  now?: () => number;
}): Promise<OwnerLink> {
  const { backend, dataDir, origin, keepAct, now = Date.now } = deps;
  const file = join(dataDir, "owner-link");
  let secret: Buffer | undefined;
  let issued: { secret: Buffer; endsAt: number } | undefined;
  let taking: Promise<unknown> = Promise.resolve();
  const addressOf = (bytes: Buffer) => `${origin}/#owner=${bytes.toString("base64url")}`;

  await rm(file, { force: true });
  if ((await findAdmin(backend)) === undefined) {
    secret = randomBytes(32);
    await writeFile(file, `${addressOf(secret)}\n`, { mode: 0o600, flag: "wx" });
  }

  async function takeOnce(given: string, uid: string): Promise<TakeResult> {
    if (issued !== undefined && now() >= issued.endsAt) issued = undefined;
    if (secret === undefined && issued === undefined) return "gone";
    const isIssued = isSecret(given, issued?.secret);
    if (!isIssued && !isSecret(given, secret)) return "wrong";
    if (!isIssued && (await findAdmin(backend)) !== undefined) {
      await close();
      return "gone";
    }
    const path = `users/${uid}/roles`;
    const { value: roles, etag } = await backend.getValue(path);
    if (typeof roles !== "object" || roles === null || Array.isArray(roles)) return "no-record";
    await keepAct?.(uid);
    // Record first, then claim: the record is what counts.
    if (!(await backend.putValue(path, { ...roles, admin: true }, etag))) return "no-record";
    if (isIssued) issued = undefined;
    await close();
    try {
      await changeClaims(backend, uid, ({ claims }) => ({ ...claims, admin: true }));
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
    issue() {
      issued = { secret: randomBytes(32), endsAt: now() + issuedForMs };
      return addressOf(issued.secret);
    },
    take(given, uid) {
      // One after the other, so that two who hold the link cannot both be first.
      const result = taking.then(() => takeOnce(given, uid));
      taking = result.catch(() => {});
      return result;
    },
  };
}

function isSecret(given: string, secret: Buffer | undefined): boolean {
  const bytes = Buffer.from(given, "base64url");
  return secret !== undefined && bytes.length === secret.length && timingSafeEqual(bytes, secret);
}
