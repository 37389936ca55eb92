/** Descriptions, which are kept as JSON. */
import type { RichTextDoc } from "#app/parts/rich-text/rich-text-doc.ts";

/** Undefined: there is none, or it is no such text. */
export function docOf(notes: string): RichTextDoc | undefined {
  if (notes === "") return undefined;
  try {
    const value: unknown = JSON.parse(notes);
    const isDoc =
      typeof value === "object" && value !== null && "content" in value && "type" in value;
    return isDoc && Array.isArray(value.content) ? (value as RichTextDoc) : undefined;
  } catch {
    return undefined;
  }
}

export function notesOf(doc: RichTextDoc | undefined): string {
  return doc === undefined ? "" : JSON.stringify(doc);
}
