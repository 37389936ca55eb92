import { expect, test } from "vitest";
import { seededRandom } from "../../../tests/support/seeded-random.ts";
import { foldLetters, longestWord, queryWords, runsIn, wordsOf } from "./words.ts";

test.each([
  ["We don’t say “Café”!", ["we", "don", "t", "say", "cafe"]],
  ["12.5 km, 3½ h", ["12", "5", "km", "31", "2", "h"]],
  ["Æsir STRASSE Straße ŁÓDŹ", ["aesir", "strasse", "strasse", "lodz"]],
  ["東京都へ 2026年", ["東京", "京都", "都へ", "へ", "2026", "年"]],
  ["ラーメンx", ["ラー", "ーメ", "メン", "ン", "x"]],
  ["\u{20000}\u{20001}", ["\u{20000}\u{20001}", "\u{20001}"]],
  ["👩‍👧 — … \uD800", []],
  ["", []],
])("%j is the words %j", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test("a query has each of its words once, and no lone last letter of a run", () => {
  expect(queryWords("tea TEA 東京都 都 to")).toEqual(["tea", "東京", "京都", "都", "to"]);
});

test("of a very long word its beginning is one, without half a letter", () => {
  expect(wordsOf("a".repeat(100))).toEqual(["a".repeat(longestWord)]);
  const [word = ""] = wordsOf(`${"a".repeat(longestWord - 1)}\u{10428}b`);
  expect(word).toBe("a".repeat(longestWord - 1));
});

const signs = [
  "a",
  "B",
  "é",
  "e\u0301",
  "ß",
  "Σ",
  " ",
  "\n",
  "-",
  "7",
  "東",
  "京",
  "ー",
  "한",
  "ไ",
  "\u{20000}",
  "İ",
  "ﬁ",
  "½",
  "\uD800",
  "_",
];

test("whatever a text is: where its words stand, and any of them as a query, agree with its words", () => {
  const { below, pick } = seededRandom(15);
  for (let run = 0; run < 3000; run++) {
    const text = Array.from({ length: below(14) }, () => pick(signs)).join("");
    const words = wordsOf(text);
    const folded = foldLetters(text);
    const runs = runsIn(folded);
    expect(runs.map(({ word }) => word)).toEqual(words);
    for (const { word, from, to } of runs) expect(folded.slice(from, to)).toBe(word);
    for (const word of queryWords(text)) expect(words).toContain(word);
    // Folded once is folded.
    expect(wordsOf(words.join(" "))).toEqual(expect.arrayContaining(words));
  }
});
