/** What may stand in a message, and what of it stands elsewhere. */
import { oneLine } from "../one-line.ts";
import { mostText } from "./limits.ts";

/** As it is stored: lines end in one way, nothing around it. What cannot be seen alone is nothing. */
export function trimmedText(text: string): string {
  const trimmed = text.toWellFormed().replaceAll(/\r\n?/g, "\n").trim();
  return /[^\p{Cf}\s]/u.test(trimmed) ? trimmed : "";
}

/** Why this is no text of a message; undefined when it is. @param text as `trimmedText` leaves it */
export function faultOfText(text: string): string | undefined {
  if (text.length > mostText) return `A message has at most ${mostText} letters.`;
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x08\x0b-\x1f\x7f-\x9f]/.test(text))
    return "A message must not have control characters.";
  return undefined;
}

const mention = /@\[([^\]\n]{1,80})\]\(([^()\s/.#$[\]]{1,128})\)/g;
const mostMentions = 20;

/** The uids that `@[Name](uid)` marks name, each once, the first 20. */
export function mentionedIn(text: string): string[] {
  const uids = new Set(Array.from(text.matchAll(mention), ([, , uid = ""]) => uid));
  return [...uids].slice(0, mostMentions);
}

/** Its beginning on one line, names instead of marks. @param files how many it has */
export function beginningOf(text: string, files = 0, most = 100): string {
  const line = oneLine(text.replaceAll(mention, "@$1"), most);
  if (line !== "" || files === 0) return line;
  return files === 1 ? "A file" : `${files} files`;
}
