import { expect, test } from "vitest";
import type { DatabaseValue } from "../rules/index.ts";
import { putValue } from "./database-store.ts";
import type { Query } from "./query.ts";
import { isSelected, readSelected, selectChildren } from "./select-children.ts";
import { openTree } from "./testing/open-tree.ts";

const byKey = { by: "key" } as const;
const byPriority = { by: "priority" } as const;
const byChild = (...path: string[]) => ({ by: "child", path }) as const;

const ask = (index: Query["index"], rest: Partial<Query> = {}): Query => ({
  index,
  start: undefined,
  end: undefined,
  limit: undefined,
  ...rest,
});
const first = (count: number) => ({ count, from: "first" }) as const;
const last = (count: number) => ({ count, from: "last" }) as const;
const at = (value: string | number | null, key?: string) => ({ value, key, inclusive: true });

function rows(count: number, row: (i: number) => DatabaseValue): DatabaseValue {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${10_000 + i}`, row(i)]));
}

test("a query by an indexed child, by key or by priority passes only what it selects", () => {
  using tree = openTree({ list: { ".indexOn": "n" } });
  const { db } = tree;
  putValue(
    db,
    ["list"],
    rows(3_000, (i) => ({ n: (i * 7) % 3_000, text: "x", more: { a: i } })),
  );
  for (const index of [byKey, byPriority, byChild("n")]) {
    for (const limit of [first(10), last(10)]) {
      const query = ask(index, { limit });
      let keys: string[] = [];
      const steps = tree.stepsOf(() => ({ keys } = selectChildren(db, ["list"], query)));
      expect(keys).toHaveLength(10);
      expect(steps).toBeLessThan(20);
      expect(tree.stepsOf(() => readSelected(db, ["list"], query))).toBeLessThan(60);
    }
  }
  const middle = ask(byKey, { start: at("k12000"), limit: first(3) });
  expect(tree.stepsOf(() => selectChildren(db, ["list"], middle))).toBeLessThan(10);
  const ranged = ask(byChild("n"), { start: at(1_500), end: at(1_502) });
  expect(tree.stepsOf(() => selectChildren(db, ["list"], ranged))).toBeLessThan(10);
  const { value } = readSelected(db, ["list"], ranged);
  const found = Object.values(value as Record<string, { n: number }>).map(({ n }) => n);
  expect(new Set(found)).toEqual(new Set([1_500, 1_501, 1_502]));
  expect(tree.stepsOf(() => isSelected(db, ["list"], ranged, "k10001"))).toBeLessThan(5);
});

test("an index costs a write that does not touch it nothing, and one that does little", () => {
  using tree = openTree({ list: { ".indexOn": "n" } });
  const { db } = tree;
  putValue(
    db,
    ["list"],
    rows(1_000, (i) => ({ n: i, text: "x" })),
  );
  const plain = tree.stepsOf(() => putValue(db, ["list", "k10500", "text"], "y"));
  expect(plain).toBeLessThanOrEqual(3);
  const moved = tree.stepsOf(() => putValue(db, ["list", "k10500", "n"], -1));
  expect(moved).toBeLessThanOrEqual(plain + 4);
  expect(selectChildren(db, ["list"], ask(byChild("n"), { limit: first(1) })).keys).toEqual([
    "k10500",
  ]);
});

test("children without a priority come first, by key, then numbers, then texts", () => {
  using tree = openTree();
  const { db } = tree;
  putValue(db, [], {
    a: { ".value": 1, ".priority": "b" },
    b: { ".value": 1, ".priority": "B" },
    c: { ".priority": 10, x: 1 },
    d: { ".value": 1, ".priority": -1 },
    10: 1,
    9: { x: 1 },
  });
  const keys = (rest: Partial<Query>) => selectChildren(db, [], ask(byPriority, rest)).keys;
  expect(keys({})).toEqual(["9", "10", "d", "c", "b", "a"]);
  expect(keys({ limit: last(3) })).toEqual(["c", "b", "a"]);
  expect(keys({ limit: last(5) })).toEqual(["10", "d", "c", "b", "a"]);
  expect(keys({ start: at(null, "10"), limit: first(2) })).toEqual(["10", "d"]);
  expect(keys({ start: at(-1), end: at("B") })).toEqual(["d", "c", "b"]);
  expect(keys({ end: at(null) })).toEqual(["9", "10"]);
});

test("a query says whether it had an index; by key and by priority it always has one", () => {
  using tree = openTree({
    a: { ".indexOn": ["n", "deep/n"], $any: { ".indexOn": ".value" }, plain: {} },
  });
  const { db } = tree;
  putValue(db, ["a"], { b: { n: 1, deep: { n: 2 } }, plain: { n: 1 } });
  const indexed = (path: string[], index: Query["index"]) =>
    selectChildren(db, path, ask(index)).indexed;
  expect(indexed(["a"], byKey)).toBe(true);
  expect(indexed(["elsewhere"], byPriority)).toBe(true);
  expect(indexed(["a"], byChild("n"))).toBe(true);
  expect(indexed(["a"], byChild("deep", "n"))).toBe(true);
  expect(indexed(["a"], byChild("deep"))).toBe(false);
  expect(indexed(["a"], { by: "value" })).toBe(false);
  expect(indexed(["a", "b"], { by: "value" })).toBe(true);
  expect(indexed(["a", "plain"], { by: "value" })).toBe(false);
});

test("too many children without an index are refused with the index that is missing", () => {
  using tree = openTree();
  const { db } = tree;
  putValue(
    db,
    ["list"],
    rows(100_001, (i) => i),
  );
  const query = ask(byChild("n", "m"), { limit: first(1) });
  expect(() => selectChildren(db, ["list"], query)).toThrow(/"\/list".*"\.indexOn": "n\/m"/);
  expect(selectChildren(db, ["list"], ask(byKey, { limit: last(1) })).keys).toEqual(["k99999"]);
});

test("long texts without an index are ordered as far as a limit keeps few of them", () => {
  using tree = openTree();
  const { db } = tree;
  const long = "x".repeat(4 * 1024 * 1024);
  for (let i = 0; i < 20; i += 1)
    putValue(db, ["list", `k${10 + i}`], `${((i * 7) % 20) + 10}${long}`);
  const keys = (limit?: Query["limit"]) =>
    selectChildren(db, ["list"], ask({ by: "value" }, { limit })).keys;
  expect(keys(last(2))).toEqual(["k24", "k27"]);
  expect(keys(first(2))).toEqual(["k10", "k13"]);
  expect(() => keys()).toThrow(/"\.indexOn": "\.value"/);
});

test("a child that is not there is not selected, whatever the bounds", () => {
  using tree = openTree();
  const { db } = tree;
  putValue(db, ["list"], { a: 1 });
  expect(isSelected(db, ["list"], ask({ by: "value" }, { start: at(null) }), "b")).toBe(false);
  expect(isSelected(db, ["list"], ask({ by: "value" }, { limit: first(1) }), "a")).toBe(true);
  expect(readSelected(db, ["list", "a"], ask(byKey)).value).toBeNull();
});

test("every statement searches its primary key", () => {
  using tree = openTree({ list: { ".indexOn": ["n", ".value"] } });
  const { db } = tree;
  tree.asked.clear();
  putValue(db, ["list"], { ".priority": 1, a: { n: 1 }, b: { ".value": 1, ".priority": 2 } });
  for (const index of [byKey, byPriority, byChild("n"), byChild("m")]) {
    for (const limit of [undefined, first(1), last(1)]) {
      const query = ask(index, { limit });
      readSelected(db, ["list"], query);
      isSelected(db, ["list"], query, "a");
    }
  }
  putValue(db, ["list", "a"], 1);
  putValue(db, ["list", "a", "c"], 1);
  putValue(db, ["list", "a", ".priority"], 1);
  putValue(db, ["list", "a", ".priority"], null);
  putValue(db, ["list"], null);
  const reading = [...tree.asked].filter((sql) => !/^(?:INSERT|REPLACE) /.test(sql));
  expect(reading.length).toBeGreaterThan(12);
  for (const sql of reading) {
    const [plan = "", ...more] = tree.planOf(sql);
    expect(plan, sql).toMatch(/^SEARCH \w+ USING PRIMARY KEY/);
    expect(more, sql).toEqual([]);
  }
});
