/**
 * Markdown as a rich text: CommonMark with GitHub's tables, task lists, strikethrough and bare addresses, as marked reads
 * it. A line end is one of the text. Pictures become links unless the caller knows them, HTML stays text, as does what is
 * nested deeper than a text may be.
 */
import type { MarkedToken, Token, Tokens } from "marked";
import { isSafeHref } from "../safe-href.ts";
import { tokensOf } from "./from-markdown-tokens.ts";
import { withoutControls } from "./markdown-line.ts";

type Mark =
  | { type: "bold" | "italic" | "underline" | "strike" | "superscript" | "subscript" | "code" }
  | { type: "link"; attrs: { href: string } };
type InlineNode = { type: "text"; text: string; marks?: Mark[] } | { type: "hardBreak" };
type PictureNode = { type: "image"; attrs: Picture };
type TextNode =
  | InlineNode
  | PictureNode
  | { type: string; attrs?: Record<string, unknown>; content?: TextNode[] };
export type TextDoc = { type: "doc"; content: TextNode[] };

export type Picture = {
  /** A path on this site. */
  src: string;
  alt?: string;
  title?: string;
  width?: number;
  height?: number;
};

export type FromMarkdown = {
  /**
   * A picture by the address that is written there, whatever that is. Each stands between paragraphs, as a text has them.
   * Undefined: it becomes a link.
   */
  pictureOf?: (href: string, words: { alt: string; title: string }) => Picture | undefined;
};

const mostLetters = 100_000;
const longestHref = 2000;

/**
 * Passes check.ts, whatever it is given.
 * @param markdown of more than 100,000 letters the beginning is read
 * @returns empty `content` for an empty text
 */
export function fromMarkdown(markdown: string, options: FromMarkdown = {}): TextDoc {
  const text = withoutControls(markdown.slice(0, mostLetters)).toWellFormed();
  return { type: "doc", content: blocksOf(tokensOf(text), options) };
}

function blocksOf(tokens: readonly Token[], options: FromMarkdown): TextNode[] {
  return tokens.flatMap((token) => blocksOfOne(token, options));
}

function blocksOfOne(given: Token, options: FromMarkdown): TextNode[] {
  const token = given as MarkedToken;
  switch (token.type) {
    case "paragraph":
    case "text":
      return paragraphsOf(lineOf(token.tokens, options));
    case "heading": {
      // A text has headings from the second to the fourth level, of one line each.
      const attrs = { level: Math.min(4, Math.max(2, token.depth)) };
      const line = lineOf(token.tokens, options);
      const pictures = line.filter(isPicture);
      const content = trimmed(line.filter((node) => !isPicture(node))).map((node) =>
        node.type === "hardBreak" ? { type: "text" as const, text: " " } : node,
      );
      return [...filled("heading", content, attrs), ...pictures];
    }
    case "code":
      return [codeOf(token)];
    case "blockquote":
      return filled("blockquote", blocksOf(token.tokens, options));
    case "list":
      return [listOf(token, options)];
    case "table":
      return [tableOf(token, options)];
    case "hr":
      return [{ type: "horizontalRule" }];
    default:
      return [];
  }
}

function filled(type: string, content: TextNode[], attrs?: Record<string, unknown>): TextNode[] {
  return content.length === 0 ? [] : [{ type, ...(attrs && { attrs }), content }];
}

/** Words between pictures are paragraphs of their own. */
function paragraphsOf(line: readonly LineNode[]): TextNode[] {
  const blocks: TextNode[] = [];
  let words: InlineNode[] = [];
  const close = () => {
    blocks.push(...filled("paragraph", trimmed(words)));
    words = [];
  };
  for (const node of line) {
    if (!isPicture(node)) words.push(node);
    else {
      close();
      blocks.push(node);
    }
  }
  close();
  return blocks;
}

function isPicture(node: LineNode): node is PictureNode {
  return node.type === "image";
}

