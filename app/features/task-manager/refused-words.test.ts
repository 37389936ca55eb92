import { expect, test } from "vitest";
import { refusedName, refusedWords } from "./refused-words.ts";

test("a description that was refused, or lost against another one, is shown as its words, like any other text", () => {
  const paragraph = { type: "paragraph", content: [{ type: "text", text: "Buy slates" }] };
  const notes = JSON.stringify({ type: "doc", content: [paragraph] });
  expect(refusedWords("cards", "notes", notes)).toBe("Buy slates");
  expect(refusedWords("lost", "text", notes)).toBe("Buy slates");
  expect(refusedWords("lost", "text", "Slates")).toBe("Slates");
  expect(refusedWords("cards", "title", "Fix roof")).toBe("Fix roof");
  expect(refusedWords("comments", "text", "Soon")).toBe("Soon");
});

test("what is no text has no words", () => {
  expect(refusedWords("cards", "due", "2026-12-01")).toBe("");
});

test("two changes of the same card are two", () => {
  const of = (column: string) => ({
    kind: "cards",
    id: "roof",
    changes: [{ register: "place", value: { column, order: "a", by: "me" } }],
  });
  expect(refusedName(of("doing"))).not.toBe(refusedName(of("done")));
});
