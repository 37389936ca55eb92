/**
 * The picture of a profile: `public/avatars/{uid}/{hash}.webp`, made of what a person sends. Of that only the pixels are
 * kept, at most 512 on a side; the account and the profile have its address.
 */
import { createHash } from "node:crypto";
import { faultOfKey } from "#lib/database-key.ts";
import { imageAddress } from "#lib/image-address.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { everyObject } from "./read-places.ts";

const avatarSide = 512;

export type AvatarBackend = Pick<
  ServerBackend,
  | "putObject"
  | "deleteObject"
  | "listObjects"
  | "updateAccount"
  | "getAccount"
  | "getValue"
  | "updateValues"
>;

/** WebP of a picture's pixels that fits into a square; throws an ImageError for what is no picture. */
export type MakeAvatar = (
  bytes: Uint8Array,
  options: { side: number; from: string; signal: AbortSignal },
) => Promise<Uint8Array<ArrayBuffer>>;

/** Returns its address on this site. @throws ImageError; BackendError */
export async function setAvatar(
  backend: AvatarBackend,
  uid: string,
  options: { bytes: Uint8Array; make: MakeAvatar; origin: string; signal: AbortSignal },
): Promise<string> {
  const { bytes, make, origin, signal } = options;
  const picture = await make(bytes, { side: avatarSide, from: uid, signal });
  const hash = createHash("sha256").update(picture).digest("hex").slice(0, 32);
  const name = `${folderOf(uid)}${hash}.webp`;
  const { md5Hash } = await backend.putObject(name, picture, {
    contentType: "image/webp",
    cacheControl: "public, max-age=31536000, immutable",
  });
  const address = imageAddress({ name, md5Hash }, 320, "webp");
  if (address === undefined) throw new Error("An avatar has no address.");
  await show(backend, uid, address, origin);
  await removeAll(backend, uid, name);
  return address;
}

/** @throws BackendError */
export async function removeAvatar(backend: AvatarBackend, uid: string): Promise<void> {
  await show(backend, uid, null, "");
  await removeAll(backend, uid);
}

async function show(
  backend: AvatarBackend,
  uid: string,
  address: string | null,
  origin: string,
): Promise<void> {
  // The sign-in service takes whole addresses only.
  await backend.updateAccount(uid, { photoUrl: address === null ? null : origin + address });
  if (faultOfKey(uid) !== undefined) return;
  const { value } = await backend.getValue(`profiles/${uid}/name`);
  // A profile without a name is none, and would be removed.
  if (value !== null) await backend.updateValues({ [`profiles/${uid}/avatar`]: address });
}

async function removeAll(backend: AvatarBackend, uid: string, but?: string): Promise<void> {
  for await (const names of everyObject(backend, folderOf(uid))) {
    const old = names.filter((name) => name !== but);
    await Promise.all(old.map((name) => backend.deleteObject(name)));
  }
}

function folderOf(uid: string): string {
  return `public/avatars/${uid}/`;
}
