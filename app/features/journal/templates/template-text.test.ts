import { expect, test } from "vitest";
import { templateTextOf } from "./template-text.ts";

const text = (...content: object[]) => JSON.stringify({ type: "doc", content });
const picture = { type: "image", attrs: { src: "/AdvancedJournal/media/a" } };
const words = { type: "paragraph", content: [{ type: "text", text: "Words" }] };
const item = (...content: object[]) => ({ type: "listItem", content });

test("a template has the words of an entry in their form, and none of its pictures", () => {
  const empty = { type: "paragraph" };
  expect(templateTextOf(text(words, picture, empty))).toBe(text(words, empty));
  const list = (...content: object[]) => text({ type: "bulletList", content });
  expect(templateTextOf(list(item(picture), item(words, picture)))).toBe(list(item(words)));
});

test("of pictures alone, and of what cannot be read, there is none", () => {
  expect(templateTextOf(text(picture, picture))).toBe("");
  expect(templateTextOf("what a later version writes")).toBe("");
  expect(templateTextOf("")).toBe("");
});
