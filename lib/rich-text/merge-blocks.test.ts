import { expect, test } from "vitest";
import { mergeBlocks } from "./merge-blocks.ts";

const doc = (...lines: string[]) =>
  lines.length === 0
    ? ""
    : JSON.stringify({
        type: "doc",
        content: lines.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
      });
const merge = (base: string[], own: string[], theirs: string[], written: string[][] = []) =>
  mergeBlocks(
    {
      base: doc(...base),
      own: doc(...own),
      written: written.map((lines) => doc(...lines)),
      theirs: doc(...theirs),
    },
    20_000,
  );

test("changes of different paragraphs both count", () => {
  expect(merge(["a", "b", "c"], ["a!", "b", "c"], ["a", "b", "c?"])).toBe(doc("a!", "b", "c?"));
  expect(merge(["a", "b", "c"], ["a", "c"], ["x", "a", "b", "c"])).toBe(doc("x", "a", "c"));
  expect(merge(["a", "b"], ["a1", "b"], ["a", "b2"])).toBe(doc("a1", "b2"));
});

test("of one paragraph that both have changed, and of two in one place, nobody knows", () => {
  expect(merge(["a"], ["a1"], ["a2"])).toBeUndefined();
  expect(merge([], ["mine"], ["theirs"])).toBeUndefined();
  expect(merge(["a"], ["a", "mine"], ["a", "theirs"])).toBeUndefined();
});

test("who has seen what was written last goes on from there", () => {
  expect(merge([], ["mine"], ["mine", "theirs"], [["mine"]])).toBe(doc("mine", "theirs"));
  expect(
    merge(
      ["a", "z"],
      ["a", "mine!", "z"],
      ["a", "mine", "z?"],
      [
        ["a", "mine!", "z"],
        ["a", "mine", "z"],
      ],
    ),
  ).toBe(doc("a", "mine!", "z?"));
});

test("who began with nothing, and was joined by somebody while they went on, keeps both", () => {
  const versions = [["First", "Last line on"], ["First", "Last line"], ["First"]];
  expect(merge([], ["First", "Last line one"], ["First ONE", "Last line"], versions)).toBe(
    doc("First ONE", "Last line one"),
  );
});

test("where one has changed nothing it is as the other has it", () => {
  expect(merge(["a"], ["a"], ["b"])).toBe(doc("b"));
  expect(merge(["a"], ["b"], ["a"])).toBe(doc("b"));
  expect(merge(["a"], [], ["a"])).toBe("");
});

test("what is no such text, or would be too long, is not merged", () => {
  expect(
    mergeBlocks({ base: "", written: [], own: "{", theirs: doc("a") }, 20_000),
  ).toBeUndefined();
  expect(
    mergeBlocks(
      { base: doc("a", "b"), written: [], own: doc("a1", "b"), theirs: doc("a", "b2") },
      30,
    ),
  ).toBeUndefined();
});
