/**
 * A README as a rich text: headings, paragraphs, lists, quotes, code, bold, italic and links of its beginning. Not a
 * Markdown parser: what it does not know becomes plain text or is left out. HTML and pictures are left out, relative
 * links lead to GitHub. Whatever it is given, what comes out passes lib/rich-text/check.ts.
 */
import { checkRichText } from "#lib/rich-text/check.ts";
import { isSafeHref } from "#lib/safe-href.ts";

type Mark = { type: "bold" | "italic" | "code" } | { type: "link"; attrs: { href: string } };
type Node = {
  type: string;
  text?: string;
  marks?: Mark[];
  attrs?: Record<string, unknown>;
  content?: Node[];
};
export type RichText = { type: "doc"; content: Node[] };

const maxChars = 40_000;
const maxBlocks = 80;
const maxLineChars = 5000;
const maxCodeChars = 4000;

/** @param base where relative links lead, with a slash at its end. Undefined when nothing is left to show. */
export function readReadme(markdown: string, base: string): RichText | undefined {
  const lines = withoutHtml(markdown.slice(0, maxChars).replaceAll("\r\n", "\n")).split("\n");
  const content = blocksOf(lines, base);
  const doc: RichText = { type: "doc", content };
  return content.length === 0 || checkRichText(doc).length > 0 ? undefined : doc;
}

function blocksOf(lines: readonly string[], base: string): Node[] {
  const blocks: Node[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    const inline = inlineOf(paragraph.join(" "), base);
    paragraph = [];
    if (inline.length > 0) blocks.push({ type: "paragraph", content: inline });
  };
  for (let at = 0; at < lines.length && blocks.length < maxBlocks; at++) {
    const line = lines[at]!.slice(0, maxLineChars).trimEnd();
    const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]{0,40})/.exec(line);
    if (fence) {
      endParagraph();
      const [, mark = "", language = ""] = fence;
      const end = lines.findIndex((later, i) => i > at && later.trim().startsWith(mark));
      const code = lines.slice(at + 1, end === -1 ? undefined : end).join("\n");
      const text = code.slice(0, maxCodeChars).trimEnd();
      if (text !== "") {
        const attrs = language === "" ? {} : { attrs: { language: language.toLowerCase() } };
        blocks.push({ type: "codeBlock", ...attrs, content: [{ type: "text", text }] });
      }
      if (end === -1) break;
      at = end;
      continue;
    }
    const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (heading) {
      endParagraph();
      const [, marks = "", text = ""] = heading;
      addHeading(blocks, marks.length, inlineOf(text, base));
      continue;
    }
    if (paragraph.length > 0 && /^ {0,3}(?:=+|-{2,})$/.test(line)) {
      const text = paragraph.join(" ");
      paragraph = [];
      addHeading(blocks, line.includes("=") ? 1 : 2, inlineOf(text, base));
      continue;
    }
    if (/^\s*\|/.test(line) || /^ {0,3}(?:[-*_]\s*){3,}$/.test(line)) {
      endParagraph();
      continue;
    }
    // What a reference link leads to.
    if (/^ {0,3}\[[^\]]{1,200}\]:/.test(line)) continue;
    const item = /^\s{0,12}(?:([-*+])|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line);
    if (item) {
      endParagraph();
      const [, bullet, text = ""] = item;
      const inline = inlineOf(text, base);
      if (inline.length > 0) addItem(blocks, bullet ? "bulletList" : "orderedList", inline);
      continue;
    }
    const quote = /^ {0,3}>\s?(.*)$/.exec(line);
    if (quote) {
      endParagraph();
      const inline = inlineOf(quote[1] ?? "", base);
      if (inline.length > 0) {
        blocks.push({ type: "blockquote", content: [{ type: "paragraph", content: inline }] });
      }
      continue;
    }
    if (line.trim() === "") endParagraph();
    else paragraph.push(line.trim());
  }
  if (blocks.length < maxBlocks) endParagraph();
  return blocks;
}

