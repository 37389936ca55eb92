/** The description of a card of Trello, and behind it what a card here has no place for. */
import { checkRichText } from "../rich-text/check.ts";
import { type TextDoc, fromMarkdown } from "../rich-text/from-markdown.ts";
import { escapeMarkdown } from "../rich-text/markdown.ts";
import { isSafeHref } from "../safe-href.ts";
import type { TrelloAttachment } from "./trello-file.ts";

type Described = {
  /** Markdown. */
  desc: string;
  /** Where the card's own is cut; else empty. */
  title: string;
  people: readonly string[];
  attachments: readonly TrelloAttachment[];
  fields: readonly { name: string; text: string }[];
  /** More than a card can have. */
  checks: readonly { title: string; isDone: boolean }[];
};

/** Letters of JSON that a description has room for, and of a comment. */
const mostNotes = 20_000;
const mostComment = 5000;

/** @returns rich text as JSON, or empty; and what it has no room for, for comments */
export function descriptionOf(
  card: Described,
  say: (words: string) => void,
): { notes: string; rest: string[] } {
  const markdown = [
    card.title === "" ? "" : escapeMarkdown(card.title),
    card.desc.trim(),
    tailOf(card, say),
  ]
    .filter(Boolean)
    .join("\n\n");
  if (markdown === "") return { notes: "", rest: [] };
  const notes = notesOf(fromMarkdown(markdown));
  if (notes !== undefined) return { notes, rest: [] };
  say("Descriptions that are too long go on in comments.");
  const [first = "", ...others] = partsOf(markdown, mostComment);
  return { notes: notesOf(plain(first)) ?? "", rest: others };
}

/** Undefined: there is no room for it. */
function notesOf(doc: TextDoc): string | undefined {
  if (doc.content.length === 0) return "";
  const text = JSON.stringify(doc);
  return text.length > mostNotes || checkRichText(doc).length > 0 ? undefined : text;
}

function plain(text: string): TextDoc {
  const content = text.split(/\n+/).flatMap((line) => {
    const words = line.toWellFormed().trim();
    return words === ""
      ? []
      : [{ type: "paragraph", content: [{ type: "text" as const, text: words }] }];
  });
  return { type: "doc", content };
}

function tailOf(card: Described, say: (words: string) => void): string {
  const lines: string[] = [];
  const people = card.people.map(escapeMarkdown).filter(Boolean);
  if (people.length > 0) {
    say("People of Trello are no members here: their names are at the end of the descriptions.");
    lines.push(`- People: ${people.join(", ")}`);
  }
  if (card.fields.length > 0) say("Custom fields are at the end of the descriptions.");
  for (const { name, text } of card.fields) {
    lines.push(`- ${escapeMarkdown(name)}: ${escapeMarkdown(text)}`);
  }
  if (card.attachments.length > 0) {
    say("Attachments stay at Trello: the descriptions end with links to them.");
  }
  for (const { name, url } of card.attachments) lines.push(`- Attachment: ${linkTo(name, url)}`);
  const checks = card.checks.map(
    ({ title, isDone }) => `- [${isDone ? "x" : " "}] ${escapeMarkdown(title)}`,
  );
  if (checks.length > 0) say("A card has at most 100 checks: further ones are in its description.");
  return [lines.join("\n"), checks.join("\n")].filter(Boolean).join("\n\n---\n\n");
}

/** Nothing is fetched, and only addresses of the web lead somewhere. */
function linkTo(name: string, url: string): string {
  const words = escapeMarkdown(name) || escapeMarkdown(url) || "without a name";
  const isWeb = /^https?:/i.test(url) && url.length <= 2000 && isSafeHref(url);
  if (!isWeb) return url === "" || name === "" ? words : `${words} (${escapeMarkdown(url)})`;
  const href = new URL(url).href.replaceAll(/[()\\<>\s]/g, encodeURIComponent);
  return `[${words}](${href.replaceAll("(", "%28").replaceAll(")", "%29")})`;
}

/** Each with at most so many letters, cut between words. */
export function partsOf(text: string, most: number): string[] {
  const parts: string[] = [];
  let rest = text.toWellFormed();
  while (rest.length > most) {
    const at = Math.max(rest.lastIndexOf("\n", most), rest.lastIndexOf(" ", most));
    const isPair = /[\uD800-\uDBFF]/.test(rest[most - 1] ?? "");
    const end = at > most / 2 ? at : most - (isPair ? 1 : 0);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest];
}
