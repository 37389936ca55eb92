import { faultOfKey } from "../database-key.ts";

const mostLetters = 16;

/** One emoji that can be the key of a reaction: keycaps with `#` cannot. */
export function isEmoji(text: string): boolean {
  if (text.length > mostLetters || faultOfKey(text) !== undefined) return false;
  return /^\p{RGI_Emoji}$/v.test(text) || /^\p{Extended_Pictographic}\u{fe0f}?$/v.test(text);
}
