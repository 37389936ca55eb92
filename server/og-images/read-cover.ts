import { parseImageAddress } from "#lib/image-address.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { ReadCover } from "./og-pictures.ts";

const maxCoverBytes = 12 * 1024 * 1024;
/** Others wait for their turn meanwhile. */
const readTimeoutMs = 20_000;

/** Covers that are stored below `public/`; others are drawings of ours, and a link does without. */
export function createCoverReader(
  backend: Pick<ServerBackend, "getObject" | "openObject">,
): ReadCover {
  return async (src, signal) => {
    const name = parseImageAddress(src)?.name;
    if (name === undefined) return undefined;
    const info = await backend.getObject(name);
    if (info === null || info.sizeBytes > maxCoverBytes) return undefined;
    const answer = await backend.openObject(name, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(readTimeoutMs)]),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      return undefined;
    }
    return answer.bytes();
  };
}
