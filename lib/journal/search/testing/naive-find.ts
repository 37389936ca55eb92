/** What the index has to say, by looking at every word of every entry. */
import type { SearchEntry } from "../search-index.ts";
import { mayErr, queryWords, wordsOf } from "../words.ts";

/** Ids, the best first. */
export function naiveFind(entries: readonly SearchEntry[], query: string): string[] {
  const words = queryWords(query);
  if (words.length === 0) return [];
  const scores = new Map(entries.map(({ id }) => [id, 0]));
  for (const word of words) {
    const ways = entries.map((entry) => ({ entry, ...wayOf(entry, word, 0) }));
    const isEnough = ways.filter(({ way }) => way > 0).length >= 3;
    const most = isEnough || !mayErr(word) ? 0 : word.length >= 8 ? 2 : 1;
    for (const { entry } of ways) {
      const { way, inHead } = wayOf(entry, word, most);
      const before = scores.get(entry.id);
      if (way === 0) scores.delete(entry.id);
      else if (before !== undefined) scores.set(entry.id, before + way + (inHead ? 64 : 0));
    }
  }
  return entries
    .filter(({ id }) => scores.has(id))
    .toSorted(
      (one, other) =>
        (scores.get(other.id) ?? 0) - (scores.get(one.id) ?? 0) ||
        other.when - one.when ||
        (one.id < other.id ? -1 : 1),
    )
    .map(({ id }) => id);
}

function wayOf({ head, text }: SearchEntry, word: string, most: number) {
  const inHead = wordsOf(head).some((one) => one.startsWith(word));
  const all = [...wordsOf(head), ...wordsOf(text)];
  if (all.includes(word)) return { way: 4, inHead };
  if (all.some((one) => one.startsWith(word))) return { way: 3, inHead };
  const errors = Math.min(...all.map((one) => naiveErrors(word, one)));
  return { way: most === 0 || errors > most ? 0 : errors === 1 ? 2 : 1, inHead: false };
}

/** Optimal string alignment, with the whole table. */
export function naiveErrors(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, at) =>
    Array.from({ length: other.length + 1 }, (_, of) => (at === 0 ? of : of === 0 ? at : 0)),
  );
  const cell = (at: number, of: number) => table[at]?.[of] ?? Number.NaN;
  for (let at = 1; at <= one.length; at++) {
    for (let of = 1; of <= other.length; of++) {
      const same = one[at - 1] === other[of - 1] ? 0 : 1;
      let least = Math.min(cell(at - 1, of) + 1, cell(at, of - 1) + 1, cell(at - 1, of - 1) + same);
      if (at > 1 && of > 1 && one[at - 1] === other[of - 2] && one[at - 2] === other[of - 1]) {
        least = Math.min(least, cell(at - 2, of - 2) + 1);
      }
      (table[at] ?? [])[of] = least;
    }
  }
  return cell(one.length, other.length);
}
