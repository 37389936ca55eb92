import { expect, test } from "vitest";
import { isBlank } from "./is-blank.ts";

const text = (...content: object[]) => JSON.stringify({ type: "doc", content });
const paragraph = (...content: object[]) => ({ type: "paragraph", content });

test("empty lines are nothing", () => {
  expect(isBlank("")).toBe(true);
  expect(isBlank(text())).toBe(true);
  expect(isBlank(text({ type: "paragraph" }, paragraph({ type: "text", text: " " })))).toBe(true);
});

test("a picture, a rule, a table, and what cannot be read are something", () => {
  expect(isBlank(text(paragraph({ type: "text", text: "a" })))).toBe(false);
  expect(isBlank(text({ type: "image", attrs: { src: "/a" } }))).toBe(false);
  expect(isBlank(text({ type: "paragraph" }, { type: "horizontalRule" }))).toBe(false);
  expect(isBlank(text({ type: "table", content: [] }))).toBe(false);
  expect(isBlank("what a later version writes")).toBe(false);
});
