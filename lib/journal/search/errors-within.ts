/**
 * How many typing errors lie between two words: a letter too much, one missing, another one, or two neighbours exchanged
 * (optimal string alignment: no place is touched twice). Words are UTF-16 units, as they lie in an index.
 */
import { longestWord } from "./words.ts";

const width = longestWord + 2;
let before = new Uint8Array(width);
let last = new Uint8Array(width);
let row = new Uint8Array(width);

/** How many are forgiven in a word of so many letters. */
export function forgiven(length: number): 0 | 1 | 2 {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0;
}

/**
 * A bit for each letter of it, of those whose codes end alike one. `farApart` of two such is never wrong: each error takes
 * away one letter at most and brings one at most.
 */
export function lettersMask(letters: Uint16Array, from: number, to: number): number {
  let mask = 0;
  for (let at = from; at < to; at++) mask |= 1 << ((letters[at] ?? 0) & 31);
  return mask;
}

export function farApart(one: number, other: number, most: number): boolean {
  return bits(one & ~other) > most || bits(other & ~one) > most;
}

/**
 * @param word at most `longestWord` units
 * @param letters has the other word from `from` to `to`, at most `longestWord` units
 * @returns 0 to `most`, or `most + 1` for more
 */
export function errorsWithin(
  word: Uint16Array,
  letters: Uint16Array,
  from: number,
  to: number,
  most: number,
): number {
  let [start, end, otherEnd] = [0, word.length, to];
  let other = from;
  while (start < end && other < otherEnd && word[start] === letters[other]) {
    start++;
    other++;
  }
  while (end > start && otherEnd > other && word[end - 1] === letters[otherEnd - 1]) {
    end--;
    otherEnd--;
  }
  const [size, otherSize] = [end - start, otherEnd - other];
  if (Math.abs(size - otherSize) > most) return most + 1;
  if (size === 0 || otherSize === 0) return Math.max(size, otherSize);
  for (let at = 0; at <= otherSize; at++) last[at] = at;
  for (let at = 1; at <= size; at++) {
    const letter = word[start + at - 1];
    let least = at;
    row[0] = at;
    for (let of = 1; of <= otherSize; of++) {
      const otherLetter = letters[other + of - 1];
      let errors = Math.min(
        (last[of] ?? 0) + 1,
        (row[of - 1] ?? 0) + 1,
        (last[of - 1] ?? 0) + (letter === otherLetter ? 0 : 1),
      );
      if (
        at > 1 &&
        of > 1 &&
        letter === letters[other + of - 2] &&
        word[start + at - 2] === otherLetter
      ) {
        errors = Math.min(errors, (before[of - 2] ?? 0) + 1);
      }
      row[of] = errors;
      if (errors < least) least = errors;
    }
    // An exchange reaches one row back, and costs one.
    if (least > most) return most + 1;
    [before, last, row] = [last, row, before];
  }
  return Math.min(last[otherSize] ?? 0, most + 1);
}

export function unitsOf(word: string): Uint16Array {
  const units = new Uint16Array(word.length);
  for (let at = 0; at < word.length; at++) units[at] = word.charCodeAt(at);
  return units;
}

function bits(of: number): number {
  let left = of - ((of >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
