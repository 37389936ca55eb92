/** What a list of rooms says of an answer: its first words, without the marks of blocks that only an answer has. */
import { beginningOf } from "#lib/chat/message-text.ts";

const fences = /^[ \t]*(?:`{3}|~{3}).*$/gmu;
const marks = /^[ \t]*(?:#{1,6}|>|[-*+])[ \t]+(?:\[[ x]\][ \t]+)?/gmu;
// Whoever asks may have it answer anything: no two parts of one of these may take the same letters.
const lines = /^[ \t]*[-*_|:][-*_|: \t]{2,}$/gmu;

export function beginningOfAnswer(text: string): string {
  // More than is shown of it, also where it begins with marks alone.
  const begun = text.slice(0, 2000);
  return beginningOf(begun.replaceAll(fences, "").replaceAll(lines, "").replaceAll(marks, ""));
}
