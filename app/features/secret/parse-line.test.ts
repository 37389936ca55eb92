import { expect, test } from "vitest";
import { parseLine, quoteWord } from "./parse-line.ts";

test.for<[line: string, words: string[]]>([
  ["", []],
  ["   ", []],
  ["ls  projects\t", ["ls", "projects"]],
  [`cat "two words" 'it is "so"'`, ["cat", "two words", 'it is "so"']],
  [String.raw`cat two\ words a\\b \"`, ["cat", "two words", String.raw`a\b`, '"']],
  [String.raw`echo 'a\b'`, ["echo", String.raw`a\b`]],
  [`echo "" ''`, ["echo", "", ""]],
  ["echo one'two'three", ["echo", "onetwothree"]],
  ["echo 🌊 naïve", ["echo", "🌊", "naïve"]],
  ["echo \\", ["echo", "\\"]],
])("%j is read as %j", ([line, words]) => {
  expect(parseLine(line)).toEqual({ words, unclosed: undefined });
});

test("a quote that is not closed is told, with what was read", () => {
  expect(parseLine(`cat "two wor`)).toEqual({ words: ["cat", "two wor"], unclosed: '"' });
});

test("a quoted word is read as that word", () => {
  const word = `it's "a" \\ b`;
  expect(parseLine(quoteWord(word)).words).toEqual([word]);
});
