/** Long texts as journals keep them: more than one if they are longer than one may be. No word is left out. */
import type { TextDoc } from "../../rich-text/from-markdown.ts";
import { type FromMarkdown, fromMarkdown } from "../../rich-text/from-markdown.ts";
import { checkRichText } from "../../rich-text/check.ts";
import { toPlainText } from "../../rich-text/plain-text.ts";
import { toUtf8 } from "../../sealed/bytes.ts";
import { mostTextBytes } from "../limits.ts";

type Block = TextDoc["content"][number];

// Half of what a text may be: somebody goes on writing in it. So many bytes have no more parts than a text may, either.
const mostBytes = mostTextBytes / 2;
// As much as is read of a Markdown at once, where it may be cut between two letters.
const pieceLetters = 20_000;

/** @returns the JSON of each; none of an empty text */
export function docsOf(blocks: readonly Block[]): string[] {
  const docs: string[] = [];
  let [held, bytes]: [Block[], number] = [[], 0];
  const close = () => {
    if (held.length > 0) docs.push(JSON.stringify({ type: "doc", content: held }));
    [held, bytes] = [[], 0];
  };
  for (const block of blocks.flatMap(fitting)) {
    const more = bytesOf(block) + 1;
    if (bytes + more > mostBytes) close();
    held.push(block);
    bytes += more;
  }
  close();
  return docs;
}

/** However long it is. */
export function docsOfMarkdown(markdown: string, options: FromMarkdown): string[] {
  const blocks: Block[] = [];
  let rest = markdown;
  while (rest !== "") {
    const end = endOfPiece(rest, pieceLetters);
    blocks.push(...fromMarkdown(rest.slice(0, end), options).content);
    rest = rest.slice(end);
  }
  return docsOf(blocks);
}

/** A doc of somebody's file: as it is if a journal takes it, else its words. */
export function checkedDocs(doc: unknown): { docs: string[]; isAsItWas: boolean } {
  if (checkRichText(doc).length === 0) return { docs: [JSON.stringify(doc)], isAsItWas: true };
  return { docs: docsOf(paragraphsOf(toPlainText(doc))), isAsItWas: false };
}

function fitting(block: Block): Block[] {
  if (bytesOf(block) <= mostBytes) return [block];
  // A table or a list of a quarter of a million letters: its words.
  return paragraphsOf(toPlainText({ type: "doc", content: [block] }));
}

function paragraphsOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const line of text.toWellFormed().split("\n")) {
    for (let rest = line; rest !== "";) {
      const end = endOfPiece(rest, pieceLetters);
      blocks.push({ type: "paragraph", content: [{ type: "text", text: rest.slice(0, end) }] });
      rest = rest.slice(end);
    }
  }
  return blocks;
}

/** Between two paragraphs, lines or words, or else between two letters. */
function endOfPiece(text: string, most: number): number {
  if (text.length <= most) return text.length;
  for (const sign of ["\n\n", "\n", " "]) {
    const at = text.lastIndexOf(sign, most - sign.length);
    if (at > most / 2) return at + sign.length;
  }
  const isHalf = /[\uD800-\uDBFF]/.test(text[most - 1]!);
  return isHalf ? most - 1 : most;
}

function bytesOf(block: Block): number {
  return toUtf8(JSON.stringify(block)).length;
}
