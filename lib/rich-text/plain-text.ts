/** The words of a rich text: for searching, for descriptions, for an address of a heading. */
import { type Block, type Inline, readRichText } from "./read.ts";

/**
 * A block a line; what is in a list, a quotation or a cell has lines of its own. Of a picture, what it shows.
 * @param doc a stored rich text, or what was read of one
 */
export function toPlainText(doc: unknown): string {
  const blocks = Array.isArray(doc) ? (doc as Block[]) : readRichText(doc);
  return blocks.flatMap(lines).filter(Boolean).join("\n");
}

function lines(block: Block): string[] {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return [words(block.content).trim()];
    case "codeBlock":
      return [block.text.trimEnd()];
    case "bulletList":
    case "orderedList":
    case "taskList":
      return block.items.flatMap((item) => item.content.flatMap(lines));
    case "blockquote":
      return block.content.flatMap(lines);
    case "table":
      return block.rows.map((row) =>
        row
          .map((cell) => cell.content.flatMap(lines).join(" "))
          .join("\t")
          .trim(),
      );
    case "image":
      return [[block.image.alt, block.image.title].filter(Boolean).join("\n")];
    case "horizontalRule":
      return [];
  }
}

function words(content: readonly Inline[]): string {
  return content
    .map((node) => {
      if (node.type === "text") return node.text;
      return node.type === "hardBreak" ? "\n" : words(node.content);
    })
    .join("");
}
