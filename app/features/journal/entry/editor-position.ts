import type { Editor } from "@tiptap/core";
import type { EditorStart } from "./editor-start.ts";

/** A place in the text of the editor. */
export function positionOf(editor: Editor, start: EditorStart): number {
  const { doc } = editor.state;
  const end = Math.max(1, doc.content.size - 1);
  if ("at" in start) return end;
  if ("offset" in start) {
    // Paragraphs have a place at each end, and a line break is one letter: one more for each line before.
    const before = doc.textBetween(0, doc.content.size, "\n").slice(0, start.offset);
    return Math.min(end, 1 + start.offset + (before.split("\n").length - 1));
  }
  const { left, top, width } = editor.view.dom.getBoundingClientRect();
  const x = Math.min(Math.max(start.x, left + 1), left + width - 1);
  return editor.view.posAtCoords({ left: x, top: top + start.below })?.pos ?? end;
}
