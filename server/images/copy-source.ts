/** Brings an object's bytes into a file, and makes sure that they are those of this generation. */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { ObjectInfo, ServerBackend } from "#lib/server-backend.ts";
import { busyWithPictures, unfitPicture } from "./errors.ts";

const maxSourceBytes = 64 * 1024 * 1024;

const timeoutMs = 60_000;

/** The object was deleted or replaced, so whatever would be made of it is not wanted. */
export class SourceGoneError extends Error {
  override name = "SourceGoneError";
}

export type SourceBackend = Pick<ServerBackend, "getObject" | "openObject">;

/** @throws SourceGoneError; ImageError; BackendError */
export async function copySource(
  backend: SourceBackend,
  info: ObjectInfo,
  path: string,
  ends: AbortSignal,
): Promise<void> {
  if (info.sizeBytes > maxSourceBytes) {
    throw unfitPicture(new Error(`It has ${info.sizeBytes} bytes.`));
  }
  const signal = AbortSignal.any([ends, AbortSignal.timeout(timeoutMs)]);
  const response = await backend.openObject(info.name, { signal });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    if (response.status === 404) throw new SourceGoneError();
    throw busyWithPictures(new Error(`The object was answered with ${response.status}.`));
  }
  const md5 = createHash("md5");
  let sizeBytes = 0;
  async function* checked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      if (sizeBytes > info.sizeBytes) throw new SourceGoneError();
      md5.update(chunk);
      yield chunk;
    }
  }
  const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
  await pipeline(response.body, checked, file, { signal });
  if (md5.digest("base64") !== info.md5Hash) throw new SourceGoneError();
}
