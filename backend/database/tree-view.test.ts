import { expect, test } from "vitest";
import type { DatabasePath, DatabaseValue } from "../rules/index.ts";
import { getPriority, putValue, readValue } from "./database-store.ts";
import { findOverlap } from "./path-index.ts";
import { openTree } from "./testing/open-tree.ts";
import { seededRandom } from "./testing/random.ts";
import { type ResolvedWrite, storedTree, treeAfter } from "./tree-view.ts";
import { isObject, toExportText, withChild, withoutPriorities, withPriority } from "./value.ts";
import { putAll } from "./write.ts";

const KEYS = ["a", "b", "1", "__proto__"];

function rows(count: number, value: DatabaseValue): DatabaseValue {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));
}

test("what rules are shown before a write is what is there after it", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    using tree = openTree();
    const { db } = tree;
    const random = seededRandom(seed);
    const path = (): string[] => Array.from({ length: random.below(5) }, () => random.pick(KEYS));
    const leaf = () => random.pick([true, 2, "x"]);
    for (let i = random.below(12); i > 0; i -= 1) putValue(db, path(), leaf());
    for (const priority of [path(), path()]) putValue(db, [...priority, ".priority"], 1);
    const ranked = (value: DatabaseValue) => random.pick([value, withPriority(value, 7)]);
    const writes: ResolvedWrite[] = [];
    for (let i = 1 + random.below(6); i > 0; i -= 1) {
      const child = withChild(null, [random.pick(KEYS)], ranked(3));
      const isPriority = random.below(4) === 0;
      const write = {
        path: isPriority ? [...path(), ".priority"] : path(),
        value: isPriority
          ? random.pick([null, 5, "x"])
          : random.pick([null, null, ranked(leaf()), ranked(child)]),
      };
      if (findOverlap([...writes, write]) === undefined) writes.push(write);
    }
    const after = treeAfter(db, writes);
    const asked = [[], ...writes.map(({ path: at }) => at.slice(0, -1)), path(), path()];
    const shown = () =>
      asked.map((at) => ({
        at,
        exists: after.exists(at),
        value: shapeOf(after.value(at)),
        whole: textOf(after.whole(at)),
        priority: after.priority(at),
      }));
    const first = shown();
    expect(shown(), `seed ${seed}, asked again`).toEqual(first);
    putAll(db, writes);
    const stored = asked.map((at) => {
      const value = withoutPriorities(readValue(db, at));
      const priority = getPriority(db, at);
      const shown = { value: shapeOf(value), whole: textOf(value) };
      return { at, exists: value !== null, ...shown, priority };
    });
    expect(first, `seed ${seed}`).toEqual(stored);
    const before = storedTree(db);
    expect(asked.map((at) => before.priority(at))).toEqual(stored.map(({ priority }) => priority));
    expect(asked.map((at) => shapeOf(before.value(at)))).toEqual(stored.map(({ value }) => value));
  }
});

/** What rules see of a value: a leaf, or that there are children. */
function shapeOf(value: DatabaseValue): DatabaseValue {
  return isObject(value) ? {} : value;
}

/** With the keys in one order. */
function textOf(value: DatabaseValue): string {
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).toSorted((a, b) => (a < b ? -1 : 1));
  return `{${keys.map((key) => `${key}: ${textOf(value[key] ?? null)}`).join(", ")}}`;
}

test("a place above many writes is read once, however often rules ask for it", () => {
  using tree = openTree();
  putValue(tree.db, ["list"], rows(500, 1));
  const paths = (count: number): DatabasePath[] =>
    Array.from({ length: count }, (_, i) => ["list", `k${i}`]);
  const deletes = paths(500).map((path) => ({ path, value: null }));
  const after = treeAfter(tree.db, deletes);
  const ask = () => {
    expect(after.exists(["list"])).toBe(false);
    expect(after.value(["list"])).toBe(null);
  };
  expect(tree.stepsOf(ask)).toBeGreaterThanOrEqual(500);
  expect(tree.stepsOf(ask)).toBeLessThanOrEqual(1);
  const changes = paths(400).map((path) => ({ path, value: 2 }));
  const changed = treeAfter(tree.db, changes);
  expect(tree.stepsOf(() => expect(changed.value(["list"])).toEqual({}))).toBe(0);
});

test("whether there are children is known without reading them", () => {
  using tree = openTree();
  putValue(tree.db, ["list"], rows(500, 1));
  const after = treeAfter(tree.db, [{ path: ["list", "k1"], value: 2 }]);
  const before = storedTree(tree.db);
  const steps = tree.stepsOf(() => {
    expect(before.value(["list"])).toEqual({});
    expect(after.value(["list"])).toEqual({});
    expect(after.value([])).toEqual({});
  });
  expect(steps).toBeLessThan(20);
});

test("a value that was shown stays as it was when another that holds it is asked for", () => {
  using tree = openTree();
  putValue(tree.db, ["a"], { b: { c: 1, d: 1 }, e: 1 });
  const after = treeAfter(tree.db, [
    { path: ["a", "b", "c"], value: 2 },
    { path: ["a", "b", "d"], value: null },
    { path: ["a", "f"], value: { g: 1 } },
  ]);
  const ask = (...path: string[]) => toExportText(after.whole(path));
  expect(ask("a", "b")).toBe('{"c":2}');
  expect(ask("a")).toBe('{"b":{"c":2},"e":1,"f":{"g":1}}');
  expect(ask()).toBe('{"a":{"b":{"c":2},"e":1,"f":{"g":1}}}');
  expect(ask("a", "b")).toBe('{"c":2}');
  expect(ask("a", "f")).toBe('{"g":1}');
});

test("a child is put beside thousands without looking at their keys", () => {
  let listings = 0;
  const root = new Proxy(rows(3_000, 1) as { [key: string]: DatabaseValue }, {
    ownKeys(target) {
      listings += 1;
      return Reflect.ownKeys(target);
    },
  });
  expect(withChild(root, ["other"], 1)).toBe(root);
  expect(withChild(root, ["k1", "deep"], 1)).toBe(root);
  expect(listings).toBe(0);
  expect(withChild(root, ["k1"], null)).toBe(root);
  expect(listings).toBe(1);
  expect(withChild({ a: 1, ".priority": 5 }, ["a"], null)).toBe(null);
});
