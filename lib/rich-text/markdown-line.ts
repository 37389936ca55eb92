/** Marked text as a line of Markdown. Whatever a reader could take for a sign of Markdown is escaped. */
import type { Inline } from "./read.ts";

export const lineBreak = "\\\n";

/** @param origin stands before addresses on this site */
export function toLine(content: readonly Inline[], origin: string): string {
  const lines = spans(content, origin).split(lineBreak);
  return trim(lines.map((line) => line.trim()).join(lineBreak)).inside;
}

/** A line of its own would begin a list, a heading, a quotation, a table or a rule with these. */
export function guardLineStarts(text: string): string {
  return text.replaceAll(/^(\d*)([-+=#>|:]|(?<=\d)[.)])/gm, "$1\\$2");
}

export function escape(text: string): string {
  // An address would become a link, in which a backslash is no sign.
  const signs = /[\\`*_[\]<~]|&(?=#|\w+;)|:(?=\/\/)|(?<=www)\.|!$/gi;
  return oneLine(text).replaceAll(signs, "\\$&");
}

export function address(href: string, origin: string): string {
  return withoutControls(href.startsWith("/") ? origin + href : href)
    .replaceAll(/[\s()<>\\]/gu, (sign) => {
      return /[()]/.test(sign) ? `%${sign.charCodeAt(0).toString(16)}` : encodeURIComponent(sign);
    })
    .replaceAll(/&(?=#|\w+;)/g, "&amp;");
}

/** Markdown is read in terminals, which obey some of these, and others turn what follows them around. */
export function withoutControls(text: string): string {
  return text
    .replaceAll(/\r\n?|[\v\f]/g, "\n")
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]|(?![\t\n])\p{Cc}/gu, "");
}

function spans(content: readonly Inline[], origin: string): string {
  return content
    .map((node, at) => {
      if (node.type === "text") return escape(node.text);
      return node.type === "hardBreak" ? lineBreak : span(node, content[at + 1], origin);
    })
    .join("");
}

const signs: Record<string, string> = { bold: "**", italic: "*", strike: "~~" };

const tags: Record<string, string> = {
  bold: "strong",
  italic: "em",
  strike: "del",
  underline: "u",
  superscript: "sup",
  subscript: "sub",
};

function span(
  { mark, href, content }: Extract<Inline, { type: "mark" }>,
  next: Inline | undefined,
  origin: string,
): string {
  if (mark === "code") return code(content);
  // Signs with a space inside of them are no signs.
  const { start, inside, end } = trim(spans(content, origin));
  if (inside === "") return start + end;
  if (mark === "link") return `${start}[${inside}](${address(href, origin)})${end}`;
  const sign = signs[mark];
  // Beside a word both ends are signs wherever they stand, beside anything else it depends; next to others they mix.
  const isClear =
    /^(?:[\p{L}\p{N}]|\*)/u.test(inside) &&
    /(?:[\p{L}\p{N}]|[^\\]\*)$/u.test(inside) &&
    (end !== "" || next?.type !== "mark");
  if (sign !== undefined && isClear) return start + sign + inside + sign + end;
  return `${start}<${tags[mark]}>${inside}</${tags[mark]}>${end}`;
}

function code(content: readonly Inline[]): string {
  const text = oneLine(content.map((node) => (node.type === "text" ? node.text : " ")).join(""));
  if (text.trim() === "") return text;
  // In a table, where | is written \|, no backslash could stand before it.
  if (text.includes("\\|")) return `<code>${escape(text)}</code>`;
  const fence = fenceFor(text, 1);
  const pad = /^[`\s]|[`\s]$/.test(text) ? " " : "";
  return fence + pad + text + pad + fence;
}

/** A row of backticks that the text does not have. */
export function fenceFor(text: string, shortest: number): string {
  let length = shortest;
  for (const row of text.match(/`+/g) ?? []) length = Math.max(length, row.length + 1);
  return "`".repeat(length);
}

/** The rest without spaces and line breaks around it. Expressions would look at a long row of spaces once for each. */
function trim(text: string): { start: string; inside: string; end: string } {
  const lines = text.split(lineBreak);
  const first = lines.findIndex((line) => line.trim() !== "");
  if (first === -1) return { start: text, inside: "", end: "" };
  const last = lines.findLastIndex((line) => line.trim() !== "");
  const before = lines
    .slice(0, first)
    .map((line) => line + lineBreak)
    .join("");
  const rest = lines.slice(first, last + 1).join(lineBreak);
  const from = before.length + rest.length - rest.trimStart().length;
  const inside = rest.trim();
  return { start: text.slice(0, from), inside, end: text.slice(from + inside.length) };
}

/** Spaces stay as they are, what has a line end among them becomes one. */
function oneLine(text: string): string {
  return withoutControls(text).replaceAll(/\s+/g, (run) => (run.includes("\n") ? " " : run));
}
