import { expect, test } from "vitest";
import { putValue } from "./database-store.ts";
import { openTree } from "./testing/open-tree.ts";

const NAMES = ["a", "b", "c"];

/** Which entries there are, by the names of the indexes. */
function namesOf(tree: ReturnType<typeof openTree>): unknown[] {
  return tree.entries().map(({ name }) => name);
}

test("a start with other rules builds their indexes and drops what they do not ask for", () => {
  using tree = openTree({ list: { ".indexOn": "n" } });
  for (const key of NAMES) putValue(tree.db, ["list", key], { ".priority": 1, n: 1, m: { o: 2 } });
  expect(namesOf(tree)).toEqual([".priority", ".priority", ".priority", "n", "n", "n"]);
  tree.start({ $any: { ".indexOn": "m/o" } });
  expect(namesOf(tree)).toEqual([".priority", ".priority", ".priority", "m/o", "m/o", "m/o"]);
  tree.start({});
  expect(namesOf(tree)).toEqual([".priority", ".priority", ".priority"]);
});

test("a start with the same indexes reads nothing of the tree", () => {
  using tree = openTree({ list: { ".indexOn": ["n", "m"] }, other: { ".indexOn": ".value" } });
  for (let i = 0; i < 50; i += 1) putValue(tree.db, ["list", `k${i}`], { n: i });
  const same = { other: { ".indexOn": ".value", ".read": true }, list: { ".indexOn": ["m", "n"] } };
  expect(tree.stepsOf(() => tree.start(same))).toBe(1);
  expect(tree.entries()).toHaveLength(100);
});
