import { expect, test } from "vitest";
import type { Item, Op, Parts } from "#lib/records/register.ts";
import { movedChanges, wordsIn } from "./left-changes.ts";

const doc = (text: string) =>
  JSON.stringify({
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text }] }],
  });

function op(kind: string, register: string, value: Parts, from: Parts | null, t = 20): Op {
  return { kind, id: "e1", register, value, from, p: 10, t };
}

function itemWith(registers: Record<string, Parts>, t = 10): Item {
  return {
    at: 1,
    registers: Object.fromEntries(
      Object.entries(registers).map(([name, value]) => [name, { value, t, p: 0 }]),
    ),
  };
}

const over = (item: Item | undefined, ...ops: Op[]) => movedChanges(ops, () => item);

test("what was written over what is there still is written", () => {
  const before = { v: "Before" };
  expect(over(itemWith({ title: before }), op("entries", "title", { v: "After" }, before))).toEqual(
    [{ kind: "entries", id: "e1", register: "title", value: { v: "After" } }],
  );
});

test("of words that somebody else changed since, both are kept", () => {
  const changes = over(
    itemWith({ doc: { v: doc("theirs") } }, 99),
    op("texts", "doc", { v: doc("ours") }, { v: doc("before") }),
  );
  const of = { v: "texts/e1/doc" };
  expect(changes.map(({ kind, register, value }) => [kind, register, value])).toEqual([
    ["lost", "of", of],
    ["lost", "text", { v: doc("ours") }],
  ]);
  expect(new Set(changes.map(({ id }) => id)).size).toBe(1);
});

test("what was kept in two goes is one: over what is there still, or beside what somebody else wrote", () => {
  const [before, first, second] = [doc("The"), doc("The s"), doc("The sea")];
  const early = { ...op("texts", "doc", { v: first }, { v: before }), t: 20, p: 10 };
  const late = { ...op("texts", "doc", { v: second }, { v: first }), t: 30, p: 20 };
  expect(over(itemWith({ doc: { v: before } }), early, late)).toEqual([
    { kind: "texts", id: "e1", register: "doc", value: { v: second } },
  ]);
  const beside = over(itemWith({ doc: { v: doc("theirs") } }, 99), early, late);
  expect(beside.map(({ register, value }) => [register, value])).toEqual([
    ["of", { v: "texts/e1/doc" }],
    ["text", { v: second }],
  ]);
});

test("of a choice the one made last stands", () => {
  const mine = op("entries", "mood", { v: 4 }, { v: 1 }, 50);
  expect(over(itemWith({ mood: { v: 2 } }, 40), mine)).toHaveLength(1);
  expect(over(itemWith({ mood: { v: 2 } }, 60), mine)).toEqual([]);
});

test("an entry that was begun here is made, and one that is gone there is not half made", () => {
  const when = { v: "2026-12-01T21:40", zone: "Europe/Berlin" };
  const made: Op = { ...op("entries", "when", when, null), isNew: true };
  expect(over(undefined, made)).toEqual([
    { kind: "entries", id: "e1", register: "when", value: when, isNew: true },
  ]);
  expect(over(undefined, op("entries", "mood", { v: 4 }, { v: 1 }))).toEqual([]);
});

test("words are saved as they are read", () => {
  const ops = [
    op("entries", "title", { v: "Sunday" }, null),
    op("entries", "mood", { v: 3 }, null),
    op("texts", "doc", { v: doc("It rained.") }, null),
  ];
  expect(wordsIn(ops)).toBe("Sunday\n\nIt rained.");
});
