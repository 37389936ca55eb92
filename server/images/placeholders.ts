/**
 * Writes into the metadata of each public picture how large it is and what stands in its place while it loads:
 * `thumbhash` (base64), `width`, `height`, and in `thumbhashOf` the MD5 of the bytes that were measured. That alone is
 * written where they could not be: the same bytes are not tried at each start.
 */
import { BackendError } from "#lib/server-backend.ts";
import type { ObjectInfo, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { ImageError } from "./errors.ts";
import { isPicture } from "./image-variants.ts";
import type { ImageVariants } from "./image-variants.ts";

export type Placeholders = {
  /** Measures the object in the background, if it is a picture that was not. */
  add(name: string): void;
  /** Resolves when there is nothing left to measure. */
  settled(): Promise<void>;
  /** Resolves when what is under way is done; what waits is left. */
  close(): Promise<void>;
};

const maxWaiting = 10_000;

export function createPlaceholders(deps: {
  backend: Pick<ServerBackend, "getObject" | "updateObject">;
  measure: ImageVariants["measure"];
  log: Log;
}): Placeholders {
  const { backend, measure, log } = deps;
  const waiting = new Set<string>();
  let working: Promise<void> | undefined;
  let closed = false;

  async function work(): Promise<void> {
    for (const name of waiting) {
      if (closed) break;
      waiting.delete(name);
      try {
        // oxlint-disable-next-line no-await-in-loop -- pictures that somebody waits for go first
        await place(name);
      } catch (error) {
        log.warn({ err: error, object: name }, "a picture got no placeholder");
      }
    }
    working = undefined;
  }

  async function place(name: string): Promise<void> {
    const info = await backend.getObject(name);
    if (info === null || !isPicture(info) || info.md5Hash === null) return;
    if (info.customMetadata["thumbhashOf"] === info.md5Hash) return;
    const facts = await factsOf(info);
    if (facts === undefined) return;
    const customMetadata = { ...facts, thumbhashOf: info.md5Hash };
    try {
      const now = await backend.updateObject(name, { customMetadata });
      // Replaced meanwhile: what was written is of other bytes, which `thumbhashOf` says.
      if (now.md5Hash !== info.md5Hash) waiting.add(name);
    } catch (error) {
      if (!(error instanceof BackendError && error.status === "NOT_FOUND")) throw error;
    }
  }

  /** All null for a picture that cannot be measured; undefined when it is no longer there. */
  async function factsOf(info: ObjectInfo): Promise<Record<string, string | null> | undefined> {
    try {
      const measured = await measure(info);
      if (measured === undefined) return undefined;
      const { thumbhash, width, height } = measured;
      return { thumbhash, width: String(width), height: String(height) };
    } catch (error) {
      // Why has been logged.
      if (!(error instanceof ImageError && error.lasting)) throw error;
      return { thumbhash: null, width: null, height: null };
    }
  }

  return {
    add(name) {
      if (closed) return;
      if (waiting.size >= maxWaiting) {
        return log.warn({ object: name }, "too many pictures wait for a placeholder");
      }
      waiting.add(name);
      working ??= work();
    },
    async settled() {
      await working;
    },
    async close() {
      closed = true;
      await working;
    },
  };
}
