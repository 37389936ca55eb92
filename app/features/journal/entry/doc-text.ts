/** Texts of entries, which are kept as JSON. */
import type { RichTextDoc } from "#app/parts/rich-text/rich-text-doc.ts";

/** Undefined: there is none, or it is no such text. */
export function docOf(text: string): RichTextDoc | undefined {
  if (text === "") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const isDoc =
      typeof value === "object" && value !== null && "content" in value && "type" in value;
    return isDoc && Array.isArray(value.content) ? (value as RichTextDoc) : undefined;
  } catch {
    return undefined;
  }
}

export function docText(doc: RichTextDoc | undefined): string {
  return doc === undefined ? "" : JSON.stringify(doc);
}

/** Each line is a paragraph. Undefined: there are no words. */
export function docOfLines(lines: string): RichTextDoc | undefined {
  if (lines.trim() === "") return undefined;
  return {
    type: "doc",
    content: lines.split("\n").map((text) => ({
      type: "paragraph",
      ...(text !== "" && { content: [{ type: "text", text }] }),
    })),
  };
}

/** Plain lines of what `docOfLines` made; of another text undefined. */
export function linesOf(doc: RichTextDoc | undefined): string | undefined {
  const lines: string[] = [];
  for (const { type, content = [] } of (doc?.content ?? []) as Block[]) {
    const isPlain =
      type === "paragraph" &&
      content.every((part) => part.type === "text" && typeof part.text === "string" && !part.marks);
    if (!isPlain) return undefined;
    lines.push(content.map(({ text }) => text).join(""));
  }
  return lines.join("\n");
}

/** Plain words written on behind what stands there. */
export function withWords(doc: RichTextDoc | undefined, words: string): RichTextDoc | undefined {
  const added = docOfLines(words)?.content ?? [];
  const [first, ...others] = added;
  const blocks = doc?.content ?? [];
  const last = blocks.at(-1) as Block | undefined;
  if (first === undefined) return doc;
  if (last?.type !== "paragraph") return { type: "doc", content: [...blocks, ...added] };
  const content = [...(last.content ?? []), ...((first as Block).content ?? [])];
  return { type: "doc", content: [...blocks.slice(0, -1), { ...last, content }, ...others] };
}

type Block = { type: string; content?: { type: string; text?: string; marks?: unknown }[] };
