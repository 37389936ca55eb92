import { expect, test } from "vitest";
import { foundWords, noneFoundWords } from "./found-words.ts";

const some = (count: number) => Array.from({ length: count });

test("a search says where the server stopped", () => {
  expect(foundWords(1200, undefined)).toBe("1,200 found");
  expect(foundWords(3, { isAll: true, nodes: some(3) })).toBe("3 found");
  // Of 500 a filter may show some.
  expect(foundWords(20, { isAll: false, nodes: some(500) })).toBe(
    "20 found: add a word to see others",
  );
  expect(foundWords(3, { isAll: false, nodes: some(3) })).toBe(
    "3 found among the first 20,000 names",
  );
  expect(noneFoundWords(true)).toBe("No name has these words.");
  expect(noneFoundWords(false)).toBe("None of the first 20,000 names has these words.");
});
