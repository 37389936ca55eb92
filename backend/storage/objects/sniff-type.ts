import { FileTypeParser } from "file-type";

/** What is looked at: `file-type` asks for no more at the beginning of a file. */
export const SNIFFED_BYTES = 4100;
const MAX_MS = 500;

/** Media type that the first bytes of a content show, such as image/png; null where they show none. Never throws. */
export async function sniffType(bytes: Uint8Array): Promise<string | null> {
  const firstBytes = bytes.subarray(0, SNIFFED_BYTES);
  // A note that begins with "BM" is no picture, and no picture is text from end to end.
  if (isText(firstBytes)) return null;
  const signal = AbortSignal.timeout(MAX_MS);
  try {
    const found = await new FileTypeParser({ signal }).fromBuffer(firstBytes);
    return found?.mime ?? null;
  } catch {
    // Bytes of a stranger that the parser cannot read show nothing.
    return null;
  }
}

/** UTF-8, which may be cut off at its end, without control characters but for spaces and escapes. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    // oxlint-disable-next-line no-control-regex
    return !/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text);
  } catch {
    // Not UTF-8.
    return false;
  }
}
