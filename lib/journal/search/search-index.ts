/**
 * The words of one journal's entries, as one looks for them: every word of the query must be in the entry, whole or as the
 * beginning of a word; typing errors are forgiven of a word that finds fewer than three entries otherwise (one from 4
 * letters on, two from 8). What came lately lies in a Map beside the typed arrays of base.ts until `merge`.
 *
 * First come entries with a word in their head, then those that have the words as they were typed, then the newer ones.
 */
import {
  type Base,
  type Fresh,
  type FreshWord,
  emptyBase,
  emptyFresh,
  lowerWord,
  masksOf,
  mergeBase,
  startsWith,
} from "./base.ts";
import { errorsWithin, farApart, forgiven, lettersMask, unitsOf } from "./errors-within.ts";
import { type Found, createRanking } from "./ranking.ts";
import { mayErr, queryWords, wordsOf } from "./words.ts";

export type SearchEntry = {
  id: string;
  /** What is newer is larger; entries of several journals are compared by it. */
  when: number;
  /** Whatever changes when its words do: the caller compares. A tag's new name is one of all entries that have it. */
  version: number;
  /** Title, names of tags and people, place. */
  head: string;
  text: string;
};

export type SearchIndex = {
  /** Instead of what it had of this entry. */
  put: (entry: SearchEntry) => void;
  /** Nothing if it has no such entry. */
  remove: (id: string) => void;
  /** Undefined: it has no such entry. */
  versionOf: (id: string) => number | undefined;
  ids: () => IterableIterator<string>;
  readonly size: number;
  /** How many puts and removes `merge` has before it; from some 300 on it is time, and searching gets slower. */
  readonly waiting: number;
  find: (query: string, options?: FindOptions) => FoundEntries;
  /** When there is time: it takes some 30 ms at 10,000 entries. */
  merge: () => void;
  /** All that it has, merged; to be read, not changed. */
  base: () => Base;
};

type FindOptions = {
  /** False: this entry is left out, as by a tag that was chosen. */
  only?: (id: string) => boolean;
  /** How many are given at most; 200 without it. */
  most?: number;
};

export type FoundEntries = {
  /** Of all that fit. */
  count: number;
  found: Found[];
};

const mostWords = 12;
/** Of entries; with fewer typing errors are looked for. */
const enough = 3;
/** How a word was found: the more the better; 0 is not at all. */
const [exact, prefix, oneError, twoErrors] = [4, 3, 2, 1];
const exactnessBits = 7;
const headBit = 8;

