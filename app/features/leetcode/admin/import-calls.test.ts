import { expect, test } from "vitest";
import type { ImportedProblem } from "#lib/leetcode/api.ts";
import { partsOf } from "./import-calls.ts";
import { resultWords } from "./leetcode-words.ts";

function problem(id: number, code = ""): ImportedProblem {
  return {
    title: `Problem ${id}`,
    link: `https://leetcode.com/problems/p-${id}/`,
    categories: [],
    solutions: [{ language: "c", code }],
  };
}

test("an import of many problems is asked for in parts, all of them in their order", () => {
  const problems = Array.from({ length: 120 }, (_, at) => problem(at));
  const parts = partsOf(problems);
  expect(parts.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(parts.flat()).toEqual(problems);
  expect(partsOf([])).toEqual([]);
});

test("long code makes smaller parts, and one that is longer than all goes alone", () => {
  const long = problem(1, "x".repeat(600_000));
  const parts = partsOf([problem(0), long, long, problem(2, "x".repeat(2_000_000)), problem(3)]);
  expect(parts.map(({ length }) => length)).toEqual([2, 1, 1, 1]);
});

test("what became of an import is one sentence", () => {
  expect(resultWords([])).toBe("Nothing was imported.");
  const results = (["made", "same", "made", "failed"] as const).map((did) => ({ did }));
  expect(resultWords(results)).toBe("2 new, 1 unchanged, 1 failed.");
});
