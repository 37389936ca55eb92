import { expect, test } from "vitest";
import type { PlainFields } from "../firestore-value.ts";
import { mergeProblems } from "./merge-problems.ts";

const twoSum = (more: PlainFields = {}): PlainFields => ({
  title: "Two Sum",
  link: "https://leetcode.com/problems/two-sum/",
  categories: ["Array"],
  solutions: [{ language: "python3", code: "a" }],
  ...more,
});

test("both's solutions and categories are there afterwards, each once", () => {
  const merged = mergeProblems(
    twoSum({ categories: ["Array", "Hash Table"] }),
    twoSum({
      categories: ["hash table ", "Math", " "],
      solutions: [
        { language: " Python3", code: "a \r\n" },
        { language: "python3", code: "b" },
        { language: "cpp", code: "a" },
      ],
    }),
  );
  expect(merged["categories"]).toEqual(["Array", "Hash Table", "Math"]);
  expect(merged["solutions"]).toEqual([
    { language: "python3", code: "a" },
    { language: "python3", code: "b" },
    { language: "cpp", code: "a" },
  ]);
});

test("nothing that is written is replaced, and what is empty is filled", () => {
  const merged = mergeProblems(
    twoSum({ title: "My title", difficulty: "", number: null }),
    twoSum({ difficulty: "easy", number: 1, hidden: true, sample: true, extra: "kept" }),
  );
  expect(merged).toMatchObject({ title: "My title", difficulty: "easy", number: 1, extra: "kept" });
  expect(merged).not.toHaveProperty("hidden");
  expect(merged).not.toHaveProperty("sample");
});

test("the same code takes words that it had none of; two different notes stay two solutions", () => {
  const solution = (more: PlainFields) =>
    twoSum({ solutions: [{ language: "c", code: "x", ...more }] });
  const noted = { note: "Fast.", solvedOn: "2024-01-02" };
  expect(mergeProblems(solution({ solvedOn: "2023-01-02" }), solution(noted))["solutions"]).toEqual(
    [{ language: "c", code: "x", note: "Fast.", solvedOn: "2023-01-02" }],
  );
  expect(mergeProblems(solution({ note: "Slow." }), solution(noted))["solutions"]).toHaveLength(2);
});

test("merging changes neither of the two, and once more nothing at all", () => {
  const one = twoSum();
  const other = twoSum({ solutions: [{ language: "c", code: "x", label: "first" }] });
  const before = structuredClone([one, other]);
  const merged = mergeProblems(one, other);
  expect([one, other]).toEqual(before);
  expect(mergeProblems(merged, other)).toEqual(merged);
});

test("what another program wrote into a document breaks nothing", () => {
  const odd = { title: 7, categories: "Array", solutions: { a: 1 } };
  expect(mergeProblems(odd, twoSum())).toMatchObject({ title: 7, solutions: [{ code: "a" }] });
  const merged = mergeProblems(twoSum(), { categories: [null, 3], solutions: [null, "x", 4] });
  expect(merged).toEqual(twoSum());
});

test("very much of it is joined without long thought", () => {
  const many = (letter: string) =>
    twoSum({
      solutions: Array.from({ length: 5000 }, (_, at) => ({
        language: "c",
        code: `${letter}${" ".repeat(at % 7 === 0 ? 20_000 : 10)}${at}`,
      })),
    });
  expect(mergeProblems(many("a"), many("b"))["solutions"]).toHaveLength(10_000);
  expect(mergeProblems(many("a"), many("a"))["solutions"]).toHaveLength(5000);
});

test("the same code under very many names is joined without long thought, and each name stays one", () => {
  const named = (count: number) =>
    twoSum({
      solutions: Array.from({ length: count }, (_, at) => ({
        language: "c",
        code: "x",
        label: `way ${at}`,
      })),
    });
  const many = named(20_000);
  expect(mergeProblems(many, many)["solutions"]).toHaveLength(20_000);
  const entries = Array.from({ length: 20_000 }, (_, at) =>
    twoSum({ solutions: [{ language: "c", code: "x", label: `way ${at % 1000}` }] }),
  );
  expect(mergeProblems(twoSum(), ...entries)["solutions"]).toHaveLength(1001);
});
