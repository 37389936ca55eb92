import { toPlainText } from "#lib/rich-text/plain-text.ts";

/** The words of a text that is kept as JSON; what is no rich text has none. */
export function plainOf(doc: string): string {
  try {
    return toPlainText(JSON.parse(doc));
  } catch {
    return "";
  }
}
