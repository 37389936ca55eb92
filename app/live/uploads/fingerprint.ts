/** Tells whether a file that is chosen again is the one whose upload was begun. */
import { sha256 } from "./sha256.ts";

const KIB = 1024;
const END_BYTES = 256 * KIB;
const SAMPLE_BYTES = 64 * KIB;
const SAMPLES = 16;
/** Up to this size nothing is left out. */
const WHOLE_BYTES = 2 * END_BYTES + SAMPLES * SAMPLE_BYTES;

/**
 * Of its size, its beginning, its end and samples between: hexadecimal SHA-256.
 * @throws DOMException NotReadableError when the file was changed or removed since it was chosen.
 */
export async function fingerprintOf(file: Blob): Promise<string> {
  const bytes = await new Blob([`${file.size}\n`, ...partsOf(file)]).arrayBuffer();
  const digest = await digestOf(new Uint8Array(bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // Browsers have it on https and localhost only.
  const { subtle } = crypto as Partial<Crypto>;
  return subtle === undefined
    ? sha256(bytes)
    : new Uint8Array(await subtle.digest("SHA-256", bytes));
}

/** Whether the same fingerprint means the same bytes. */
export function coversWhole(sizeBytes: number): boolean {
  return sizeBytes <= WHOLE_BYTES;
}

function partsOf(file: Blob): Blob[] {
  if (coversWhole(file.size)) return [file];
  const between = file.size - 2 * END_BYTES - SAMPLE_BYTES;
  const samples = Array.from({ length: SAMPLES }, (_, index) => {
    const from = END_BYTES + Math.floor((between * index) / (SAMPLES - 1));
    return file.slice(from, from + SAMPLE_BYTES);
  });
  return [file.slice(0, END_BYTES), ...samples, file.slice(-END_BYTES)];
}
