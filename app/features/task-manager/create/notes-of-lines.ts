import { notesOf } from "../card/notes-text.ts";

/** A description of plain lines, each a paragraph; empty for no words. */
export function notesOfLines(lines: string): string {
  if (lines.trim() === "") return "";
  const content = lines
    .trim()
    .split("\n")
    .map((text) => ({
      type: "paragraph",
      ...(text !== "" && { content: [{ type: "text", text }] }),
    }));
  return notesOf({ type: "doc", content });
}