/** @param stored what `openSearchIndex` has read */
export function createSearchIndex(stored: Base = emptyBase()): SearchIndex {
  let base = stored;
  let fresh: Fresh = emptyFresh();
  let gone = new Uint8Array(base.ids.length);
  let waiting = 0;
  let masks: Int32Array | undefined;
  let slots = new Map(base.ids.map((id, slot) => [id, slot]));
  const ranking = createRanking();

  const slotCount = () => base.ids.length + fresh.ids.length;

  function remove(id: string): void {
    const slot = slots.get(id);
    if (slot === undefined) return;
    gone[slot] = 1;
    slots.delete(id);
    waiting++;
  }

  function put({ id, when, version, head, text }: SearchEntry): void {
    remove(id);
    const slot = slotCount();
    if (slot >= gone.length) {
      const larger = new Uint8Array(Math.max(1024, gone.length * 2));
      larger.set(gone);
      gone = larger;
    }
    slots.set(id, slot);
    fresh.ids.push(id);
    fresh.whens.push(when);
    fresh.versions.push(version);
    const inHead = new Set(wordsOf(head));
    for (const word of inHead) freshWord(word).posts.push(slot * 2 + 1);
    for (const word of new Set(wordsOf(text))) {
      if (!inHead.has(word)) freshWord(word).posts.push(slot * 2);
    }
    waiting++;
  }

  function freshWord(word: string): FreshWord {
    const known = fresh.words.get(word);
    if (known) return known;
    const units = unitsOf(word);
    const made = { units, mask: lettersMask(units, 0, units.length), posts: [] };
    fresh.words.set(word, made);
    return made;
  }

  function merge(): void {
    if (waiting === 0) return;
    base = mergeBase(base, fresh, gone);
    fresh = emptyFresh();
    gone = new Uint8Array(base.ids.length);
    slots = new Map(base.ids.map((id, slot) => [id, slot]));
    masks = undefined;
    waiting = 0;
    ranking.forget();
  }

  function find(query: string, { only, most = 200 }: FindOptions = {}): FoundEntries {
    const words = queryWords(query).slice(0, mostWords);
    const scores = new Uint16Array(slotCount());
    if (words.length === 0) return { count: 0, found: [] };
    const best = new Uint8Array(scores.length);
    for (const [index, word] of words.entries()) {
      best.fill(0);
      if (!mark(word, best)) return { count: 0, found: [] };
      for (let slot = 0; slot < scores.length; slot++) {
        const way = best[slot] ?? 0;
        const before = scores[slot] ?? 0;
        const stays = way > 0 && gone[slot] !== 1 && (index === 0 || before > 0);
        scores[slot] = stays ? before + scoreOf(way) : 0;
      }
    }
    return ranking.best(scores, { base, fresh }, only, most);
  }

  /** Into `best`: how each entry has the word. @returns whether any has it */
  function mark(word: string, best: Uint8Array): boolean {
    const units = unitsOf(word);
    let found = 0;
    const take = (posts: Iterable<number>, way: number): void => {
      for (const posting of posts) {
        const slot = posting >> 1;
        const before = best[slot] ?? 0;
        if ((before & exactnessBits) === 0) {
          best[slot] = way | before;
          if (gone[slot] !== 1) found++;
        } else if (way > (before & exactnessBits)) best[slot] = way | (before & headBit);
        // A word that only resembles it says nothing of what an entry is about.
        if ((posting & 1) === 1 && way >= prefix) best[slot] = (best[slot] ?? 0) | headBit;
      }
    };
    const takeBase = (index: number, way: number): void => {
      take(base.posts.subarray(base.starts[index], base.starts[index + 1]), way);
    };
    const size = base.ends.length - 1;
    const lengthOf = (index: number) => (base.ends[index + 1] ?? 0) - (base.ends[index] ?? 0);
    const first = lowerWord(base, units);
    for (let index = first; index < size && startsWith(base, index, units); index++) {
      takeBase(index, lengthOf(index) === units.length ? exact : prefix);
    }
    for (const [other, { posts }] of fresh.words) {
      if (other.startsWith(word)) take(posts, other.length === word.length ? exact : prefix);
    }
    const most = mayErr(word) ? forgiven(word.length) : 0;
    if (found >= enough || most === 0) return found > 0;

    const mask = lettersMask(units, 0, units.length);
    const wayOf = (errors: number) => (errors <= 1 ? oneError : twoErrors);
    masks ??= masksOf(base);
    for (let index = 0; index < size; index++) {
      if (Math.abs(lengthOf(index) - units.length) > most) continue;
      if (farApart(mask, masks[index] ?? 0, most)) continue;
      const { letters, ends } = base;
      const errors = errorsWithin(units, letters, ends[index] ?? 0, ends[index + 1] ?? 0, most);
      if (errors <= most) takeBase(index, wayOf(errors));
    }
    for (const { units: letters, mask: other, posts } of fresh.words.values()) {
      if (Math.abs(letters.length - units.length) > most || farApart(mask, other, most)) continue;
      const errors = errorsWithin(units, letters, 0, letters.length, most);
      if (errors <= most) take(posts, wayOf(errors));
    }
    return found > 0;
  }

  return {
    put,
    remove,
    versionOf: (id) => {
      const slot = slots.get(id);
      if (slot === undefined) return undefined;
      return slot < base.ids.length ? base.versions[slot] : fresh.versions[slot - base.ids.length];
    },
    ids: () => slots.keys(),
    get size() {
      return slots.size;
    },
    get waiting() {
      return waiting;
    },
    find,
    merge,
    base: () => {
      merge();
      return base;
    },
  };
}

/** A head weighs more than all exactness of a query. */
function scoreOf(way: number): number {
  return (way & exactnessBits) + ((way & headBit) === 0 ? 0 : 64);
}

/** Of several journals, each found in its own index. */
export function joinFound(parts: readonly FoundEntries[], most = 200): FoundEntries {
  const found = parts.flatMap((part) => part.found).toSorted(byRank);
  return { count: parts.reduce((sum, { count }) => sum + count, 0), found: found.slice(0, most) };
}

function byRank(one: Found, other: Found): number {
  return other.score - one.score || other.when - one.when || (one.id < other.id ? -1 : 1);
}
