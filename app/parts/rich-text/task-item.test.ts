import { Editor } from "@tiptap/core";
import { expect, test } from "vitest";
import { Picture, schemaExtensions } from "./schema-extensions.ts";
import { toStored } from "./to-stored.ts";
import type { EditorNode } from "./to-stored.ts";

const paragraph = (words: string): EditorNode => ({
  type: "paragraph",
  ...(words !== "" && { content: [{ type: "text", text: words }] }),
});
const item = (words: string, ...more: EditorNode[]): EditorNode => ({
  type: "listItem",
  content: [paragraph(words), ...more],
});
const bullets = (...content: EditorNode[]): EditorNode => ({ type: "bulletList", content });
const task = (words: string, checked = false, ...more: EditorNode[]): EditorNode => ({
  type: "taskItem",
  attrs: { checked },
  content: [paragraph(words), ...more],
});
const tasks = (...content: EditorNode[]): EditorNode => ({ type: "taskList", content });

/** Typed where the paragraph begins that begins with `at`; a `!` says where the cursor is after a rule has run. */
async function typed(blocks: EditorNode[], at: string, words: string): Promise<unknown> {
  const editor = new Editor({
    element: null,
    extensions: [...schemaExtensions, Picture],
    content: { type: "doc", content: blocks },
  });
  // Without a page around it an editor begins without its rules.
  const { plugins } = editor.extensionManager;
  editor.view.updateState(editor.state.reconfigure({ plugins }));
  let from = 0;
  editor.state.doc.descendants((node, place) => {
    if (node.isTextblock && node.textContent.startsWith(at)) from ||= place + 1;
  });
  editor.view.dispatch(
    editor.state.tr.insertText(words, from).setMeta("applyInputRules", { from, text: words }),
  );
  const asTyped = editor.state.doc;
  // The rules run after the letters.
  await new Promise((done) => {
    setTimeout(done);
  });
  if (editor.state.doc !== asTyped) editor.view.dispatch(editor.state.tr.insertText("!"));
  const stored = toStored(editor.getJSON() as EditorNode);
  editor.destroy();
  return stored?.content;
}

test("“[ ] ” in a bullet makes a task of it", async () => {
  expect(await typed([bullets(item(""))], "", "[ ] ")).toEqual([tasks(task("!"))]);
  expect(await typed([bullets(item(""))], "", "[x] ")).toEqual([tasks(task("!", true))]);
});

test("before words that are there already, and what is below the bullet stays below it", async () => {
  const below = bullets(item("below"));
  expect(await typed([bullets(item("tea", below))], "tea", "[ ] ")).toEqual([
    tasks(task("!tea", false, below)),
  ]);
  expect(await typed([bullets(item("tea", below))], "below", "[X] ")).toEqual([
    bullets(item("tea", tasks(task("!below", true)))),
  ]);
});

test("the bullets around it stay bullets, and tasks beside it are of its list", async () => {
  expect(await typed([bullets(item("a"), item("b"), item("c"))], "b", "[ ] ")).toEqual([
    bullets(item("a")),
    tasks(task("!b")),
    bullets(item("c")),
  ]);
  expect(
    await typed([tasks(task("a", true)), bullets(item("b")), tasks(task("c"))], "b", "[ ] "),
  ).toEqual([tasks(task("a", true), task("!b"), task("c"))]);
});

test("elsewhere the letters stay, and a line without a bullet is made a task as before", async () => {
  const numbers: EditorNode = { type: "orderedList", content: [item("a")] };
  const numbered = await typed([numbers], "a", "[ ] ");
  expect(JSON.stringify(numbered)).toContain('"text":"[ ] a"');
  expect(await typed([paragraph("a")], "a", "[ ] ")).toEqual([tasks(task("!a"))]);
});
