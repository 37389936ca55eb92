import { expect, test } from "vitest";
import { docOf } from "../card/notes-text.ts";
import { notesOfLines } from "./notes-of-lines.ts";

test("each line is a paragraph of the description, and no words are none", () => {
  expect(docOf(notesOfLines("One.\n\nTwo.\n"))?.content).toEqual([
    { type: "paragraph", content: [{ type: "text", text: "One." }] },
    { type: "paragraph" },
    { type: "paragraph", content: [{ type: "text", text: "Two." }] },
  ]);
  expect(notesOfLines(" \n ")).toBe("");
});
