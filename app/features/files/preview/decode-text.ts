/** Bytes of a file as text, whose encoding nobody says. */

const marks: readonly (readonly [label: string, bytes: readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * UTF-8 and UTF-16 where they are, else an old Western encoding.
 * @param isCut the last letter may be there in part
 * @returns undefined for what is no text
 */
export function decodeText(bytes: Uint8Array, isCut: boolean): string | undefined {
  const mark = marks.find(([, begin]) => begin.every((byte, at) => bytes[at] === byte));
  if (mark !== undefined) {
    return new TextDecoder(mark[0]).decode(bytes, { stream: isCut });
  }
  // No text has one in the first kilobytes.
  if (bytes.subarray(0, 8192).includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
