/**
 * Shows a stored ProseMirror document as React elements. What is on the lists below is shown; of anything else only
 * its text. No HTML is ever taken from the document, links only to isSafeHref addresses, nesting is bounded.
 */
import { createElement, Fragment } from "react";
import type { ReactNode } from "react";
import type { RichText } from "#lib/documents/parts.ts";
import { isSafeHref } from "#lib/safe-href.ts";

const maxDepth = 24;

const blocks: Record<string, string> = {
  paragraph: "p",
  bulletList: "ul",
  orderedList: "ol",
  listItem: "li",
  blockquote: "blockquote",
};

const inlineMarks: Record<string, string> = {
  bold: "strong",
  italic: "em",
  code: "code",
  strike: "s",
};

export function RichTextView({ doc }: { doc: RichText }) {
  return children(doc, 0);
}

function children(parent: unknown, depth: number): ReactNode {
  const content = read(parent, "content");
  if (!Array.isArray(content) || depth > maxDepth) return null;
  return content.map((node: unknown, at) => (
    <Fragment key={at}>{element(node, depth + 1)}</Fragment>
  ));
}

function element(node: unknown, depth: number): ReactNode {
  const type = textOf(read(node, "type"));
  if (type === "text") return marked(node);
  if (type === "hardBreak") return <br />;
  if (type === "horizontalRule") return <hr />;
  if (type === "codeBlock") {
    return (
      // Long lines are scrolled, by keyboard too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <pre tabIndex={0}>
        <code>{children(node, depth)}</code>
      </pre>
    );
  }
  const tag = type === "heading" ? headingTag(node) : Object.hasOwn(blocks, type) && blocks[type];
  if (!tag) return children(node, depth);
  // Marks and indents of a list stand on the side where its language begins.
  const attributes = /^[uob]l/.test(tag) ? { dir: "auto" } : null;
  return createElement(tag, attributes, children(node, depth));
}

// Stored maps have no prototype: what is no text must not be made one.
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function headingTag(node: unknown): string {
  const stored = read(read(node, "attrs"), "level");
  const level = typeof stored === "number" && Number.isFinite(stored) ? stored : 2;
  return `h${Math.min(Math.max(Math.round(level), 2), 4)}`;
}

function marked(node: unknown): ReactNode {
  const text = read(node, "text");
  const marks = read(node, "marks");
  if (typeof text !== "string") return null;
  if (!Array.isArray(marks)) return text;
  return marks.slice(0, maxDepth).reduce<ReactNode>((inner, mark) => {
    const type = textOf(read(mark, "type"));
    const href = read(read(mark, "attrs"), "href");
    if (type === "link" && typeof href === "string" && isSafeHref(href)) {
      return (
        <a href={href} rel="noopener noreferrer nofollow">
          {inner}
        </a>
      );
    }
    const tag = Object.hasOwn(inlineMarks, type) && inlineMarks[type];
    return tag ? createElement(tag, null, inner) : inner;
  }, text);
}

function read(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
