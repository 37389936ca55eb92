import type { RichTextDoc } from "#app/parts/rich-text/rich-text-doc.ts";
import { docOf, docText } from "./doc-text.ts";

/** Both texts in one: the other one below a line, with what is said of it. All three are rich text as JSON, and words. */
export function keptBothDoc(own: string, other: string, note: string): string {
  const [first, second] = [blocksOf(own), blocksOf(other)];
  return docText({
    type: "doc",
    content: [
      ...first,
      { type: "horizontalRule" },
      { type: "paragraph", content: [{ type: "text", text: note, marks: [{ type: "italic" }] }] },
      ...second,
    ],
  });
}

/** Of what is no rich text its letters. */
function blocksOf(text: string): RichTextDoc["content"] {
  const doc = docOf(text);
  if (doc) return doc.content;
  return text === "" ? [] : [{ type: "paragraph", content: [{ type: "text", text }] }];
}
