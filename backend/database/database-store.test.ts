import { expect, test } from "vitest";
import { changesAfter, getLastCommit, nextCommit } from "./changes.ts";
import {
  getLeaf,
  getPriority,
  hasValue,
  putValue,
  readValue,
  scanChildKeys,
} from "./database-store.ts";
import { openTree } from "./testing/open-tree.ts";
import { toPath } from "../rules/testing/trees.ts";

test("a leaf and a node with children are read with their priorities", () => {
  using tree = openTree();
  const { db } = tree;
  const value = {
    ".priority": 1,
    leaf: { ".value": "x", ".priority": "p" },
    node: { ".priority": -2.5, a: true, b: { c: 0 } },
  };
  putValue(db, [], value);
  expect(readValue(db, [])).toEqual(value);
  expect(readValue(db, ["leaf"])).toEqual({ ".value": "x", ".priority": "p" });
  expect(readValue(db, ["node", "b", "c"])).toBe(0);
  expect(getLeaf(db, ["leaf"])).toBe("x");
  expect(getPriority(db, ["leaf"])).toBe("p");
  expect(getPriority(db, [])).toBe(1);
  expect(getPriority(db, ["node", "a"])).toBeNull();
  expect([...scanChildKeys(db, [])]).toEqual(["leaf", "node"]);
  expect([...scanChildKeys(db, ["leaf"])]).toEqual([]);
});

test("a priority is written by itself, stays when a child is written, and goes when its node is written", () => {
  using tree = openTree();
  const { db } = tree;
  putValue(db, ["a"], { b: 1 });
  expect(putValue(db, ["a", ".priority"], 7)).toEqual(["a", ".priority"]);
  putValue(db, ["a", "c"], 2);
  expect(readValue(db, ["a"])).toEqual({ ".priority": 7, b: 1, c: 2 });
  putValue(db, ["a", ".priority"], null);
  expect(readValue(db, ["a"])).toEqual({ b: 1, c: 2 });
  putValue(db, ["a", ".priority"], "x");
  putValue(db, ["a"], 5);
  expect(readValue(db, ["a"])).toBe(5);
  expect(tree.rows()).toHaveLength(1);
});

test("a node without a value gets no priority, and none is left where the last child went", () => {
  using tree = openTree();
  const { db } = tree;
  putValue(db, ["none", ".priority"], 1);
  putValue(db, ["a"], {
    ".priority": 1,
    b: { ".priority": 2, c: { ".value": 1, ".priority": 3 } },
  });
  putValue(db, ["a", "b", "c", "below", ".priority"], 4);
  putValue(db, ["a", "b", "c"], null);
  expect(hasValue(db, [])).toBe(false);
  expect(tree.rows()).toEqual([]);
  expect(tree.entries()).toEqual([]);
});

test("a write below a leaf takes its place but not its priority, and tells that it changed there", () => {
  using tree = openTree();
  const { db } = tree;
  putValue(db, ["a", "b"], { ".value": "leaf", ".priority": 1 });
  expect(putValue(db, ["a", "b", "c", "d"], null)).toBeUndefined();
  expect(getLeaf(db, ["a", "b"])).toBe("leaf");
  expect(putValue(db, ["a", "b", "c", "d"], 2)).toEqual(["a", "b"]);
  expect(readValue(db, [])).toEqual({ a: { b: { ".priority": 1, c: { d: 2 } } } });
  expect(putValue(db, ["a", "b", "c", "d"], 3)).toEqual(["a", "b", "c", "d"]);
});

test("a write costs the same whether it is deep or has many neighbours", () => {
  using tree = openTree({ k0: { ".indexOn": "other" } });
  const { db } = tree;
  const deep = Array.from({ length: 30 }, (_, i) => `k${i}`);
  putValue(db, ["flat"], 1);
  putValue(db, deep, 1);
  for (let i = 0; i < 500; i += 1) putValue(db, ["wide", `k${i}`], i);
  const flat = tree.stepsOf(() => putValue(db, ["flat"], 2));
  expect(flat).toBeLessThanOrEqual(3);
  expect(tree.stepsOf(() => putValue(db, deep, 2))).toBe(flat);
  expect(tree.stepsOf(() => putValue(db, ["wide", "k250"], 2))).toBe(flat);
  expect(tree.stepsOf(() => putValue(db, ["wide", "new"], 2))).toBeLessThanOrEqual(flat + 1);
  expect(tree.stepsOf(() => putValue(db, ["wide", "new"], null))).toBeLessThanOrEqual(flat + 1);
});

test("a value that does not fit is refused", () => {
  using tree = openTree();
  const { db } = tree;
  putValue(db, ["a"], { b: "x".repeat(500), c: "x".repeat(500) });
  const read = (path: string, textBytes: number, heapBytes: number) => () =>
    readValue(db, toPath(path), { textBytes, heapBytes });
  expect(read("a", 2_000, 2_000)()).toBeTypeOf("object");
  expect(read("a", 800, 2_000)).toThrow(/larger than/);
  expect(read("a", 2_000, 800)).toThrow(/larger than/);
  expect(read("a/b", 800, 800)()).toBeTypeOf("string");
});

test("what commits have changed is known for about the last twelve thousand of them", () => {
  using tree = openTree();
  const { db } = tree;
  expect(getLastCommit(db)).toBe(0);
  expect(changesAfter(db, 0)).toEqual([]);
  expect(nextCommit(db, [["a", "b"], []])).toBe(1);
  expect(nextCommit(db, [["é", ".priority"]])).toBe(2);
  expect(changesAfter(db, 0)).toEqual([["a", "b"], [], ["é", ".priority"]]);
  expect(changesAfter(db, 1)).toEqual([["é", ".priority"]]);
  expect(changesAfter(db, 2)).toEqual([]);
  expect(changesAfter(db, 3)).toBeUndefined();
  for (let i = 3; i <= 14_000; i += 1) nextCommit(db, [[`k${i}`]]);
  expect(getLastCommit(db)).toBe(14_000);
  expect(changesAfter(db, 1_999)).toBeUndefined();
  expect(changesAfter(db, 2_001)).toHaveLength(11_999);
  expect(changesAfter(db, 13_999)).toEqual([["k14000"]]);
});

test("a commit that changes very much is remembered by places above its paths, branch by branch", () => {
  using tree = openTree();
  const { db } = tree;
  const many = Array.from({ length: 1_001 }, (_, i) => ["a", "b", `k${i}`]);
  const long = Array.from({ length: 200 }, (_, i) => ["a", "b", "c", `${"x".repeat(700)}${i}`]);
  nextCommit(db, many);
  nextCommit(db, long);
  nextCommit(db, [...many, ["c"]]);
  expect(changesAfter(db, 0)).toEqual([["a", "b"], ["a", "b", "c"], ["a", "b"], ["c"]]);
});

test("a node that loses its last child and so its priority has changed itself, not only the child", () => {
  using tree = openTree();
  const { db } = tree;
  putValue(db, ["a"], { ".priority": 1, b: { ".priority": 2, c: { d: 1 } } });
  expect(putValue(db, ["a", "b", "c", "d"], null)).toEqual(["a"]);
  putValue(db, ["a"], { b: { ".priority": 2, c: { d: 1 } }, x: 1 });
  expect(putValue(db, ["a", "b", "c", "d"], null)).toEqual(["a", "b"]);
});
