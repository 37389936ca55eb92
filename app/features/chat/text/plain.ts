import { type Block, type Inline, readMarks } from "./marks.ts";

const mention = /@\[([^\]\n]{1,80})\]\([\w-]{1,128}\)/gu;

/** Without marks, in one line. */
export function plainOf(text: string): string {
  return wordsOf(readMarks(text)).replaceAll(/\s+/gu, " ").trim();
}

/** As it was typed. */
export function copiedOf(text: string): string {
  return text.replaceAll(mention, "@$1");
}

function wordsOf(blocks: readonly Block[]): string {
  return blocks.map(blockWords).join("\n");
}

function blockWords(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return block.lines.map(lineWords).join("\n");
    case "quote":
      return wordsOf(block.blocks);
    case "list":
      return block.items
        .map((item, at) => `${block.isOrdered ? `${block.start + at}. ` : ""}${lineWords(item)}`)
        .join("\n");
    case "code":
      return block.text;
  }
}

function lineWords(parts: readonly Inline[]): string {
  return parts
    .map((part) =>
      part.kind === "mention"
        ? `@${part.name}`
        : "parts" in part
          ? lineWords(part.parts)
          : part.text,
    )
    .join("");
}
