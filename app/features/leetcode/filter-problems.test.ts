import { expect, test } from "vitest";
import type { ProblemRow } from "#lib/leetcode/problem-files.ts";
import { filterProblems } from "./filter-problems.ts";
import { noFilter, queryOf } from "./problem-filter.ts";

const rows: ProblemRow[] = [
  ["two-sum", "Two Sum", "easy", 1, ["Array", "Hash Table"], ["python3", "cpp"]],
  ["tides", "Tides", "hard", 0, ["Intervals"], ["python"]],
  ["median", "Median", "medium", 4, ["Array"], ["cpp"]],
  ["odd", "Odd one", "", 2, [], []],
];

const found = (filter: Partial<typeof noFilter>) =>
  filterProblems(rows, { ...noFilter, ...filter }).map(([id]) => id);

test("nothing asked finds all, in the order that they have", () => {
  expect(found({})).toEqual(["two-sum", "tides", "median", "odd"]);
});

test("category, language and difficulty are matched whole, and all of them hold", () => {
  expect(found({ category: "Array" })).toEqual(["two-sum", "median"]);
  expect(found({ language: "python" })).toEqual(["tides"]);
  expect(found({ category: "Array", language: "cpp", difficulty: "medium" })).toEqual(["median"]);
  expect(found({ category: "Arr" })).toEqual([]);
});

test("a language is found under all the names that it is stored by", () => {
  const both: ProblemRow[] = [
    ["old", "Old", "", 0, [], ["golang"]],
    ["new", "New", "", 0, [], ["go"]],
    ["other", "Other", "", 0, [], ["python"]],
  ];
  for (const language of ["go", "golang"]) {
    const rowsOf = filterProblems(both, { ...noFilter, language });
    expect(rowsOf.map(([id]) => id)).toEqual(["old", "new"]);
  }
});

test("each word is looked for in title, number, categories and names of languages", () => {
  expect(found({ words: " hash  SUM" })).toEqual(["two-sum"]);
  expect(found({ words: "c++" })).toEqual(["two-sum", "median"]);
  expect(found({ words: "4" })).toEqual(["median"]);
});

test("what has no number or no difficulty comes last in that order", () => {
  expect(found({ sort: "number" })).toEqual(["two-sum", "odd", "median", "tides"]);
  expect(found({ sort: "difficulty" })).toEqual(["two-sum", "median", "tides", "odd"]);
});

test("a link keeps the filter", () => {
  expect(queryOf(noFilter)).toBe("");
  expect(queryOf({ ...noFilter, words: "a&b" }, "two sum")).toBe("?words=a%26b&problem=two+sum");
});
