import { expect, test } from "vitest";
import { checkRichText } from "#lib/rich-text/check.ts";
import { docOf, docOfLines, docText, linesOf, withWords } from "./doc-text.ts";

test("lines become paragraphs that every store takes, and come back as they were", () => {
  for (const lines of ["one", "one\n\ntwo", "  spaces\n", "\nlast", "漢字\n😀"]) {
    const doc = docOfLines(lines)!;
    expect(checkRichText(doc)).toEqual([]);
    expect(linesOf(docOf(docText(doc)))).toBe(lines);
  }
  expect(docOfLines(" \n ")).toBeUndefined();
  expect([docText(undefined), docOf("")]).toEqual(["", undefined]);
});

test("a text with a form is not shown as plain lines", () => {
  const bold = { type: "text", text: "bold", marks: [{ type: "bold" }] };
  const docs = [
    [{ type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Head" }] }],
    [{ type: "paragraph", content: [bold] }],
    [{ type: "paragraph", content: [{ type: "hardBreak" }] }],
  ];
  for (const content of docs) expect(linesOf({ type: "doc", content })).toBeUndefined();
  expect(docOf("{nothing")).toBeUndefined();
});

test("words are written on behind the last paragraph, or as one of their own", () => {
  const one = docOfLines("It rained.");
  expect(linesOf(withWords(one, " A lot.\nReally."))).toBe("It rained. A lot.\nReally.");
  expect(withWords(one, " ")).toBe(one);
  expect(linesOf(withWords(undefined, "First"))).toBe("First");
  const rule = { type: "doc" as const, content: [{ type: "horizontalRule" }] };
  expect(withWords(rule, "Below")?.content.map(({ type }) => type)).toEqual([
    "horizontalRule",
    "paragraph",
  ]);
});
