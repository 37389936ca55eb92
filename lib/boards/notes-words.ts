import { toPlainText } from "../rich-text/plain-text.ts";

/** The words of a description as it is stored; of what is no rich text, itself. */
export function notesWords(notes: string): string {
  if (notes === "") return "";
  try {
    return toPlainText(JSON.parse(notes));
  } catch {
    return notes;
  }
}

/** The words of a text that has lost, which was a description or anything else; that need not be said beside it. */
export function keptWords(text: string): string {
  return text.startsWith('{"type":"doc"') ? notesWords(text) : text;
}
