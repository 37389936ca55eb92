/** Files for an archive that goes out by a link whose photos say no places. */
import type { ServerBackend } from "#lib/server-backend.ts";
import { openVersion } from "./byte-sources.ts";
import type { Room } from "./room.ts";
import { withoutPlaces } from "./strip.ts";
import type { ReadForZip } from "./zip.ts";

/** @param who `Room.take` has it */
export function readCleaned(
  backend: Pick<ServerBackend, "openObject">,
  room: Room,
  who: string,
): ReadForZip {
  return async (owner, { object, size }, signal) => {
    const answer = await openVersion(backend, owner, object, { signal });
    if (answer === undefined) return "it is no longer there.";
    const { cleaned, done } = await withoutPlaces(answer.body, size, room, who);
    if (cleaned.kind === "refused") return cleaned.why;
    if (cleaned.kind === "stream") return readable(cleaned.body);
    // An archive that ends before this file's turn never comes to its end, either.
    if (signal.aborted) done();
    signal.addEventListener("abort", done);
    return held(cleaned.bytes, () => {
      signal.removeEventListener("abort", done);
      done();
    });
  };
}

async function* held(bytes: Uint8Array, done: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield bytes;
  } finally {
    done();
  }
}

async function* readable(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) yield piece;
}
