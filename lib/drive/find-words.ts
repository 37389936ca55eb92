import { foldText } from "#lib/fold-text.ts";

/** Whether a folded name has all of the words, in whatever order. */
export function wordsIn(words: string): (folded: string) => boolean {
  const parts = foldText(words).split(" ").filter(Boolean);
  return (folded) => parts.every((part) => folded.includes(part));
}
