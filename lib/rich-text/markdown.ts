/**
 * A rich text as Markdown: CommonMark with GitHub's tables, task lists and strikethrough. Text that looks like Markdown
 * is escaped; what Markdown has no sign for is an HTML element.
 */
import {
  address,
  escape,
  fenceFor,
  guardLineStarts,
  lineBreak,
  toLine,
  withoutControls,
} from "./markdown-line.ts";
import { toPlainText } from "./plain-text.ts";
import { type Block, type Cell, type Item, readRichText, type RichImage } from "./read.ts";

export type ToMarkdown = {
  /** Stands before addresses on this site, such as `https://example.com`. */
  origin?: string;
  /** Where a picture lies for who reads the Markdown; what begins with `/` is of this site. */
  pictureAddress?: (src: string) => string;
};

/**
 * @param doc a stored rich text
 * @returns without a line end after the last line; empty for an empty text
 */
export function toMarkdown(
  doc: unknown,
  { origin = "", pictureAddress = (src) => src }: ToMarkdown = {},
): string {
  return join(readRichText(doc), { origin, pictureAddress });
}

type Addresses = Required<ToMarkdown>;

/** A text as it stands in a paragraph: one line, nothing of it taken for Markdown. */
export function escapeMarkdown(text: string): string {
  return guardLineStarts(escape(text.replaceAll(/\s+/g, " ").trim()));
}

type List = Extract<Block, { items: Item[] }>;

function join(blocks: readonly Block[], to: Addresses): string {
  let before: { isOrdered: boolean; isOther: boolean } | undefined;
  return blocks
    .flatMap((block) => {
      if (!("items" in block)) {
        const text = write(block, to);
        if (text === "") return [];
        before = undefined;
        return [text];
      }
      // Two lists in a row would be read as one: their signs tell them apart.
      const isOrdered = block.type === "orderedList";
      const isOther = before?.isOrdered === isOrdered && !before.isOther;
      const text = list(block, isOther, to);
      if (text === "") return [];
      before = { isOrdered, isOther };
      return [text];
    })
    .join("\n\n");
}

function write(block: Exclude<Block, List>, to: Addresses): string {
  switch (block.type) {
    case "paragraph":
      return guardLineStarts(toLine(block.content, to.origin));
    case "heading": {
      // A row of # at its end would be taken away.
      const line = toLine(block.content, to.origin).replaceAll(lineBreak, " ");
      const text = line.endsWith("#") ? `${line.slice(0, -1)}\\#` : line;
      return text && `${"#".repeat(block.level)} ${text}`;
    }
    case "blockquote": {
      const text = join(block.content, to);
      return text && text.replaceAll(/^(?=.)/gm, "> ").replaceAll(/^$/gm, ">");
    }
    case "codeBlock": {
      const text = withoutControls(block.text);
      const fence = fenceFor(text, 3);
      return `${fence}${block.language}\n${text}\n${fence}`;
    }
    case "horizontalRule":
      return "___";
    case "image":
      return picture(block.image, to);
    case "table":
      return table(block.rows, to);
  }
}

function list(block: List, isOther: boolean, to: Addresses): string {
  return block.items
    .flatMap(({ checked, content }, at) => {
      const inside = join(content, to);
      // Signs with nothing behind them would be read as a rule, or as text.
      if (inside === "") return [];
      const bullet = isOther ? "*" : "-";
      const sign =
        block.type === "orderedList"
          ? `${Math.max(block.start, 0) + at}${isOther ? ")" : "."} `
          : `${bullet} `;
      const box = block.type === "taskList" ? `[${checked ? "x" : " "}] ` : "";
      const indent = " ".repeat(sign.length);
      return [sign + box + inside.replaceAll(/\n(?=[^\n])/g, `\n${indent}`)];
    })
    .join("\n");
}

/** Its first row is the head, which Markdown has no table without, and says how many columns there are. */
function table(rows: readonly Cell[][], to: Addresses): string {
  let columns = 0;
  for (const row of rows) columns = Math.max(columns, row.length);
  if (columns === 0) return "";
  const lines = rows.map((row, at) => {
    const texts = row.map((cell) => cellText(cell, to));
    // Others may be shorter than the head.
    if (at === 0) texts.push(...Array<string>(columns - row.length).fill(""));
    return `| ${texts.join(" | ")} |`;
  });
  lines.splice(1, 0, `|${" --- |".repeat(columns)}`);
  return lines.join("\n");
}

/** A cell is one line. */
function cellText({ content }: Cell, to: Addresses): string {
  return content
    .map((block) => {
      if (block.type === "paragraph") return toLine(block.content, to.origin);
      return block.type === "image" ? picture(block.image, to) : escape(toPlainText([block]));
    })
    .join("<br>")
    .replaceAll(lineBreak, "<br>")
    .replaceAll("|", "\\|");
}

function picture({ src, alt, title }: RichImage, to: Addresses): string {
  const caption = title && ` "${escape(title).replaceAll('"', '\\"')}"`;
  return `![${escape(alt)}](${address(to.pictureAddress(src), to.origin)}${caption})`;
}
