/**
 * Reads a stored rich text, whatever it is, into one that can be shown: known nodes and marks only, each where HTML lets
 * it stand, links and pictures with safe addresses, nesting bounded. Of what does not fit, its text is kept.
 */
import { isSafeHref } from "../safe-href.ts";

export type RichImage = {
  src: string;
  alt: string;
  title: string;
  width: number | undefined;
  height: number | undefined;
  thumbhash: string | undefined;
};

/** Marks from the outside in: neighbours that share an outer one share its element. */
const markNames = [
  "link",
  "bold",
  "italic",
  "underline",
  "strike",
  "superscript",
  "subscript",
  "code",
] as const;
export type MarkName = (typeof markNames)[number];

export type Inline =
  | { type: "text"; text: string }
  | { type: "hardBreak" }
  | { type: "mark"; mark: MarkName; href: string; content: Inline[] };

export type Item = { type: "item"; checked: boolean; content: Block[] };
export type Cell = {
  type: "cell";
  header: boolean;
  colspan: number;
  rowspan: number;
  content: Block[];
};

export type Block =
  | { type: "paragraph"; content: Inline[] }
  | { type: "heading"; level: 2 | 3 | 4; content: Inline[] }
  | { type: "bulletList" | "taskList"; items: Item[] }
  | { type: "orderedList"; start: number; items: Item[] }
  | { type: "blockquote"; content: Block[] }
  | { type: "codeBlock"; language: string; text: string }
  | { type: "horizontalRule" }
  | { type: "image"; image: RichImage }
  | { type: "table"; rows: Cell[][] };

/** Levels of a stored text that are read; what is deeper is left out. */
const maxDepth = 24;

/** @param doc a stored ProseMirror document; of anything else nothing can be read */
export function readRichText(doc: unknown): Block[] {
  return readBlocks(contentOf(doc), 1);
}

function readBlocks(nodes: readonly unknown[], depth: number): Block[] {
  const blocks: Block[] = [];
  let loose: unknown[] = [];
  const closeParagraph = () => {
    const content = readInline(loose, depth);
    if (content.length > 0) blocks.push({ type: "paragraph", content });
    loose = [];
  };
  for (const node of depth > maxDepth ? [] : nodes) {
    const type = typeOf(node);
    if (type === "text" || type === "hardBreak") {
      loose.push(node);
      continue;
    }
    closeParagraph();
    const block = readBlock(type, node, depth + 1);
    if (block === undefined) blocks.push(...readBlocks(contentOf(node), depth + 1));
    else blocks.push(block);
  }
  closeParagraph();
  return blocks;
}

function readBlock(type: string, node: unknown, depth: number): Block | undefined {
  const inside = contentOf(node);
  switch (type) {
    case "paragraph":
      return { type, content: readInline(inside, depth) };
    case "heading":
      return { type, level: levelOf(node), content: readInline(inside, depth) };
    case "bulletList":
    case "taskList":
      return { type, items: readItems(inside, depth) };
    case "orderedList":
      return {
        type,
        start: wholeNumber(attr(node, "start"), -1e6, 1e6) ?? 1,
        items: readItems(inside, depth),
      };
    case "blockquote":
      return { type, content: readBlocks(inside, depth) };
    case "codeBlock":
      return { type, language: languageOf(node), text: codeOf(inside, depth) };
    case "horizontalRule":
      return { type };
    case "image": {
      const image = imageOf(node);
      return image && { type, image };
    }
    case "table":
      return { type, rows: readRows(inside, depth) };
    default:
      return undefined;
  }
}

function readItems(nodes: readonly unknown[], depth: number): Item[] {
  const isItem = (node: unknown) => ["listItem", "taskItem"].includes(typeOf(node));
  return runs(nodes, isItem, depth).map(([fits, ...members]) => ({
    type: "item",
    checked: fits && attr(members[0], "checked") === true,
    content: readBlocks(fits ? contentOf(members[0]) : members, depth + 1),
  }));
}

function readRows(nodes: readonly unknown[], depth: number): Cell[][] {
  const isCell = (node: unknown) => ["tableCell", "tableHeader"].includes(typeOf(node));
  const rows = runs(nodes, (node) => typeOf(node) === "tableRow", depth);
  return rows.map(([fits, ...members]) =>
    runs(fits ? contentOf(members[0]) : members, isCell, depth + 1).map(([fits, ...members]) => ({
      type: "cell",
      header: fits && typeOf(members[0]) === "tableHeader",
      colspan: (fits && wholeNumber(attr(members[0], "colspan"), 1, 100)) || 1,
      rowspan: (fits && wholeNumber(attr(members[0], "rowspan"), 1, 1000)) || 1,
      content: readBlocks(fits ? contentOf(members[0]) : members, depth + 2),
    })),
  );
}

