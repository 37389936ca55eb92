import { expect, test } from "vitest";
import { pageDescription } from "./page-descriptions.ts";
import { pages } from "./pages.ts";

test("every page has its sentence, and no two the same", () => {
  const sentences = pages.map(({ path }) => pageDescription(path));
  expect(sentences.every((sentence) => /^[A-Z].+\.$/.test(sentence))).toBe(true);
  expect(new Set(sentences).size).toBe(pages.length);
});
