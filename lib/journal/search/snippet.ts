/** The line of a text in which most of what was looked for stands, with those words apart so that they can be marked. */
import { errorsWithin, forgiven, unitsOf } from "./errors-within.ts";
import { foldLetters, mayErr, queryWords, runsIn } from "./words.ts";

export type SnippetPart = { text: string; isFound: boolean };

/** UTF-16 units of the text; `word` is the place of the query's word. */
type Place = { from: number; to: number; word: number };

const usualLength = 160;
/** How much is shown before the first found word. */
const before = 40;

/**
 * On one line; `…` where something is left out. Without a found word it is the beginning of the text. Joined parts are the
 * text's own letters, but for white space.
 * @param length about how many UTF-16 units
 */
export function snippetOf(text: string, query: string, length = usualLength): SnippetPart[] {
  const places = foundIn(text, query);
  const first = bestPlace(places, length - before);
  const start = first === undefined ? 0 : wordStart(text, first.from - before, first.from);
  const end = wordEnd(text, start, start + length, places);
  const parts: SnippetPart[] = [];
  const add = (from: number, to: number, isFound: boolean): void => {
    if (to > from) parts.push({ text: oneLine(text.slice(from, to)), isFound });
  };
  let at = start;
  for (const { from, to } of joined(places)) {
    if (from < start || to > end) continue;
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, end, false);
  if (start > 0) parts.unshift({ text: "…", isFound: false });
  if (end < text.length) parts.push({ text: "…", isFound: false });
  return parts;
}

/** In the order of the text. A word with typing errors counts where the text has no other one for it. */
function foundIn(text: string, query: string): Place[] {
  const { folded, starts, ends } = foldWithPlaces(text);
  const runs = runsIn(folded);
  const places = queryWords(query).flatMap((word, index) => {
    const plain = runs.filter((run) => run.word.startsWith(word));
    const hits = plain.length > 0 || !mayErr(word) ? plain : runs.filter(isLike(word));
    return hits.map(({ from, to }) => ({
      from: starts[from] ?? 0,
      to: ends[to - 1] ?? 0,
      word: index,
    }));
  });
  return places.toSorted((one, other) => one.from - other.from || other.to - one.to);
}

function isLike(word: string): (run: { word: string }) => boolean {
  const units = unitsOf(word);
  const most = forgiven(word.length);
  return (run) => {
    const other = unitsOf(run.word);
    return errorsWithin(units, other, 0, other.length, most) <= most;
  };
}

/** Letter by letter, so that each folded one has its place in the text; a mark belongs to the letter before it. */
function foldWithPlaces(text: string): { folded: string; starts: number[]; ends: number[] } {
  let folded = "";
  const [starts, ends]: [number[], number[]] = [[], []];
  let at = 0;
  for (const letter of text) {
    const to = at + letter.length;
    const made = foldLetters(letter) || (/\s/u.test(letter) ? " " : "");
    for (let of = 0; of < made.length; of++) {
      starts.push(at);
      ends.push(to);
    }
    if (made === "" && ends.length > 0) ends[ends.length - 1] = to;
    folded += made;
    at = to;
  }
  return { folded, starts, ends };
}

/** From which on most of the query's words follow within so many units; the first of such. */
function bestPlace(places: readonly Place[], length: number): Place | undefined {
  let [best, most]: [Place | undefined, number] = [undefined, 0];
  const counts = new Map<number, number>();
  let end = 0;
  for (const first of places) {
    for (let next = places[end]; next && next.from < first.from + length; next = places[++end]) {
      counts.set(next.word, (counts.get(next.word) ?? 0) + 1);
    }
    if (counts.size > most) [best, most] = [first, counts.size];
    const left = (counts.get(first.word) ?? 0) - 1;
    if (left <= 0) counts.delete(first.word);
    else counts.set(first.word, left);
  }
  return best;
}

/** Without those that lie in another one, and those that touch as one. */
function joined(places: readonly Place[]): { from: number; to: number }[] {
  const all: { from: number; to: number }[] = [];
  for (const { from, to } of places) {
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** Not in the midst of a word, unless it is longer than that. */
function wordStart(text: string, wanted: number, most: number): number {
  if (wanted <= 0) return 0;
  const space = text.slice(wanted, most).search(/\s/u);
  return space >= 0 ? wanted + space + 1 : notInPair(text, wanted);
}

function wordEnd(text: string, start: number, wanted: number, places: readonly Place[]): number {
  if (wanted >= text.length) return text.length;
  const cutWord = places.find(({ from, to }) => from < wanted && to > wanted);
  if (cutWord) return cutWord.to;
  const least = Math.max(start, wanted - 30);
  const space = text.slice(least, wanted).search(/\s\S*$/u);
  return space > 0 ? least + space : notInPair(text, wanted);
}

function notInPair(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ");
}
