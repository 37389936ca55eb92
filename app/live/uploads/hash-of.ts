/** SHA-256 of a whole file, a piece at a time. */
import { createSha256, sha256 } from "./sha256.ts";

export type ToHash = { ask: number; file: Blob };
/** `sha256`: hexadecimal; null when the file cannot be read any more. */
export type FromHash = { ask: number; sha256: string | null };

const MIB = 1024 * 1024;
/** Up to this size the browser's own is quicker, which takes all at once. */
const WHOLE_BYTES = 64 * MIB;
const PIECE_BYTES = 4 * MIB;

/** @throws DOMException NotReadableError when the file was changed or removed since it was chosen */
export async function hashOf(file: Blob): Promise<string> {
  const digest = file.size <= WHOLE_BYTES ? await whole(file) : await inPieces(file);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function whole(file: Blob): Promise<Uint8Array> {
  const bytes = await file.arrayBuffer();
  // Browsers have it on https and localhost only.
  const { subtle } = crypto as Partial<Crypto>;
  return subtle === undefined
    ? sha256(new Uint8Array(bytes))
    : new Uint8Array(await subtle.digest("SHA-256", bytes));
}

async function inPieces(file: Blob): Promise<Uint8Array> {
  const hash = createSha256();
  for (let from = 0; from < file.size; from += PIECE_BYTES) {
    // One after the other, so that only one is in memory.
    // oxlint-disable-next-line no-await-in-loop
    hash.add(new Uint8Array(await file.slice(from, from + PIECE_BYTES).arrayBuffer()));
  }
  return hash.end();
}
