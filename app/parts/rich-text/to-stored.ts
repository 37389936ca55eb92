/** From the editor to what documents keep, and back. */
import type { RichTextDoc } from "./rich-text-doc.ts";

export type EditorNode = {
  type: string;
  attrs?: Record<string, unknown>;
  content?: EditorNode[];
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  text?: string;
};

/** What the schema gives by itself is not kept, so that the same text is always the same JSON. */
const defaults: Readonly<Record<string, unknown>> = { start: 1, colspan: 1, rowspan: 1 };

/** @returns undefined for a text that shows nothing: it is stored as no text at all */
export function toStored(doc: EditorNode): RichTextDoc | undefined {
  const content = [...(doc.content ?? [])];
  // The editor ends with a line to write on; without words it is nobody's.
  while (content.length > 0 && isEmptyParagraph(content.at(-1))) content.pop();
  if (content.length === 0) return undefined;
  return { type: "doc", content: content.map(plain) };
}

function plain(node: EditorNode): EditorNode {
  const attrs = keptOf(node.attrs);
  const marks = node.marks?.map((mark) => {
    const kept = keptOf(mark.attrs);
    return { type: mark.type, ...(kept && { attrs: kept }) };
  });
  return {
    type: node.type,
    ...(attrs && { attrs }),
    ...(node.content?.length && { content: node.content.map(plain) }),
    ...(marks?.length && { marks }),
    ...(node.text !== undefined && { text: node.text }),
  };
}

function keptOf(attrs: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  const kept = Object.entries(attrs ?? {}).filter(
    ([name, value]) => value !== null && value !== undefined && defaults[name] !== value,
  );
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function isEmptyParagraph(node: EditorNode | undefined): boolean {
  return node?.type === "paragraph" && (node.content ?? []).length === 0;
}
