import { expect, test } from "vitest";
import { checkRichText } from "../../rich-text/check.ts";
import { toPlainText } from "../../rich-text/plain-text.ts";
import { docIn } from "../gist.ts";
import { faultOfValue } from "../item-values.ts";
import { checkedDocs, docsOf, docsOfMarkdown } from "./docs-of.ts";

const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`);

function wordsOf(docs: readonly string[]): string[] {
  return docs.flatMap((doc) => {
    expect(faultOfValue("texts", "doc", { v: doc })).toBeUndefined();
    expect(checkRichText(docIn(doc))).toEqual([]);
    expect(toPlainText(docIn(doc)).isWellFormed()).toBe(true);
    return toPlainText(docIn(doc)).split(/\s+/).filter(Boolean);
  });
}

test.each([
  ["a block of code", `\`\`\`\n${words(60_000).join(" ")}\n\`\`\``],
  [
    "a list",
    words(30_000)
      .map((word) => `- ${word}`)
      .join("\n"),
  ],
  ["a table", ["| a |", "| - |", ...words(30_000).map((word) => `| ${word} |`)].join("\n")],
  ["many paragraphs", words(30_000).join("\n\n")],
  ["one line", words(60_000).join(" ")],
])("of %s that is too long no word is missing, and each part can be kept", (_, markdown) => {
  const found = new Set(wordsOf(docsOfMarkdown(markdown, {})));
  const missing = markdown.match(/\bw\d+\b/g)!.filter((word) => !found.has(word));
  expect(missing).toEqual([]);
});

test("so many parts as fit into the bytes of a text can be kept", () => {
  const rules = Array.from({ length: 40_000 }, () => ({ type: "horizontalRule" }));
  expect(wordsOf(docsOf(rules))).toEqual([]);
});

test("one block that is larger than a text may be becomes its words", () => {
  const code = { type: "codeBlock", content: [{ type: "text", text: words(60_000).join("\n") }] };
  const docs = docsOf([code]);
  expect(docs.length).toBeGreaterThan(1);
  expect(wordsOf(docs)).toEqual(words(60_000));
});

test("a letter of two halves is never cut", () => {
  const text = `a${"👩".repeat(200_001)}`;
  const paragraph = { type: "paragraph", content: [{ type: "text", text }] };
  expect(wordsOf(docsOf([paragraph])).join("")).toBe(text);
});

test("a text that no editor takes becomes its words, any other stays as it is", () => {
  const fine = {
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text: "a" }] }],
  };
  expect(checkedDocs(fine)).toEqual({ docs: [JSON.stringify(fine)], isAsItWas: true });
  const wrong = {
    type: "doc",
    content: [{ type: "script", content: [{ type: "text", text: "b c" }] }],
  };
  const { docs, isAsItWas } = checkedDocs(wrong);
  expect([wordsOf(docs), isAsItWas]).toEqual([["b", "c"], false]);
  expect(checkedDocs({ type: "doc", content: [] }).docs).toEqual([]);
});
