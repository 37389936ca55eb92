/**
 * The large part of an index, in typed arrays: nothing of it is an object for each word or entry, so 10,000 entries with
 * 150,000 different words take some 8 MB, and are stored as they lie.
 *
 *   letters  a b b e y a b o u t …     the words, sorted by UTF-16 units, without anything between
 *   ends     0 . . . . 5 . . . . 10 …  word w is letters ends[w] to ends[w + 1]
 *   posts    slot·2 + isHead, ascending within a word: starts[w] to starts[w + 1]
 *   ids, whens, versions                by slot
 */
import { lettersMask } from "./errors-within.ts";

type Posts = Uint16Array | Uint32Array;

export type Base = {
  letters: Uint16Array;
  ends: Uint32Array;
  posts: Posts;
  starts: Uint32Array;
  ids: readonly string[];
  whens: Float64Array;
  versions: Float64Array;
};

/** What came since: its slots go on where those of the base end. */
export type Fresh = {
  words: Map<string, FreshWord>;
  ids: string[];
  whens: number[];
  versions: number[];
};

export type FreshWord = { units: Uint16Array; mask: number; posts: number[] };

export function emptyBase(): Base {
  return {
    letters: new Uint16Array(),
    ends: new Uint32Array(1),
    posts: new Uint16Array(),
    starts: new Uint32Array(1),
    ids: [],
    whens: new Float64Array(),
    versions: new Float64Array(),
  };
}

export function emptyFresh(): Fresh {
  return { words: new Map(), ids: [], whens: [], versions: [] };
}

/** So large that postings of so many entries fit. */
export function postsFor(entries: number, count: number): Posts {
  return entries <= 0x8000 ? new Uint16Array(count) : new Uint32Array(count);
}

/** The first word that is not less than this one. */
export function lowerWord({ letters, ends }: Base, word: Uint16Array): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(letters, at(ends, middle), at(ends, middle + 1), word) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function startsWith({ letters, ends }: Base, index: number, word: Uint16Array): boolean {
  const from = at(ends, index);
  if (at(ends, index + 1) - from < word.length) return false;
  for (let of = 0; of < word.length; of++) if (letters[from + of] !== word[of]) return false;
  return true;
}

/** Of each word; see errors-within.ts. */
export function masksOf({ letters, ends }: Base): Int32Array {
  const masks = new Int32Array(ends.length - 1);
  for (let word = 0; word < masks.length; word++) {
    masks[word] = lettersMask(letters, at(ends, word), at(ends, word + 1));
  }
  return masks;
}

/**
 * Both as one, without what is gone and without words that nobody has any more. Takes time as the whole has postings: some
 * 30 ms for two millions.
 * @param gone by slot, of both; 1: it is
 */
export function mergeBase(base: Base, fresh: Fresh, gone: Uint8Array): Base {
  const { slots, ids, whens, versions } = liveEntries(base, fresh, gone);
  const words = [...fresh.words.keys()].toSorted();
  const [size, freshSize] = [base.ends.length - 1, words.length];
  let [freshLetters, freshPosts] = [0, 0];
  for (const { units, posts } of fresh.words.values()) {
    freshLetters += units.length;
    freshPosts += posts.length;
  }
  const letters = new Uint16Array(base.letters.length + freshLetters);
  const ends = new Uint32Array(size + freshSize + 1);
  const starts = new Uint32Array(size + freshSize + 1);
  const posts = postsFor(ids.length, base.posts.length + freshPosts);
  let [count, letter, post] = [0, 0, 0];
  const take = (posting: number): void => {
    const slot = slots[posting >> 1] ?? -1;
    if (slot >= 0) posts[post++] = slot * 2 + (posting & 1);
  };
  for (let [word, other] = [0, 0]; word < size || other < freshSize;) {
    const added = fresh.words.get(words[other] ?? "");
    const [from, to] = [at(base.ends, word), at(base.ends, Math.min(word + 1, size))];
    const order =
      word === size ? 1 : added === undefined ? -1 : compare(base.letters, from, to, added.units);
    const before = post;
    if (order <= 0) {
      for (let of = at(base.starts, word); of < at(base.starts, word + 1); of++) {
        take(base.posts[of] ?? 0);
      }
    }
    if (order >= 0) for (const posting of added?.posts ?? []) take(posting);
    if (post > before) {
      const units = order > 0 ? added?.units : base.letters.subarray(from, to);
      letters.set(units ?? [], letter);
      letter += units?.length ?? 0;
      count++;
      ends[count] = letter;
      starts[count] = post;
    }
    if (order <= 0) word++;
    if (order >= 0) other++;
  }
  return {
    letters: letters.slice(0, letter),
    ends: ends.slice(0, count + 1),
    posts: posts.slice(0, post),
    starts: starts.slice(0, count + 1),
    ids,
    whens,
    versions,
  };
}

/** `slots`: the new one by the old one, -1: gone. */
function liveEntries(base: Base, fresh: Fresh, gone: Uint8Array) {
  const all = base.ids.length + fresh.ids.length;
  const slots = new Int32Array(all).fill(-1);
  const ids: string[] = [];
  const [whens, versions]: [number[], number[]] = [[], []];
  for (let slot = 0; slot < all; slot++) {
    if (gone[slot] === 1) continue;
    const part = slot < base.ids.length ? base : fresh;
    const of = slot < base.ids.length ? slot : slot - base.ids.length;
    slots[slot] = ids.length;
    ids.push(part.ids[of] ?? "");
    whens.push(part.whens[of] ?? 0);
    versions.push(part.versions[of] ?? 0);
  }
  return { slots, ids, whens: Float64Array.from(whens), versions: Float64Array.from(versions) };
}

/** As strings are: by UTF-16 units, the shorter one first. */
function compare(letters: Uint16Array, from: number, to: number, word: Uint16Array): number {
  const length = Math.min(to - from, word.length);
  for (let of = 0; of < length; of++) {
    const difference = at(letters, from + of) - at(word, of);
    if (difference !== 0) return difference;
  }
  return to - from - word.length;
}

/** Of a place that is there. */
function at(array: Uint16Array | Uint32Array, index: number): number {
  return array[index] ?? 0;
}
