/** What a list of rooms says of an answer: its first words, without the marks of blocks that only an answer has. */
import { beginningOf } from "#lib/chat/message-text.ts";

const fences = /^[ \t]*(?:`{3}|~{3}).*$/gmu;
const marks = /^[ \t]*(?:#{1,6}|>|[-*+])[ \t]+(?:\[[ x]\][ \t]+)?/gmu;
const cells = /^[ \t]*\|.*$/gmu;
// Whoever asks may have it answer anything: no two parts of one of these may take the same letters.
const lines = /^[ \t]*[-*_|:][-*_|: \t]{2,}$/gmu;

export function beginningOfAnswer(text: string): string {
  // More than is shown of it, also where it begins with marks alone.
  const begun = text.slice(0, 2000);
  const words = begun.replaceAll(fences, "").replaceAll(lines, "").replaceAll(marks, "");
  return beginningOf(words.replaceAll(cells, cellsOf));
}

function cellsOf(line: string): string {
  const words = line.split("|").map((cell) => cell.trim());
  return words.filter((cell) => cell !== "").join(" · ");
}
