import { expect, test } from "vitest";
import { countWords, docIn, firstWords, gistOf } from "./gist.ts";
import { faultOfValue } from "./item-values.ts";

const doc = (...paragraphs: string[]) => ({
  type: "doc",
  content: paragraphs.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
});

test("a gist has the first words of a text on one line, and counts all of them", () => {
  expect(gistOf(doc("We went early.", "It’s 3.5 km."))).toEqual({
    v: "We went early. It’s 3.5 km.",
    words: 6,
  });
  expect(gistOf(JSON.stringify(doc("Sea")))).toEqual({ v: "Sea", words: 1 });
});

test("what is no text has no words", () => {
  for (const none of ["", "{", "null", "5", null, undefined, 5, [], {}, doc()]) {
    expect(gistOf(none)).toEqual({ v: "", words: 0 });
  }
  expect([docIn("{"), docIn("[]")]).toEqual([undefined, []]);
});

test("a long text is cut between two words, a long word between two letters", () => {
  expect(firstWords("one two three", 13)).toBe("one two three");
  expect(firstWords("one two three four", 13)).toBe("one two…");
  expect(firstWords("abcdefghijklmnop", 10)).toBe("abcdefghi…");
  expect(firstWords("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 10)).toBe("👩‍👩‍👧…");
  expect(firstWords("e\u0301".repeat(9), 6)).toBe(`${"e\u0301".repeat(2)}…`);
});

test("nothing of a text turns or breaks the line it stands in", () => {
  expect(firstWords("a\u0000b\n\n c\u2028d \u202Eevil\u2066x", 40)).toBe("a b c d evil x");
  expect(firstWords("\uD800 half", 40)).toBe("\uFFFD half");
  // What letters are joined by stays.
  expect(firstWords("نامه\u200Cای", 40)).toBe("نامه\u200Cای");
  expect(firstWords(`${" ".repeat(90_000)}far`, 40)).toBe("far");
});

test("whatever a text is, its gist can be kept", () => {
  const texts = ["x", "漢", "🌲", "\u202E", "a ", "\uD83C", "e\u0301", "\n", "👩‍👩‍👧 "];
  for (const one of texts) {
    for (const count of [1, 7, 119, 120, 121, 239, 240, 241, 5_000]) {
      expect(
        faultOfValue("entries", "gist", { ...gistOf(doc(one.repeat(count))) }),
      ).toBeUndefined();
    }
  }
});

test("words are counted as their readers count them", () => {
  expect(countWords("")).toBe(0);
  expect(countWords(" … – ! ")).toBe(0);
  expect(countWords("well-known, isn't it? Yes: 1,000.5")).toBe(5);
  expect(countWords("Größe naïve e\u0301te\u0301 привет мир")).toBe(5);
  expect(countWords("हिन्दी में")).toBe(2);
  expect(countWords("今日は海に行った。")).toBeGreaterThan(3);
  expect(countWords("ไปทะเลกัน")).toBeGreaterThan(1);
});

test("the longest text is read in some seconds at most", () => {
  const started = performance.now();
  expect(gistOf(doc("word ".repeat(90_000))).words).toBe(90_000);
  expect(gistOf(doc("a-".repeat(200_000))).words).toBe(1);
  expect(performance.now() - started).toBeLessThan(5_000);
});