/** The page has a title of its own: a README's is left out. */
function addHeading(blocks: Node[], level: number, content: Node[]): void {
  if (content.length === 0 || (level === 1 && blocks.length === 0)) return;
  blocks.push({ type: "heading", attrs: { level: Math.min(4, Math.max(2, level)) }, content });
}

function addItem(blocks: Node[], type: string, inline: Node[]): void {
  const item: Node = { type: "listItem", content: [{ type: "paragraph", content: inline }] };
  const last = blocks.at(-1);
  if (last?.type === type) last.content?.push(item);
  else blocks.push({ type, content: [item] });
}

/** Each alternative is bounded, so that no text takes long. */
const inlineForms = new RegExp(
  [
    "`(?<code>[^`]{1,300})`",
    String.raw`!\[[^\]]{0,300}\](?:\([^()\s]{0,2000}(?:\s"[^"]{0,300}")?\)|\[[^\]]{0,200}\])`,
    String.raw`\[(?<label>[^\[\]]{0,500})\]\(\s?<?(?<href>[^()\s<>]{0,2000})>?(?:\s"[^"]{0,300}")?\s?\)`,
    String.raw`\[(?<referred>[^\[\]]{1,500})\]\[[^\]]{0,200}\]`,
    String.raw`\*\*(?<bold>[^*\s][^*]{0,500})\*\*`,
    String.raw`\*(?<italic>[^*\s][^*]{0,500})\*`,
  ].join("|"),
  "gu",
);

function inlineOf(source: string, base: string): Node[] {
  const text = source.slice(0, maxLineChars);
  const nodes: Node[] = [];
  const add = (part: string | undefined, ...marks: Mark[]) => {
    const plain = plainOf(part ?? "");
    if (plain === "" || (nodes.length === 0 && plain.trim() === "")) return;
    const value = nodes.length === 0 ? plain.trimStart() : plain;
    nodes.push({ type: "text", text: value, ...(marks.length > 0 && { marks }) });
  };
  // A picture that is a link leaves nothing to click on.
  const bare = text.replaceAll(/\[!\[[^\]]{0,300}\]\([^()\s]{0,2000}\)\]\([^()\s]{0,2000}\)/gu, "");
  let done = 0;
  for (const match of bare.matchAll(inlineForms)) {
    add(bare.slice(done, match.index));
    done = match.index + match[0].length;
    const { code, label, href, referred, bold, italic } = match.groups ?? {};
    if (code !== undefined) add(code, { type: "code" });
    else if (bold !== undefined) add(bold, { type: "bold" });
    else if (italic !== undefined) add(italic, { type: "italic" });
    else if (label !== undefined) {
      const target = resolve(href ?? "", base);
      if (target === undefined) add(label);
      else add(label, { type: "link", attrs: { href: target } });
    } else add(referred);
  }
  add(bare.slice(done));
  return nodes.some((node) => node.text?.trim()) ? nodes : [];
}

/** Undefined for what leads nowhere from our pages. */
function resolve(href: string, base: string): string | undefined {
  if (href === "" || href.startsWith("#") || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  const isLong = url.href.length > 2000;
  return isLong || url.username !== "" || !isSafeHref(url.href) ? undefined : url.href;
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
};

/** Without marks that were not understood, and signs that no page shows. */
function plainOf(text: string): string {
  return text
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")
    .replaceAll(/\*\*|__/g, "")
    .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/gu, "")
    .replaceAll(/ {2,}/g, " ");
}

/** Comments and tags are left out, what stands between tags stays, but for code and styles. */
function withoutHtml(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (;;) {
    const start = text.indexOf("<!--", done);
    if (start === -1) break;
    parts.push(text.slice(done, start));
    const end = text.indexOf("-->", start + 4);
    done = end === -1 ? text.length : end + 3;
  }
  parts.push(text.slice(done));
  return parts
    .join("")
    .replaceAll(/<(script|style)\b[^<>]{0,500}>[^<]{0,20000}<\/\1\s{0,20}>/gi, "")
    .replaceAll(/<\/?[a-z][^<>]{0,2000}>/gi, "");
}
