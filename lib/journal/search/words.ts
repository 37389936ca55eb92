/**
 * A text as the words that are looked for: folded, split at whatever is neither letter nor digit. Scripts without spaces are
 * cut into pairs of letters that overlap, and the last letter: so any part of such a run is found, whatever dictionary a
 * browser has (as Lucene's CJKAnalyzer does; Intl.Segmenter differs between browsers and their versions, and an index of one
 * would be read by another). What is changed here or in lib/fold-text.ts needs another `searchIndexVersion`.
 */
import { foldText } from "../../fold-text.ts";

/** In UTF-16 units. What is longer is an address or no word: its beginning is. */
export const longestWord = 40;

const spaceless =
  "\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}";
const runs = new RegExp(
  `[[${spaceless}]&&[\\p{L}\\p{N}]]+|[[\\p{L}\\p{N}]--[${spaceless}]]+`,
  "gv",
);
const isSpaceless = new RegExp(`^[${spaceless}]`, "v");
const isAscii = /^[\0-\x7f]*$/;
const asciiRuns = /[a-z0-9]+/g;
/** Letters that lib/fold-text.ts leaves, as people without them on their keys write them. */
const spelled = /[ßςæœøłđıðþ]/g;
const spellings: Readonly<Record<string, string>> = {
  ß: "ss",
  ς: "σ",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
  ð: "d",
  þ: "th",
};

/** A word, and where it stands in a folded text. */
type Run = { word: string; from: number; to: number };

/** In their order, as often as they are there. */
export function wordsOf(text: string): string[] {
  // Most of what is written.
  if (isAscii.test(text)) return (text.toLowerCase().match(asciiRuns) ?? []).map(cut);
  return (foldLetters(text).match(runs) ?? []).flatMap((run) =>
    isSpaceless.test(run) ? [...pairsOf(run).map(({ word }) => word), lastOf(run)] : cut(run),
  );
}

/** The words of what somebody types, each once: all pairs of a run without spaces, but its last letter only if it is alone. */
export function queryWords(text: string): string[] {
  const found = (foldLetters(text).match(runs) ?? []).flatMap((run) => {
    if (!isSpaceless.test(run)) return [cut(run)];
    const pairs = pairsOf(run).map(({ word }) => word);
    return pairs.length > 0 ? pairs : [run];
  });
  return [...new Set(found)];
}

/** As `wordsOf`, with where they stand in what `foldLetters` has made; pairs overlap. */
export function runsIn(folded: string): Run[] {
  const found: Run[] = [];
  for (const { 0: run, index } of folded.matchAll(runs)) {
    if (!isSpaceless.test(run)) found.push({ word: cut(run), from: index, to: index + run.length });
    else {
      for (const { word, from, to } of pairsOf(run)) {
        found.push({ word, from: index + from, to: index + to });
      }
      const last = lastOf(run);
      const to = index + run.length;
      found.push({ word: last, from: to - last.length, to });
    }
  }
  return found;
}

export function foldLetters(text: string): string {
  return foldText(text).replace(spelled, (letter) => spellings[letter] ?? letter);
}

/** Whether typing errors are looked for: not where one digit more is another year, and not in pairs of letters. */
export function mayErr(word: string): boolean {
  return word.length >= 4 && !/\p{N}/u.test(word);
}

function cut(word: string): string {
  if (word.length <= longestWord) return word;
  const isPair = /[\uD800-\uDBFF]/.test(word.charAt(longestWord - 1));
  return word.slice(0, isPair ? longestWord - 1 : longestWord);
}

function pairsOf(run: string): Run[] {
  const letters = Array.from(run);
  const pairs: Run[] = [];
  let from = 0;
  for (let at = 1; at < letters.length; at++) {
    const word = `${letters[at - 1]}${letters[at]}`;
    pairs.push({ word, from, to: from + word.length });
    from += letters[at - 1]?.length ?? 0;
  }
  return pairs;
}

function lastOf(run: string): string {
  return Array.from(run).at(-1) ?? "";
}
