/**
 * The `richText` of a Day One entry as Markdown: what newer versions write beside `text`, and now and then in its place.
 * Its form is known from exports that people have made public.
 */
import { fenceFor } from "../../rich-text/markdown-line.ts";
import { escapeMarkdown } from "../../rich-text/markdown.ts";
import { type DayOneMedia, pictureIn, placeholderOf } from "./day-one-media.ts";
import { type Fields, fieldsOf, listOf, numberOf, wordsOf } from "./day-one-values.ts";

type Line = { style: Fields; text: string };

/** Levels of lists in lists; a text may have nine levels in all. */
const deepest = 3;

/** Empty: it has no words. @param json the text of the field */
export function markdownOfRichText(json: unknown, media: readonly DayOneMedia[]): string {
  let parsed: unknown = json;
  if (typeof json === "string") {
    try {
      parsed = JSON.parse(json) as unknown;
    } catch {
      // What is no rich text has no words that could be found.
      return "";
    }
  }
  return linesIn(listOf(fieldsOf(parsed)["contents"]), media)
    .map(({ style, text }, at, all) => markdownLine(style, text, all[at - 1]?.style))
    .join("\n")
    .trim();
}

function linesIn(contents: readonly unknown[], media: readonly DayOneMedia[]): Line[] {
  const lines: Line[] = [{ style: {}, text: "" }];
  const here = () => lines.at(-1)!;
  for (const given of contents) {
    const run = fieldsOf(given);
    for (const object of listOf(run["embeddedObjects"])) {
      lines.push({ style: {}, text: embedded(fieldsOf(object), media) }, { style: {}, text: "" });
    }
    if (typeof run["text"] !== "string") continue;
    const attributes = fieldsOf(run["attributes"]);
    const style = fieldsOf(attributes["line"]);
    const words = run["text"].replaceAll(/\r\n?|[\u2028\u2029]/g, "\n").replaceAll("\0", "");
    for (const [at, piece] of words.split("\n").entries()) {
      if (at > 0) lines.push({ style: {}, text: "" });
      if (piece === "") continue;
      if (here().text === "") here().style = style;
      here().text += isCode(style) ? piece : marked(piece, attributes);
    }
  }
  return lines;
}

function embedded(object: Fields, media: readonly DayOneMedia[]): string {
  const href = `dayone-moment://${wordsOf(object["identifier"])}`;
  const kinds = ["photo", "video", "audio", "pdfAttachment"];
  if (!kinds.includes(wordsOf(object["type"]))) return "";
  if (pictureIn(href, media)) return `![](${href})`;
  const name = wordsOf(object["identifier"]).toLowerCase();
  return placeholderOf(media.find(({ identifier }) => identifier === name));
}

function marked(piece: string, attributes: Fields): string {
  const words = piece.trim();
  if (words === "") return piece;
  const start = piece.length - piece.trimStart().length;
  const [before, after] = [piece.slice(0, start), piece.slice(start + words.length)];
  // The first sign of a line is guarded below, where it is known which one is first.
  let text = attributes["inlineCode"] === true ? codeOf(words) : escapeMarkdown(words);
  if (attributes["strikethrough"] === true) text = `<del>${text}</del>`;
  if (attributes["italic"] === true) text = `<em>${text}</em>`;
  if (attributes["bold"] === true) text = `<strong>${text}</strong>`;
  const href = wordsOf(attributes["linkURL"]);
  if (href !== "") text = `[${text}](<${href.replaceAll(/[<>\n\\]/g, encodeURIComponent)}>)`;
  return before + text + after;
}

function codeOf(words: string): string {
  const fence = fenceFor(words, 1);
  return `${fence} ${words} ${fence}`;
}

function markdownLine(style: Fields, text: string, before: Fields | undefined): string {
  if (isCode(style)) return before && isCode(before) ? `    ${text}` : `\n    ${text}`;
  // A block of its own, unless it goes on with a list.
  const gap = isList(style) && before && isList(before) ? "" : "\n";
  if (text.trim() === "") return "";
  const level = numberOf(style["header"]) ?? 0;
  if (level > 0) return `${gap}${"#".repeat(Math.min(6, Math.round(level)))} ${text.trim()}`;
  if (style["quote"] === true) return before?.["quote"] === true ? `> ${text}` : `\n> ${text}`;
  if (!isList(style)) return isPlain(before) ? text : `\n${text}`;
  const depth = Math.min(deepest, Math.max(1, numberOf(style["indentLevel"]) ?? 1)) - 1;
  const kind = style["listStyle"];
  const box = style["checked"] === true ? "[x] " : "[ ] ";
  // Lists with another sign are other lists: one has boxes at all of its items, or at none.
  const sign = kind === "numbered" ? "1. " : kind === "checkbox" ? `- ${box}` : "* ";
  return `${gap}${"   ".repeat(depth)}${sign}${text.trim()}`;
}

function isCode(style: Fields): boolean {
  return style["codeBlock"] === true;
}

function isList(style: Fields): boolean {
  return ["bulleted", "numbered", "checkbox"].includes(wordsOf(style["listStyle"]));
}

function isPlain(style: Fields | undefined): boolean {
  if (!style || isCode(style) || isList(style)) return false;
  return style["quote"] !== true && (numberOf(style["header"]) ?? 0) <= 0;
}
