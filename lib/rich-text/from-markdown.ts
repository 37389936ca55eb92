/**
 * Markdown as a rich text: CommonMark with GitHub's tables, task lists, strikethrough and bare addresses, as marked reads
 * it. A line end is one of the text. Pictures become links, HTML stays text, as does what is nested deeper than a text
 * may be.
 */
import type { MarkedToken, Token, Tokens } from "marked";
import { isSafeHref } from "../safe-href.ts";
import { tokensOf } from "./from-markdown-tokens.ts";
import { withoutControls } from "./markdown-line.ts";

type Mark =
  | { type: "bold" | "italic" | "underline" | "strike" | "superscript" | "subscript" | "code" }
  | { type: "link"; attrs: { href: string } };
type InlineNode = { type: "text"; text: string; marks?: Mark[] } | { type: "hardBreak" };
type TextNode =
  | InlineNode
  | { type: string; attrs?: Record<string, unknown>; content?: TextNode[] };
export type TextDoc = { type: "doc"; content: TextNode[] };

const mostLetters = 100_000;
const longestHref = 2000;

/**
 * Passes check.ts, whatever it is given.
 * @param markdown of more than 100,000 letters the beginning is read
 * @returns empty `content` for an empty text
 */
export function fromMarkdown(markdown: string): TextDoc {
  const text = withoutControls(markdown.slice(0, mostLetters)).toWellFormed();
  return { type: "doc", content: tokensOf(text).flatMap(blocksOf) };
}

function blocksOf(given: Token): TextNode[] {
  const token = given as MarkedToken;
  switch (token.type) {
    case "paragraph":
    case "text":
      return filled("paragraph", lineOf(token.tokens));
    case "heading": {
      // A text has headings from the second to the fourth level, of one line each.
      const attrs = { level: Math.min(4, Math.max(2, token.depth)) };
      const content = lineOf(token.tokens).map((node) =>
        node.type === "hardBreak" ? { type: "text" as const, text: " " } : node,
      );
      return filled("heading", content, attrs);
    }
    case "code":
      return [codeOf(token)];
    case "blockquote":
      return filled("blockquote", token.tokens.flatMap(blocksOf));
    case "list":
      return [listOf(token)];
    case "table":
      return [tableOf(token)];
    case "hr":
      return [{ type: "horizontalRule" }];
    default:
      return [];
  }
}

function filled(type: string, content: TextNode[], attrs?: Record<string, unknown>): TextNode[] {
  return content.length === 0 ? [] : [{ type, ...(attrs && { attrs }), content }];
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

function listOf({ ordered, start, items }: Tokens.List): TextNode {
  const hasBoxes = !ordered && items.every((item) => item.task);
  return {
    type: hasBoxes ? "taskList" : ordered ? "orderedList" : "bulletList",
    ...(ordered && start !== 1 && { attrs: { start: Math.min(Number(start), 1_000_000) } }),
    content: items.map((item) => itemOf(item, hasBoxes)),
  };
}

/** It begins with a paragraph, as every item does. */
function itemOf({ task, checked = false, tokens }: Tokens.ListItem, hasBox: boolean): TextNode {
  const blocks = tokens.flatMap(blocksOf);
  const first = blocks[0]?.type === "paragraph" ? blocks.shift() : undefined;
  const words = first !== undefined && "content" in first ? (first.content ?? []) : [];
  // A list has boxes at all of its items, or none.
  const box = task && !hasBox ? [{ type: "text", text: `[${checked ? "x" : " "}] ` }] : [];
  const content = [paragraphOf([...box, ...words]), ...blocks];
  return hasBox ? { type: "taskItem", attrs: { checked }, content } : { type: "listItem", content };
}

function tableOf({ header, rows }: Tokens.Table): TextNode {
  const content = [header, ...rows].map((cells) => ({
    type: "tableRow",
    content: cells.map((cell) => ({
      type: cell.header ? "tableHeader" : "tableCell",
      content: [paragraphOf(lineOf(cell.tokens))],
    })),
  }));
  return { type: "table", content };
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

function lineOf(tokens: readonly Token[] = []): InlineNode[] {
  const nodes: InlineNode[] = [];
  addTokens(nodes, tokens, []);
  return trimmed(nodes);
}

function addTokens(nodes: InlineNode[], tokens: readonly Token[], marks: readonly Mark[]): void {
  const pairs = tagPairs(tokens);
  const around = [marks];
  for (const given of tokens) {
    const token = given as MarkedToken;
    const here = around.at(-1) ?? marks;
    const mark = pairs.get(given);
    if (mark === "end") around.pop();
    else if (mark) around.push(withMark(here, mark));
    else addToken(nodes, token, here);
  }
}

function addToken(nodes: InlineNode[], token: MarkedToken, marks: readonly Mark[]): void {
  switch (token.type) {
    case "strong":
    case "em":
    case "del":
      return addTokens(nodes, token.tokens, withMark(marks, { type: signMarks[token.type] }));
    case "codespan":
      return addText(nodes, token.text, withMark(marks, { type: "code" }));
    case "link":
    case "image":
      return addLink(nodes, token, marks);
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

/** Pictures are links to them: a text of somebody else's site is not loaded. */
function addLink(
  nodes: InlineNode[],
  token: Tokens.Link | Tokens.Image,
  marks: readonly Mark[],
): void {
  if (token.type === "link" && token.autolink === true) {
    const mark = linkTo(/^www\./i.test(token.raw) ? `https://${token.text}` : token.href);
    return addText(nodes, mark ? token.text : token.raw, mark ? withMark(marks, mark) : marks);
  }
  const href = decoded(token.href);
  const mark = linkTo(href);
  const inside = mark ? withMark(marks, mark) : marks;
  addTokens(nodes, token.tokens, inside);
  if (token.text.trim() === "") addText(nodes, href, inside);
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
function addText(nodes: InlineNode[], text: string, marks: readonly Mark[]): void {
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