function codeOf({ lang = "", text: code }: Tokens.Code): TextNode {
  const [language = ""] = /^[\w+#.-]{0,40}/.exec(lang) ?? [];
  const text = code.replace(/\n$/, "");
  return {
    type: "codeBlock",
    ...(language !== "" && { attrs: { language } }),
    ...(text !== "" && { content: [{ type: "text", text }] }),
  };
}

function listOf({ ordered, start, items }: Tokens.List, options: FromMarkdown): TextNode {
  const hasBoxes = !ordered && items.every((item) => item.task);
  return {
    type: hasBoxes ? "taskList" : ordered ? "orderedList" : "bulletList",
    ...(ordered && start !== 1 && { attrs: { start: Math.min(Number(start), 1_000_000) } }),
    content: items.map((item) => itemOf(item, hasBoxes, options)),
  };
}

/** It begins with a paragraph, as every item does. */
function itemOf(
  { task, checked = false, tokens }: Tokens.ListItem,
  hasBox: boolean,
  options: FromMarkdown,
): TextNode {
  const blocks = blocksOf(tokens, options);
  const first = blocks[0]?.type === "paragraph" ? blocks.shift() : undefined;
  const words = first !== undefined && "content" in first ? (first.content ?? []) : [];
  // A list has boxes at all of its items, or none.
  const box = task && !hasBox ? [{ type: "text", text: `[${checked ? "x" : " "}] ` }] : [];
  const content = [paragraphOf([...box, ...words]), ...blocks];
  return hasBox ? { type: "taskItem", attrs: { checked }, content } : { type: "listItem", content };
}

function tableOf({ header, rows }: Tokens.Table, options: FromMarkdown): TextNode {
  const content = [header, ...rows].map((cells) => ({
    type: "tableRow",
    content: cells.map((cell) => ({
      type: cell.header ? "tableHeader" : "tableCell",
      content: cellOf(cell, options),
    })),
  }));
  return { type: "table", content };
}

function cellOf({ tokens }: Tokens.TableCell, options: FromMarkdown): TextNode[] {
  const blocks = paragraphsOf(lineOf(tokens, options));
  return blocks.length === 0 ? [paragraphOf([])] : blocks;
}

function paragraphOf(content: TextNode[]): TextNode {
  return { type: "paragraph", ...(content.length > 0 && { content }) };
}

const signMarks = { strong: "bold", em: "italic", del: "strike" } as const;

const tagMarks: Readonly<Record<string, Mark>> = {
  strong: { type: "bold" },
  b: { type: "bold" },
  em: { type: "italic" },
  i: { type: "italic" },
  u: { type: "underline" },
  ins: { type: "underline" },
  s: { type: "strike" },
  del: { type: "strike" },
  sup: { type: "superscript" },
  sub: { type: "subscript" },
  code: { type: "code" },
};

type LineNode = InlineNode | PictureNode;
type Line = { nodes: LineNode[]; options: FromMarkdown };

function lineOf(tokens: readonly Token[] = [], options: FromMarkdown): LineNode[] {
  const line: Line = { nodes: [], options };
  addTokens(line, tokens, []);
  return line.nodes;
}

function addTokens(line: Line, tokens: readonly Token[], marks: readonly Mark[]): void {
  const pairs = tagPairs(tokens);
  const around = [marks];
  for (const given of tokens) {
    const token = given as MarkedToken;
    const here = around.at(-1) ?? marks;
    const mark = pairs.get(given);
    if (mark === "end") around.pop();
    else if (mark) around.push(withMark(here, mark));
    else addToken(line, token, here);
  }
}

function addToken(line: Line, token: MarkedToken, marks: readonly Mark[]): void {
  const { nodes } = line;
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return addTokens(line, token.tokens, withMark(marks, { type: signMarks[token.type] }));
    case "codespan":
      return addText(nodes, token.text, withMark(marks, { type: "code" }));
    case "link":
      return addLink(line, token, marks);
    case "image":
      return addPicture(line, token, marks);
    case "br":
      nodes.push({ type: "hardBreak" });
      return;
    case "html":
      if (/^<br ?\/?>$/i.test(token.raw)) nodes.push({ type: "hardBreak" });
      else addText(nodes, token.raw, marks);
      return;
    case "escape":
      return addText(nodes, token.text, marks);
    case "text":
      return addText(nodes, decoded(token.raw), marks);
    default:
  }
}

