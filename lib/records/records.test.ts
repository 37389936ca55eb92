import { expect, test } from "vitest";
import { type Item, type Op, type Shape, isGone, readItem, shown } from "./register.ts";
import { type ReadItem, joinOps, settleOps } from "./settle-ops.ts";
import { createStamps } from "./stamps.ts";

const shape: Shape = {
  text: (_kind, register) => register === "title" || register === "notes",
  set: (_kind, register) => register === "labels",
};
const now = { ".sv": "timestamp" };

function op(register: string, v: string, more: Partial<Op> = {}): Op {
  return { kind: "tasks", id: "a", register, value: { v }, from: null, p: 0, t: 10, ...more };
}

function itemOf(registers: Record<string, [v: string, t: number]>): Item {
  const all = Object.entries(registers).map(([name, [v, t]]) => [name, { value: { v }, t, p: 0 }]);
  return { at: 1, registers: Object.fromEntries(all) as Item["registers"] };
}

const only =
  (item: Item | undefined): ReadItem =>
  (kind, id) =>
    kind === "tasks" && id === "a" ? item : undefined;

const settle = (ops: Op[], stored?: Item, copy?: Item) =>
  settleOps(shape, ops, only(stored), only(copy));

test("an item is read from a database, without what is no register", () => {
  const stored = { at: 5, title: { v: "Tea", t: 2, p: 1 }, odd: "x", bad: { v: 1 } };
  expect(readItem(stored)).toEqual({
    at: 5,
    registers: { title: { value: { v: "Tea" }, t: 2, p: 1 } },
  });
  expect(readItem({ title: { v: "Tea", t: 2, p: 1 } })).toBeUndefined();
  expect(readItem(null)).toBeUndefined();
});

test("a write that has seen what is stored is sent as it is", () => {
  const { writes, lost } = settle([op("title", "Milk", { p: 5 })], itemOf({ title: ["Tea", 5] }));
  expect(writes).toEqual({ "tasks/a/at": now, "tasks/a/title": { v: "Milk", t: 10, p: 5 } });
  expect(lost).toEqual([]);
});

test("nothing is sent of what has arrived already, or is the same", () => {
  expect(settle([op("title", "Milk")], itemOf({ title: ["Milk", 10] })).writes).toEqual({});
  expect(settle([op("title", "Milk")], itemOf({ title: ["Milk", 7] })).writes).toEqual({});
});

test("the later text stays, and the earlier is kept beside it in the same update", () => {
  const { writes, lost } = settle([op("title", "Milk")], itemOf({ title: ["Tea", 7] }));
  const [kept] = lost;
  expect(kept).toMatchObject({ of: "tasks/a/title", text: "Tea", t: 7 });
  expect(writes).toEqual({
    "tasks/a/at": now,
    "tasks/a/title": { v: "Milk", t: 10, p: 7 },
    [`lost/${kept?.id}/at`]: now,
    [`lost/${kept?.id}/of`]: { v: "tasks/a/title", t: 7, p: 0 },
    [`lost/${kept?.id}/text`]: { v: "Tea", t: 7, p: 0 },
  });
});

test("a text that is too late is kept beside the later one", () => {
  const { writes, lost, dropped } = settle([op("title", "Milk")], itemOf({ title: ["Tea", 17] }));
  expect(lost).toMatchObject([{ text: "Milk", t: 10 }]);
  expect(Object.keys(writes).every((path) => path.startsWith("lost/"))).toBe(true);
  expect(dropped).toHaveLength(1);
});

test("with the same stamp and another value, the one that comes later counts as later", () => {
  const { writes, lost } = settle([op("title", "Milk")], itemOf({ title: ["Tea", 10] }));
  expect(writes["tasks/a/title"]).toEqual({ v: "Milk", t: 11, p: 10 });
  expect(lost).toMatchObject([{ text: "Tea" }]);
});

test("what was written over something else with the stamp of what is stored has not seen that", () => {
  const change = op("title", "Milk", { p: 7, from: { v: "Tea" } });
  const { writes, lost } = settle([change], itemOf({ title: ["Coffee", 7] }));
  expect(writes["tasks/a/title"]).toEqual({ v: "Milk", t: 10, p: 7 });
  expect(lost).toMatchObject([{ text: "Coffee" }]);
});

test("what was there when it was written, or is in it as whole words, is not lost", () => {
  const from = op("title", "Milk", { from: { v: "Tea" } });
  expect(settle([from], itemOf({ title: ["Tea", 7] })).lost).toEqual([]);
  expect(settle([op("title", "Green tea")], itemOf({ title: ["tea", 7] })).lost).toEqual([]);
  expect(settle([op("notes", "w1\nw2")], itemOf({ notes: ["w1 w2", 7] })).lost).toEqual([]);
});

test("w1 is not in w12: words are compared whole", () => {
  expect(settle([op("title", "w12")], itemOf({ title: ["w1", 7] })).lost).toMatchObject([
    { text: "w1" },
  ]);
});

test("a lost text that another device has saved is not sent again, which would be refused for ever", () => {
  const stored = itemOf({ title: ["Tea", 7] });
  const [first] = settle([op("title", "Milk")], stored).lost;
  const { writes, lost } = settleOps(
    shape,
    [op("title", "Milk")],
    (kind, id) => (kind === "lost" ? itemOf({ text: ["Tea", 7] }) : only(stored)(kind, id)),
    only(undefined),
  );
  expect(Object.keys(writes)).toEqual(["tasks/a/at", "tasks/a/title"]);
  expect(lost).toEqual([first]);
});

