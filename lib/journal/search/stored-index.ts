/**
 * An index as it is kept in a browser (of a sealed journal: sealed as a whole). Typed arrays as they lie, so it is opened
 * without looking at each word; what is of another version, or was damaged, is not opened and is built anew.
 *
 *   u32 magic, which also says how this machine orders bytes · u32 version · u32 sum of all that follows
 *   u32 entries · words · letters · posts · bytes of ids · bytes of a posting (2 or 4) · 0 · f64 upTo
 *   f64 whens · f64 versions · u32 ends · u32 starts · posts · u16 letters · ids as JSON in UTF-8 · zeros to whole u32
 */
import { type Base, postsFor } from "./base.ts";
import { longestWord } from "./words.ts";

/** One more with each change of this form, of words.ts or of lib/fold-text.ts. */
export const searchIndexVersion = 1;

const magic = 0x78736a66;
const headUnits = 10;
const headBytes = headUnits * 4 + 8;
const mostEntries = 1_000_000;

/** @param upTo whatever the caller wants to find again, such as how far it has read */
export function storeSearchIndex(base: Base, upTo: number): Uint8Array<ArrayBuffer> {
  const ids = new TextEncoder().encode(JSON.stringify(base.ids));
  const width = base.posts.BYTES_PER_ELEMENT;
  const counts = [
    base.ids.length,
    base.ends.length - 1,
    base.letters.length,
    base.posts.length,
    ids.length,
    width,
  ] as const;
  const bytes = new Uint8Array(sizeOf(...counts));
  new Uint32Array(bytes.buffer, 0, headUnits).set([magic, searchIndexVersion, 0, ...counts, 0]);
  new Float64Array(bytes.buffer, headUnits * 4, 1)[0] = upTo;
  let to = headBytes;
  for (const part of [
    base.whens,
    base.versions,
    base.ends,
    base.starts,
    base.posts,
    base.letters,
    ids,
  ]) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), to);
    to += part.byteLength;
  }
  new Uint32Array(bytes.buffer, 8, 1)[0] = sumOf(bytes);
  return bytes;
}

/** Undefined: it has to be built anew. Never throws, whatever the bytes are. */
export function openSearchIndex(bytes: Uint8Array): { base: Base; upTo: number } | undefined {
  if (bytes.length < headBytes || bytes.length % 4 !== 0) return undefined;
  // Typed arrays begin at whole numbers of their elements.
  const { buffer } = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const start = bytes.byteOffset % 8 === 0 ? bytes.byteOffset : 0;
  const head = [...new Uint32Array(buffer, start, headUnits)];
  const [mark, version, sum, entries = 0, words = 0, letters = 0, posts = 0, ids = 0, width = 0] =
    head;
  if (mark !== magic || version !== searchIndexVersion || entries > mostEntries) return undefined;
  if (width !== postsFor(entries, 0).BYTES_PER_ELEMENT) return undefined;
  if (sizeOf(entries, words, letters, posts, ids, width) !== bytes.length) return undefined;
  if (sumOf(new Uint8Array(buffer, start, bytes.length)) !== sum) return undefined;

  let at = start + headBytes;
  const place = (size: number): number => {
    at += size;
    return at - size;
  };
  const base: Base = {
    whens: new Float64Array(buffer, place(entries * 8), entries),
    versions: new Float64Array(buffer, place(entries * 8), entries),
    ends: new Uint32Array(buffer, place(words * 4 + 4), words + 1),
    starts: new Uint32Array(buffer, place(words * 4 + 4), words + 1),
    posts:
      width === 2
        ? new Uint16Array(buffer, place(posts * 2), posts)
        : new Uint32Array(buffer, place(posts * 4), posts),
    letters: new Uint16Array(buffer, place(letters * 2), letters),
    ids: idsIn(new Uint8Array(buffer, at, ids)),
  };
  if (base.ids.length !== entries || !isWhole(base)) return undefined;
  return { base, upTo: new Float64Array(buffer, start + headUnits * 4, 1)[0] ?? 0 };
}

function sizeOf(
  entries: number,
  words: number,
  letters: number,
  posts: number,
  ids: number,
  width: number,
): number {
  const size = headBytes + entries * 16 + (words + 1) * 8 + posts * width + letters * 2 + ids;
  return Math.ceil(size / 4) * 4;
}

/** Of all after the place of the sum. Against damage, not against who means it. */
function sumOf(bytes: Uint8Array): number {
  const units = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  let sum = 0x811c9dc5;
  for (let at = 3; at < units.length; at++) {
    sum = Math.imul(sum ^ (units[at] ?? 0), 0x01000193);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

function idsIn(bytes: Uint8Array): string[] {
  try {
    const ids: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(ids) && ids.every((id) => typeof id === "string") ? ids : [];
  } catch {
    return [];
  }
}

/** Nothing in it points to where nothing is, so whoever reads it stays within it and comes to an end. */
function isWhole({ ids, ends, starts, letters, posts }: Base): boolean {
  for (const [limits, size] of [
    [ends, letters.length],
    [starts, posts.length],
  ] as const) {
    if (limits[0] !== 0 || limits.at(-1) !== size) return false;
    for (let at = 1; at < limits.length; at++) {
      const length = (limits[at] ?? 0) - (limits[at - 1] ?? 0);
      if (length < 1 || (limits === ends && length > longestWord)) return false;
    }
  }
  for (const posting of posts) if (posting >> 1 >= ids.length) return false;
  return new Set(ids).size === ids.length;
}
