import { getSchema } from "@tiptap/core";
import { Node } from "@tiptap/pm/model";
import { EditorState, TextSelection } from "@tiptap/pm/state";
import { expect, test } from "vitest";
import { insertPicture } from "./insert-picture.ts";
import { Picture, schemaExtensions } from "./schema-extensions.ts";

const schema = getSchema([...schemaExtensions, Picture]);
const paragraph = (text?: string) => ({
  type: "paragraph",
  ...(text !== undefined && { content: [{ type: "text", text }] }),
});
const item = (text: string) => ({ type: "listItem", content: [paragraph(text)] });

function insertedInto(content: object[], at: number): { shape: string; cursorIn: string } {
  const doc = Node.fromJSON(schema, { type: "doc", content });
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, at) });
  const next = state.apply(insertPicture(state, at, { src: "/img/-/640.jpg/a.jpg", alt: "" })!);
  next.doc.check();
  return { shape: next.doc.toString(), cursorIn: next.selection.$from.parent.toString() };
}

test("a picture comes beside what is written, whose cursor stays", () => {
  expect(insertedInto([paragraph("ab"), paragraph()], 5)).toEqual({
    shape: 'doc(paragraph("ab"), image, paragraph)',
    cursorIn: "paragraph",
  });
  expect(insertedInto([paragraph("abcd"), paragraph("e")], 3)).toEqual({
    shape: 'doc(paragraph("abcd"), image, paragraph("e"))',
    cursorIn: 'paragraph("abcd")',
  });
  expect(insertedInto([{ type: "bulletList", content: [item("abc"), item("d")] }], 4)).toEqual({
    shape: 'doc(bulletList(listItem(paragraph("abc"), image), listItem(paragraph("d"))))',
    cursorIn: 'paragraph("abc")',
  });
  expect(
    insertedInto([{ type: "codeBlock", content: [{ type: "text", text: "let" }] }], 2),
  ).toEqual({
    shape: 'doc(codeBlock("let"), image)',
    cursorIn: 'codeBlock("let")',
  });
});
