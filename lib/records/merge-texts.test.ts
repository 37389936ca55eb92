import { expect, test } from "vitest";
import { mergeBlocks } from "../rich-text/merge-blocks.ts";
import type { Item, Op, Shape } from "./register.ts";
import { settleOps } from "./settle-ops.ts";

const docOf = (...lines: string[]) =>
  JSON.stringify({
    type: "doc",
    content: lines.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
  });

const shape: Shape = {
  text: (_kind, register) => register === "doc",
  set: () => false,
  merge: () => (base, own, theirs) => mergeBlocks({ base, own, written: [], theirs }, 10_000),
};

function settle(from: string, ours: string, theirs: string, t: number) {
  const op: Op = {
    kind: "texts",
    id: "a",
    register: "doc",
    value: { v: ours },
    from: { v: from },
    p: 5,
    t,
  };
  const item: Item = { at: 1, registers: { doc: { value: { v: theirs }, t: 8, p: 5 } } };
  const { writes, lost, dropped } = settleOps(
    shape,
    [op],
    () => item,
    () => item,
  );
  return { written: writes["texts/a/doc"], lost, dropped };
}

test("paragraphs that two have written without each other become one text, whoever was later", () => {
  const [from, ours, theirs] = [docOf("a", "b"), docOf("a1", "b"), docOf("a", "b2")];
  const both = docOf("a1", "b2");
  expect(settle(from, ours, theirs, 10)).toEqual({
    written: { v: both, t: 10, p: 8 },
    lost: [],
    dropped: [],
  });
  expect(settle(from, ours, theirs, 7).written).toEqual({ v: both, t: 9, p: 8 });
});

test("nothing is written where the other one has all of it already", () => {
  const { written, lost, dropped } = settle(docOf("a"), docOf("a"), docOf("a", "b"), 10);
  expect([written, lost, dropped.length]).toEqual([undefined, [], 1]);
});

test("of one paragraph that both have changed the later one stays, and the other is kept beside", () => {
  const { written, lost } = settle(docOf("a"), docOf("a1"), docOf("a2"), 10);
  expect(written).toEqual({ v: docOf("a1"), t: 10, p: 8 });
  expect(lost.map(({ text }) => text)).toEqual([docOf("a2")]);
});
