/** What is pasted or dropped, held to what lib/rich-text/check.ts lets in. */
import { Fragment, Slice } from "@tiptap/pm/model";
import type { Mark, Node } from "@tiptap/pm/model";
import { isSafeHref } from "#lib/safe-href.ts";

const maxText = 500;
const maxAddress = 2000;
const maxSide = 100_000;
const maxColumns = 100;
const maxRows = 1000;

export function isLinkAddress(href: unknown): href is string {
  return typeof href === "string" && href.length <= maxAddress && isSafeHref(href);
}

/** Pages load pictures of this site only. */
function isPictureAddress(src: unknown): src is string {
  return isLinkAddress(src) && src.startsWith("/");
}

export function isLanguage(text: string): boolean {
  return /^[\w+#.-]{0,40}$/.test(text);
}

/** @param onLeftOut told once when there was a picture of another site, which no page would show */
export function cleanSlice(slice: Slice, onLeftOut: () => void): Slice {
  const leftOut: Node[] = [];
  const content = cleanFragment(slice.content, (node) => leftOut.push(node));
  if (leftOut.length === 0) return new Slice(content, slice.openStart, slice.openEnd);
  onLeftOut();
  // What was open at its ends may be gone.
  return Slice.maxOpen(content);
}

function cleanFragment(fragment: Fragment, leave: (node: Node) => void): Fragment {
  const nodes: Node[] = [];
  for (const node of fragment.content) {
    const cleaned = cleanNode(node, leave);
    if (cleaned !== undefined) nodes.push(cleaned);
  }
  return Fragment.fromArray(nodes);
}

function cleanNode(node: Node, leave: (node: Node) => void): Node | undefined {
  const marks = node.marks.flatMap((mark) => cleanMark(mark) ?? []);
  if (node.isText) return node.mark(marks);
  if (node.type.name === "image" && !isPictureAddress(node.attrs["src"])) {
    leave(node);
    return undefined;
  }
  const content = cleanFragment(node.content, leave);
  const attrs = cleanAttributes(node.type.name, node.attrs);
  // Never null: a node that lost what it must have gets it, empty.
  return node.type.createAndFill(attrs, content, marks) ?? undefined;
}

function cleanMark(mark: Mark): Mark | undefined {
  if (mark.type.name !== "link") return mark;
  const { href, title } = mark.attrs;
  return isLinkAddress(href) ? mark.type.create({ href, title: shortText(title) }) : undefined;
}

type Attributes = Record<string, unknown>;

function cleanAttributes(name: string, attrs: Attributes): Attributes {
  switch (name) {
    case "orderedList":
      return {
        start: wholeNumber(attrs["start"], 0, 1_000_000) ?? 1,
        type: letterOf(attrs["type"]),
      };
    case "taskItem":
      return { checked: attrs["checked"] === true };
    case "codeBlock": {
      const language = attrs["language"];
      return { language: typeof language === "string" && isLanguage(language) ? language : null };
    }
    case "image":
      return {
        src: attrs["src"],
        alt: shortText(attrs["alt"]),
        title: shortText(attrs["title"]),
        width: wholeNumber(attrs["width"], 1, maxSide),
        height: wholeNumber(attrs["height"], 1, maxSide),
        thumbhash: hashOf(attrs["thumbhash"]),
      };
    case "tableCell":
    case "tableHeader":
      return {
        colspan: wholeNumber(attrs["colspan"], 1, maxColumns) ?? 1,
        rowspan: wholeNumber(attrs["rowspan"], 1, maxRows) ?? 1,
        colwidth: columnWidths(attrs["colwidth"]),
      };
    default:
      return attrs;
  }
}

function shortText(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text.slice(0, maxText).toWellFormed() : null;
}

function wholeNumber(value: unknown, min: number, max: number): number | null {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  const isGood = Number.isInteger(number) && Number(number) >= min && Number(number) <= max;
  return isGood ? Number(number) : null;
}

function letterOf(value: unknown): string | null {
  return typeof value === "string" && /^[1aAiI]$/.test(value) ? value : null;
}

function columnWidths(value: unknown): number[] | null {
  if (!Array.isArray(value) || value.length > maxColumns) return null;
  const widths = value.map((width) => wholeNumber(width, 1, maxSide));
  return widths.every((width) => width !== null) ? widths : null;
}

function hashOf(value: unknown): string | null {
  return typeof value === "string" && /^[A-Za-z0-9+/=]{8,100}$/.test(value) ? value : null;
}

/**
 * Headings begin with the second: the first is the page's title. What would run is not run anyway: without it, no browser
 * complains.
 */
export function cleanHtml(html: string): string {
  return html
    .replaceAll(/<(\/?)h1(?=[\s>])/gi, "<$1h2")
    .replaceAll(/<(\/?)h[56](?=[\s>])/gi, "<$1h4")
    .replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(handler, ""));
}

const handler = /\s+on[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi;
