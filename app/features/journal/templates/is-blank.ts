import { docOf, linesOf } from "../entry/doc-text.ts";

/** Nothing is in it that somebody could miss: no word, no picture, no table. @param text rich text as JSON, or empty */
export function isBlank(text: string): boolean {
  if (text === "") return true;
  const doc = docOf(text);
  return doc !== undefined && linesOf(doc)?.trim() === "";
}
