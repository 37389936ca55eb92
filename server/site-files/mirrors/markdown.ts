/** Pieces of Markdown. Texts are plain and become Markdown here; what is made of them is not to be escaped again. */
import type { Image } from "#lib/documents/parts.ts";
import { escapeMarkdown } from "#lib/rich-text/markdown.ts";
import { withoutControls } from "#lib/rich-text/markdown-line.ts";

export function heading(level: 1 | 2 | 3, text: string): string {
  return `${"#".repeat(level)} ${escapeMarkdown(text)}`;
}

export function paragraph(text: string | undefined): string | undefined {
  return text ? escapeMarkdown(text) : undefined;
}

export function link(text: string, url: string): string {
  const address = withoutControls(url).replaceAll(/[<>()\\\s]/g, encode);
  return `[${escapeMarkdown(text)}](${address})`;
}

// encodeURIComponent leaves round brackets.
function encode(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
}

/** @param src an own path */
export function picture({ src, alt }: Image, origin: string): string {
  return `!${link(alt, origin + src)}`;
}

/** @param entries Markdown already, each of one line */
export function list(entries: readonly string[]): string | undefined {
  return entries.length === 0 ? undefined : entries.map((entry) => `- ${entry}`).join("\n");
}

/** A heading and what stands below it, or nothing where there is nothing. */
export function section(
  title: string,
  ...below: readonly (string | undefined)[]
): string | undefined {
  const blocks = below.filter(Boolean);
  return blocks.length === 0 ? undefined : [heading(2, title), ...blocks].join("\n\n");
}

/** On one line, with a dot between them. */
export function facts(...texts: readonly (string | undefined)[]): string | undefined {
  return paragraph(texts.filter(Boolean).join(" · "));
}