test("of a set, what both sides added and took away counts", () => {
  const change = op("labels", "b c", { from: { v: "a b" } });
  const { writes } = settle([change], itemOf({ labels: ["a b d", 17] }));
  expect(writes["tasks/a/labels"]).toEqual({ v: "b c d", t: 18, p: 17 });
});

test("of other values the later one stays", () => {
  const stored = (t: number) => itemOf({ place: ["x", t] });
  expect(settle([op("place", "y")], stored(7)).writes["tasks/a/place"]).toEqual({
    v: "y",
    t: 10,
    p: 7,
  });
  expect(settle([op("place", "y")], stored(17)).writes).toEqual({});
});

test("an item that the server has no more comes back whole", () => {
  const copy = itemOf({ title: ["Tea", 5], place: ["x", 6] });
  expect(settle([op("title", "Milk", { p: 5 })], undefined, copy).writes).toEqual({
    "tasks/a/at": now,
    "tasks/a/title": { v: "Milk", t: 10, p: 0 },
    "tasks/a/place": { v: "x", t: 6, p: 0 },
  });
});

test("with an older change it comes back under a stamp that nobody has seen", () => {
  const copy = itemOf({ title: ["Tea", 15] });
  expect(settle([op("title", "Milk", { p: 5 })], undefined, copy).writes["tasks/a/title"]).toEqual({
    v: "Milk",
    t: 16,
    p: 0,
  });
});

test("of an item that nobody has any more, the words stay", () => {
  const { writes, lost } = settle([op("title", "Milk", { p: 5 }), op("place", "y", { p: 5 })]);
  expect(lost).toMatchObject([{ of: "tasks/a/title", text: "Milk" }]);
  expect(Object.keys(writes).every((path) => path.startsWith("lost/"))).toBe(true);
});

test("of an item that two devices make, the first stays and the words of the second are kept", () => {
  const { writes, lost } = settle(
    [op("title", "Milk", { isNew: true }), op("place", "y", { isNew: true })],
    itemOf({ title: ["Tea", 7], place: ["x", 7] }),
  );
  expect(lost).toMatchObject([{ text: "Milk" }]);
  expect(Object.keys(writes).every((path) => path.startsWith("lost/"))).toBe(true);
});

test("an edit made on what the server has is not joined to an own item that waits, whose words it would hide", () => {
  const waiting = [op("title", "w1", { isNew: true, t: 10 })];
  expect(joinOps(waiting, [op("title", "w2", { p: 7, t: 12, from: { v: "theirs" } })])).toBe(
    undefined,
  );
});

test("nor is one that was made on something else with the same stamp", () => {
  const waiting = [op("title", "w1", { t: 10 })];
  expect(joinOps(waiting, [op("title", "w3", { p: 10, t: 12, from: { v: "w2" } })])).toBe(
    undefined,
  );
});

test("edits that follow each other are joined: the first's origin, the last's value", () => {
  const waiting = [op("title", "w1", { isNew: true, t: 10 })];
  expect(joinOps(waiting, [op("title", "w1 w2", { p: 10, t: 12, from: { v: "w1" } })])).toEqual([
    op("title", "w1 w2", { isNew: true, t: 12 }),
  ]);
});

test("what was held back and comes behind what was made on it does not take its place", () => {
  const waiting = [op("start", "new", { p: 10, t: 12, from: { v: "old" } })];
  const held = op("start", "old", { t: 10 });
  expect(joinOps(waiting, [held])).toEqual([op("start", "new", { t: 12 })]);
  const unseen = [op("start", "new", { p: 7, t: 12, from: { v: "theirs" } })];
  expect(joinOps(unseen, [held])).toBe(undefined);
  expect(joinOps(unseen, [held], () => true)).toEqual([op("start", "new", { t: 12 })]);
});

test("what waits is shown over what is stored, and an item of its own without it", () => {
  const item = itemOf({ title: ["Tea", 5], place: ["x", 6] });
  expect(shown(item, [])).toBe(item);
  expect(shown(item, [op("title", "Milk", { p: 5 })])?.registers["title"]).toEqual({
    value: { v: "Milk" },
    t: 10,
    p: 5,
  });
  expect(shown(undefined, [])).toBeUndefined();
  expect(shown(undefined, [op("title", "Milk")])?.at).toBe(0);
});

test("an item that was taken away comes back with words that are written later", () => {
  const gone = { value: { v: true }, t: 8, p: 0 };
  const item = itemOf({ title: ["Tea", 5] });
  const taken = { ...item, registers: { ...item.registers, gone } };
  expect(isGone(shape, "tasks", item)).toBe(false);
  expect(isGone(shape, "tasks", taken)).toBe(true);
  expect(isGone(shape, "tasks", shown(taken, [op("title", "Milk")])!)).toBe(false);
  expect(isGone(shape, "tasks", shown(taken, [op("place", "y")])!)).toBe(true);
});

test("stamps rise, follow the server's clock, and are later than all that were seen", () => {
  let clock = 1000;
  const stamps = createStamps(() => clock);
  expect([stamps.next(), stamps.next()]).toEqual([1_000_000, 1_000_001]);
  stamps.seen(5_000_000);
  expect(stamps.next()).toBe(5_000_001);
  stamps.serverOffset(9000);
  expect(stamps.next()).toBe(10_000_000);
  clock = 0;
  expect(stamps.next()).toBe(10_000_001);
});
