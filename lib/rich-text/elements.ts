/**
 * What a rich text looks like, as plain data: the only place that says which element each node and mark becomes. Made on
 * the server, so that a page needs neither the lists nor the checks; app/parts/rich-text makes React elements of it.
 */
import { placeholderOf, type Placeholder } from "../picture-placeholder.ts";
import { toPlainText } from "./plain-text.ts";
import {
  type Block,
  type Cell,
  type Inline,
  type Item,
  type MarkName,
  readRichText,
  type RichImage,
} from "./read.ts";

type Picture = {
  src: string;
  alt: string;
  width: number;
  height: number;
  placeholder?: Placeholder;
};

/** Attributes have React's names; `picture` is for the tag of that name. */
export type Attributes = Readonly<Record<string, string | number | boolean | Picture>>;

/** A text, or a tag with what is in it. The tag `Picture` stands for app/ui/picture.tsx and has a `picture`. */
export type RichElement =
  | string
  | readonly [tag: string, attributes: Attributes | null, ...RichElement[]];

declare const made: unique symbol;

/**
 * Made by `toElements` alone: what is stored is never taken for it. `elements` are `RichElement[]`, of whose endless type
 * the router's types for what a loader returns make nothing.
 */
export type RichElements = { readonly elements: unknown; readonly [made]: true };

const markTags: Record<Exclude<MarkName, "link">, string> = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strike: "s",
  superscript: "sup",
  subscript: "sub",
  code: "code",
};

/** @param doc a stored rich text; hostile ones come out harmless, what cannot be shown is left out */
export function toElements(doc: unknown): RichElements {
  const ids = new Map<string, number>();
  const all = (blocks: readonly Block[]) => blocks.map((block) => element(block, ids, all));
  return { elements: all(readRichText(doc)) } as unknown as RichElements;
}

// Marks and indents of a list stand on the side where its language begins.
const auto = { dir: "auto" };

function element(
  block: Block,
  ids: Map<string, number>,
  all: (blocks: readonly Block[]) => RichElement[],
): RichElement {
  const item = ({ content }: Item): RichElement => ["li", null, ...all(content)];
  switch (block.type) {
    case "paragraph":
      return ["p", null, ...block.content.map(inline)];
    case "heading":
      return [`h${block.level}`, idOf(block, ids), ...block.content.map(inline)];
    case "bulletList":
      return ["ul", auto, ...block.items.map(item)];
    case "orderedList": {
      const attributes = block.start === 1 ? auto : { ...auto, start: block.start };
      return ["ol", attributes, ...block.items.map(item)];
    }
    case "taskList":
      return [
        "ul",
        { ...auto, className: "tasks" },
        ...block.items.map((task) => taskOf(task, all)),
      ];
    case "blockquote":
      return ["blockquote", auto, ...all(block.content)];
    case "codeBlock": {
      const { language, text } = block;
      // Long lines are scrolled, by keyboard too.
      return [
        "pre",
        { tabIndex: 0 },
        ["code", language ? { className: `language-${language}` } : null, text],
      ];
    }
    case "horizontalRule":
      return ["hr", null];
    case "image": {
      const { title } = block.image;
      const caption: RichElement[] = title ? [["figcaption", null, title]] : [];
      return ["figure", null, pictureOf(block.image), ...caption];
    }
    case "table": {
      const [head, ...rest] = block.rows;
      const hasHead = head?.every((cell) => cell.header) === true;
      const row =
        (scope: string) =>
        (cells: Cell[]): RichElement => [
          "tr",
          null,
          ...cells.map((cell): RichElement => [
            cell.header ? "th" : "td",
            spansOf(cell, scope),
            ...all(cell.content),
          ]),
        ];
      const body = (hasHead ? rest : block.rows).map(row("row"));
      return [
        "div",
        { className: "scroll", tabIndex: 0, role: "group", "aria-label": "Table" },
        [
          "table",
          auto,
          ...(hasHead ? [["thead", null, row("col")(head)] as const] : []),
          ["tbody", null, ...body],
        ],
      ];
    }
  }
}

function inline(node: Inline): RichElement {
  if (node.type === "text") return node.text;
  if (node.type === "hardBreak") return ["br", null];
  const content = node.content.map(inline);
  if (node.mark !== "link") return [markTags[node.mark], null, ...content];
  const { href } = node;
  const rel = href.startsWith("/") ? null : { rel: "noopener noreferrer nofollow" };
  return ["a", { href, ...rel }, ...content];
}

function taskOf(
  { checked, content }: Item,
  all: (blocks: readonly Block[]) => RichElement[],
): RichElement {
  const [first, ...rest] = content;
  const box = { type: "checkbox", disabled: true, checked };
  if (first?.type !== "paragraph" || first.content.length === 0) {
    return ["li", null, ["input", { ...box, "aria-label": "Task" }], ...all(content)];
  }
  const label = first.content.map(inline);
  return ["li", null, ["label", null, ["input", box], ["span", null, ...label]], ...all(rest)];
}

function spansOf({ header, colspan, rowspan }: Cell, scope: string): Attributes {
  return {
    ...(colspan > 1 ? { colSpan: colspan } : null),
    ...(rowspan > 1 ? { rowSpan: rowspan } : null),
    ...(header ? { scope } : null),
  };
}

/** Without its size nothing can be said about which file would fit. */
function pictureOf({ src, alt, width, height, thumbhash }: RichImage): RichElement {
  if (width === undefined || height === undefined) {
    return ["img", { src, alt, loading: "lazy", decoding: "async" }];
  }
  const placeholder = thumbhash === undefined ? undefined : placeholderOf(thumbhash);
  return ["Picture", { picture: { src, alt, width, height, ...(placeholder && { placeholder }) } }];
}

/** So that a part can be linked to. The prefix keeps them apart from the page's own. */
function idOf(
  heading: Extract<Block, { type: "heading" }>,
  ids: Map<string, number>,
): Attributes | null {
  const words = toPlainText([heading])
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  if (words === null) return null;
  const id = `at-${words.join("-").slice(0, 60)}`;
  let count = ids.get(id) ?? 0;
  let free = id;
  // From where the last one of these words stopped: a thousand like it must not take a million tries.
  for (; ids.has(free); free = `${id}-${count}`) count = Math.max(count, 1) + 1;
  ids.set(id, count).set(free, ids.get(free) ?? 0);
  return { id: free };
}