/** One that the caller does not know is a link to it: a text of somebody else's site is not loaded. */
function addPicture(line: Line, token: Tokens.Image, marks: readonly Mark[]): void {
  const said = lineOf(token.tokens, {}).map((node) => ("text" in node ? node.text : " "));
  const words = { alt: said.join("").trim(), title: decoded(token.title ?? "") };
  const attrs = line.options.pictureOf?.(decoded(token.href), words);
  if (attrs) line.nodes.push({ type: "image", attrs });
  else addLink(line, token, marks);
}

function addLink(line: Line, token: Tokens.Link | Tokens.Image, marks: readonly Mark[]): void {
  const { nodes } = line;
  if (token.type === "link" && token.autolink === true) {
    const mark = linkTo(/^www\./i.test(token.raw) ? `https://${token.text}` : token.href);
    return addText(nodes, mark ? token.text : token.raw, mark ? withMark(marks, mark) : marks);
  }
  const href = decoded(token.href);
  const mark = linkTo(href);
  const inside = mark ? withMark(marks, mark) : marks;
  const before = nodes.length;
  addTokens(line, token.tokens, inside);
  const added = nodes.slice(before);
  // A picture is no link: where it led stands behind it.
  const isPictures = added.length > 0 && added.every(isPicture);
  if (token.text.trim() === "" || isPictures) addText(nodes, href, inside);
  // It leads nowhere, so that it is at least told.
  else if (!mark && href !== "") addText(nodes, ` (${href})`, marks);
}

function linkTo(href: string): Mark | undefined {
  return href.length <= longestHref && isSafeHref(href)
    ? { type: "link", attrs: { href } }
    : undefined;
}

/** Tags that belong together: the first with the mark of what is between them. */
function tagPairs(tokens: readonly Token[]): Map<Token, Mark | "end"> {
  const pairs = new Map<Token, Mark | "end">();
  const open: { name: string; token: Token }[] = [];
  for (const token of tokens) {
    const [, slash, name = ""] =
      /^<(\/?)([a-z]+)>$/i.exec(token.raw)?.map((part) => part.toLowerCase()) ?? [];
    const mark = Object.hasOwn(tagMarks, name) ? tagMarks[name] : undefined;
    if (!mark || token.type !== "html") continue;
    if (slash === "") {
      open.push({ name, token });
      continue;
    }
    const at = open.findLastIndex((tag) => tag.name === name);
    const opened = open[at];
    if (!opened) continue;
    pairs.set(opened.token, mark).set(token, "end");
    open.splice(at);
  }
  return pairs;
}

/** Each once; no link stands in another one, and what is above cannot be below. */
function withMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  if (marks.some(({ type }) => type === mark.type)) return marks;
  const other = { superscript: "subscript", subscript: "superscript" }[mark.type as string];
  return [...marks.filter(({ type }) => type !== other), mark];
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** With the letters that character references stand for. */
function decoded(text: string): string {
  const found = text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi,
    (whole: string, decimal?: string, hex?: string, name = "") => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
      if (code === undefined) return named[name] ?? whole;
      return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : "�";
    },
  );
  return withoutControls(found).toWellFormed();
}

/** Each line end is one of the text. */
function addText(nodes: LineNode[], text: string, marks: readonly Mark[]): void {
  for (const [at, line] of text.split("\n").entries()) {
    if (at > 0) nodes.push({ type: "hardBreak" });
    const last = nodes.at(-1);
    const isSame =
      last?.type === "text" && JSON.stringify(last.marks ?? []) === JSON.stringify(marks);
    if (line === "") continue;
    if (isSame) last.text += line;
    else nodes.push({ type: "text", text: line, ...(marks.length > 0 && { marks: [...marks] }) });
  }
}

/** Without spaces and line ends around it, and without spaces beside line ends. */
function trimmed(nodes: readonly InlineNode[]): InlineNode[] {
  const kept: InlineNode[] = [];
  for (const [at, node] of nodes.entries()) {
    if (node.type !== "text") {
      if (kept.length > 0) kept.push(node);
      continue;
    }
    const isFirst = kept.length === 0 || kept.at(-1)?.type === "hardBreak";
    const isLast = nodes[at + 1] === undefined || nodes[at + 1]?.type === "hardBreak";
    const start = isFirst ? node.text.trimStart() : node.text;
    const text = isLast ? start.trimEnd() : start;
    if (text !== "") kept.push({ ...node, text });
  }
  while (kept.at(-1)?.type === "hardBreak") kept.pop();
  return kept;
}
