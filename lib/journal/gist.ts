/** What the head of an entry says of its text: its first words and how many it has. */
import { toPlainText } from "../rich-text/plain-text.ts";
import { longest } from "./limits.ts";

export type Gist = {
  /** One line, at most `longest.gist` letters. */
  v: string;
  words: number;
};

/** @param doc rich text, or its JSON; of anything else there are no words */
export function gistOf(doc: unknown): Gist {
  const text = toPlainText(typeof doc === "string" ? docIn(doc) : doc);
  return { v: firstWords(text, longest.gist), words: countWords(text) };
}

/** Undefined: that is no JSON. */
export function docIn(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

// Direction marks that open what a cut leaves open would turn the line around.
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\s\u202A-\u202E\u2066-\u2069]+/gu;

/** On one line; what is longer ends with `…` between two words, or between two letters where a word is long. */
export function firstWords(text: string, most: number): string {
  // Enough of it, however much of it is not seen at its ends.
  const line = text
    .trimStart()
    .slice(0, most * 20)
    .toWellFormed()
    .replace(unseen, " ")
    .trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most);
  const space = cut.lastIndexOf(" ");
  if (space > most * 0.5) return `${cut.slice(0, space).trimEnd()}…`;
  let end = "";
  for (const { segment } of new Intl.Segmenter("und").segment(cut)) {
    if (end.length + segment.length >= most) break;
    end += segment;
  }
  return `${end}…`;
}

// Written without spaces between words.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const word = /[\p{L}\p{N}\p{M}]+(?:['’.,-][\p{L}\p{N}\p{M}]+)*/gu;

/** As their readers count them: `it’s`, `well-known` and `3.5` are one each. */
export function countWords(text: string): number {
  if (!unspaced.test(text)) return text.match(word)?.length ?? 0;
  let count = 0;
  for (const { isWordLike } of new Intl.Segmenter("und", { granularity: "word" }).segment(text)) {
    if (isWordLike) count += 1;
  }
  return count;
}
