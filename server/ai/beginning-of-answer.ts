/** What a list of rooms says of an answer: its first words, without the marks of blocks that only an answer has. */
import { beginningOf } from "#lib/chat/message-text.ts";

const fences = /^[ \t]*(?:`{3}|~{3}).*$/gmu;
const marks = /^[ \t]*(?:#{1,6}|>|[-*+])[ \t]+(?:\[[ x]\][ \t]+)?/gmu;
const lines = /^[ \t]*(?:[-*_]{3,}|\|?[ \t:|-]*-{3}[ \t:|-]*)[ \t]*$/gmu;

export function beginningOfAnswer(text: string): string {
  // More than is shown of it, also where it begins with marks alone.
  const begun = text.slice(0, 2000);
  return beginningOf(begun.replaceAll(fences, "").replaceAll(lines, "").replaceAll(marks, ""));
}
