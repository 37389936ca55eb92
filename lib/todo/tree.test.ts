import { expect, test } from "vitest";
import { deepest, heightOf, mayMoveUnder, subtreeOf, treeOf, type TreeTask } from "./tree.ts";

const lists = new Set(["home", "work"]);

/** `b<a` is b under a, in the list home. */
function tasksOf(text: string): TreeTask[] {
  return text.split(" ").map((cell, at) => {
    const [id = "", parent = ""] = cell.split("<");
    return { id, parent, list: "home", order: `a${at}`, placed: at };
  });
}

function treeFrom(text: string) {
  return treeOf(tasksOf(text), lists);
}

test("tasks stand in their order, under their parents", () => {
  const tree = treeFrom("a b<a c d<b e<a");
  expect(tree.tops).toEqual(new Map([["home", ["a", "c"]]]));
  expect(tree.children.get("a")).toEqual(["b", "e"]);
  expect(tree.depth).toEqual(
    new Map([
      ["a", 1],
      ["b", 2],
      ["c", 1],
      ["d", 3],
      ["e", 2],
    ]),
  );
  expect(subtreeOf(tree, "a")).toEqual(["a", "b", "e", "d"]);
  expect(heightOf(tree, "a")).toBe(3);
});

test("without its parent, or with one in another list, a task is at the top", () => {
  const [a, b] = tasksOf("a b<a") as [TreeTask, TreeTask];
  expect(treeOf([b], lists).tops.get("home")).toEqual(["b"]);
  const apart = treeOf([a, { ...b, list: "work" }], lists);
  expect([apart.tops.get("home"), apart.tops.get("work")]).toEqual([["a"], ["b"]]);
});

test("tasks of a list that is gone are in the Inbox, as they were", () => {
  const tree = treeOf(
    tasksOf("a b<a").map((task) => ({ ...task, list: "gone" })),
    lists,
  );
  expect(tree.tops).toEqual(new Map([["", ["a"]]]));
  expect([tree.children.get("a"), tree.list.get("b")]).toEqual([["b"], ""]);
});

test("of tasks that are in each other, the one that was moved last is at the top, in whatever order they come", () => {
  const tasks = tasksOf("a<c b<a c<b d<c x<x");
  for (const order of [tasks, tasks.toReversed(), [...tasks.slice(2), ...tasks.slice(0, 2)]]) {
    const tree = treeOf(order, lists);
    expect(tree.tops.get("home")).toEqual(["c", "x"]);
    expect(tree.children.get("c")).toEqual(["a", "d"]);
    expect(tree.children.get("a")).toEqual(["b"]);
  }
});

test("what is too deep is at the top, with what is below it", () => {
  const tree = treeFrom("a b<a c<b d<c e<d");
  expect(tree.tops.get("home")).toEqual(["a", "d"]);
  expect(tree.children.get("d")).toEqual(["e"]);
});

test("a move is allowed where all that comes with it has room, and not into itself", () => {
  const tree = treeFrom("a b<a c<b x y<x");
  expect(mayMoveUnder(tree, "x", "a")).toBe(true);
  expect(mayMoveUnder(tree, "x", "b")).toBe(false);
  expect(mayMoveUnder(tree, "y", "b")).toBe(true);
  expect(mayMoveUnder(tree, "a", "c")).toBe(false);
  expect(mayMoveUnder(tree, "a", "a")).toBe(false);
  expect(mayMoveUnder(tree, "a", "")).toBe(true);
  expect(mayMoveUnder(tree, "a", "nobody")).toBe(false);
});

test("ten thousand tasks in a chain, a ring or a heap of chance are each shown once", () => {
  const many = 10_000;
  const random = (at: number) => (Math.imul(at + 7, 2_654_435_761) >>> 0) % many;
  for (const parentOf of [(at: number) => at - 1, (at: number) => (at + 1) % many, random]) {
    const tasks = Array.from({ length: many }, (_, at) => ({
      id: String(at),
      parent: String(parentOf(at)),
      list: "home",
      order: "a0",
      placed: random(at),
    }));
    const tree = treeOf(tasks, lists);
    const seen = tree.tops.get("home")!.flatMap((id) => subtreeOf(tree, id));
    expect(new Set(seen).size).toBe(many);
    expect(seen.length).toBe(many);
    expect(Math.max(...tree.depth.values())).toBeLessThanOrEqual(deepest);
    expect(treeOf(tasks.toReversed(), lists).children).toEqual(tree.children);
  }
});