/** Each that fits alone, and those between them together: they become one that fits. */
function runs(
  nodes: readonly unknown[],
  fits: (node: unknown) => boolean,
  depth: number,
): [fits: boolean, ...members: unknown[]][] {
  const found: [boolean, ...unknown[]][] = [];
  for (const node of depth > maxDepth ? [] : nodes) {
    const last = found.at(-1);
    if (fits(node)) found.push([true, node]);
    else if (last?.[0] === false) last.push(node);
    else found.push([false, node]);
  }
  return found;
}

type Leaf = { text: string | undefined; marks: { mark: MarkName; href: string }[] };

function readInline(nodes: readonly unknown[], depth: number): Inline[] {
  return nest(leaves(nodes, depth), 0);
}

function leaves(nodes: readonly unknown[], depth: number): Leaf[] {
  if (depth > maxDepth) return [];
  return nodes.flatMap((node): Leaf[] => {
    const type = typeOf(node);
    if (type === "hardBreak") return [{ text: undefined, marks: marksOf(node) }];
    if (type === "image") return [{ text: text(attr(node, "alt")), marks: [] }];
    if (type !== "text") return leaves(contentOf(node), depth + 1);
    const value = text(read(node, "text"));
    return value === "" ? [] : [{ text: value, marks: marksOf(node) }];
  });
}

/** Marks of each leaf are in the order of `markNames`, each once. */
function nest(list: readonly Leaf[], level: number): Inline[] {
  const nested: Inline[] = [];
  for (let at = 0; at < list.length;) {
    const { text, marks } = list[at]!;
    const mark = marks[level];
    if (mark === undefined) {
      const last = nested.at(-1);
      if (text === undefined) nested.push({ type: "hardBreak" });
      else if (last?.type === "text") last.text += text;
      else nested.push({ type: "text", text });
      at++;
      continue;
    }
    let end = at + 1;
    while (isSame(list[end]?.marks[level], mark)) end++;
    nested.push({ type: "mark", ...mark, content: nest(list.slice(at, end), level + 1) });
    at = end;
  }
  return nested;
}

function isSame(a: Leaf["marks"][number] | undefined, b: Leaf["marks"][number]): boolean {
  return a?.mark === b.mark && a.href === b.href;
}

function marksOf(node: unknown): Leaf["marks"] {
  const marks = read(node, "marks");
  if (!Array.isArray(marks)) return [];
  return markNames.flatMap((mark): Leaf["marks"] => {
    const found: unknown = marks.find((candidate) => typeOf(candidate) === mark);
    if (found === undefined) return [];
    if (mark !== "link") return [{ mark, href: "" }];
    const href = text(attr(found, "href"));
    return href.length <= maxAddress && isSafeHref(href) ? [{ mark, href }] : [];
  });
}

/** A picture elsewhere would tell its owner who reads, and the content security policy keeps it out. */
function imageOf(node: unknown): RichImage | undefined {
  const src = text(attr(node, "src"));
  if (!src.startsWith("/") || src.length > maxAddress || !isSafeHref(src)) return undefined;
  return {
    src,
    alt: text(attr(node, "alt")),
    title: text(attr(node, "title")),
    width: wholeNumber(attr(node, "width"), 1, 100_000),
    height: wholeNumber(attr(node, "height"), 1, 100_000),
    thumbhash: text(attr(node, "thumbhash")) || undefined,
  };
}

const maxAddress = 2000;

/** The page's title is the only heading of level 1. */
function levelOf(node: unknown): 2 | 3 | 4 {
  const level = attr(node, "level");
  if (typeof level !== "number") return 2;
  if (level >= 3.5) return 4;
  return level >= 2.5 ? 3 : 2;
}

function languageOf(node: unknown): string {
  const language = text(attr(node, "language"));
  return /^[\w+#.-]{1,40}$/.test(language) ? language : "";
}

function codeOf(nodes: readonly unknown[], depth: number): string {
  return leaves(nodes, depth)
    .map(({ text = "\n" }) => text)
    .join("");
}

function wholeNumber(value: unknown, min: number, max: number): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max
    ? value
    : undefined;
}

function contentOf(node: unknown): readonly unknown[] {
  const content = read(node, "content");
  return Array.isArray(content) ? content : [];
}

function typeOf(node: unknown): string {
  return text(read(node, "type"));
}

function attr(node: unknown, name: string): unknown {
  return read(read(node, "attrs"), name);
}

// Stored maps have no prototype: what is no text must not be made one.
function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function read(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
