import { toPlainText } from "../rich-text/plain-text.ts";

const wordsPerMinute = 220;
/** Of scripts that put no spaces between words. */
const signsPerMinute = 450;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** Whole minutes, at least one. @param doc a stored rich text; undefined for none, which takes no time */
export function readingMinutes(doc: unknown): number | undefined {
  const text = doc === undefined ? "" : toPlainText(doc);
  const signs = text.match(unspaced)?.length ?? 0;
  const words = text.replaceAll(unspaced, " ").match(/\S+/g)?.length ?? 0;
  if (signs + words === 0) return undefined;
  return Math.max(1, Math.round(words / wordsPerMinute + signs / signsPerMinute));
}
