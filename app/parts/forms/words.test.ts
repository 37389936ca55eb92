import { expect, test } from "vitest";
import { addWords, wordsOf } from "./words.ts";

test("words come one by one, by commas and by lines; none twice, whatever its case", () => {
  expect(addWords(["Bees"], " maps,, bees\nhoney  jars ,Maps").words).toEqual([
    "Bees",
    "maps",
    "honey jars",
  ]);
});

test("what is too long stays with who typed it", () => {
  expect(addWords([], "short, much too long", 5)).toEqual({
    words: ["short"],
    refused: "much too long",
  });
});

test.for([[undefined], ["text"], [{ 0: "a" }]])("%j are no words", ([value]) => {
  expect(wordsOf(value)).toEqual([]);
});
