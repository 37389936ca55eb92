/**
 * Random writes to a random tree: after each of them the stored value is what the model has, the index is what a new
 * tree with the same value has, and queries find what sorting all children finds. FUZZ_RUNS asks for more runs.
 */
import { expect, test } from "vitest";
import type { DatabasePath, DatabaseValue } from "../rules/index.ts";
import { putValue, readValue } from "./database-store.ts";
import { MAX_NAME, MIN_NAME, type Query, type QueryBound } from "./query.ts";
import { isSelected, readSelected, selectChildren } from "./select-children.ts";
import { applyQuery, isWithinBounds, selectedKeys } from "./testing/apply-query.ts";
import { openTree } from "./testing/open-tree.ts";
import { seededRandom } from "./testing/random.ts";
import {
  type Leaf,
  PRIORITY,
  type Priority,
  VALUE,
  childAt,
  childKeys,
  isObject,
  newObject,
  withChild,
  withPriority,
} from "./value.ts";

const STEPS = 300;
const RUNS = Number(process.env["FUZZ_RUNS"] ?? 1);
const FIRST_SEED = Number(process.env["FUZZ_SEED"] ?? 1);

const INDEXED = {
  ".indexOn": [".value", "a", "b/a", "10/é"],
  a: { ".indexOn": "a/b/a" },
  b: { $any: { ".indexOn": ["b", ".value"] } },
  "10": {},
  $other: { ".indexOn": ["a/é", "b"], $deep: { ".indexOn": ["a", ".value"] } },
};

type Random = ReturnType<typeof seededRandom>;

const KEYS = ["a", "b", "é", "10", "2", "-1", "007", "\ud83d\ude00", "\uffee", "a b", "__proto__"];
const BOUND_KEYS = [
  ...KEYS,
  MIN_NAME,
  MAX_NAME,
  "",
  ".priority",
  "a\u0000",
  "3",
  "A",
  "zz",
  "\ud83d",
];

function randomLeaf(random: Random): Leaf {
  return random.pick([
    true,
    false,
    0,
    1,
    -1,
    2.5,
    random.leaf(),
    "",
    "a",
    "\ud83d\ude00",
    "\uffee",
  ]);
}

const randomPriority = (random: Random): Priority =>
  random.pick([0, 1, -3.5, 1e300, "", "1", "p", random.key()]);

function randomValue(random: Random, depth: number): DatabaseValue {
  let value: DatabaseValue = randomLeaf(random);
  if (depth > 0 && random.below(3) > 0) {
    value = newObject();
    for (let i = 1 + random.below(4); i > 0; i -= 1) {
      value[random.pick(KEYS)] = randomValue(random, depth - 1);
    }
  }
  return random.below(5) === 0 ? withPriority(value, randomPriority(random)) : value;
}

/** Mostly one that leads somewhere. */
function randomPath(random: Random, model: DatabaseValue, length: number): DatabasePath {
  const path: string[] = [];
  for (let i = 0; i < length; i += 1) {
    const at = childAt(model, path);
    const known = isObject(at) ? childKeys(at) : [];
    path.push(known.length > 0 && random.below(4) > 0 ? random.pick(known) : random.pick(KEYS));
  }
  return path;
}

function randomWrite(random: Random, model: DatabaseValue) {
  const path = randomPath(random, model, random.below(20) === 0 ? 0 : 1 + random.below(4));
  if (random.below(5) === 0) {
    const priority = random.below(3) === 0 ? null : randomPriority(random);
    return { path: [...path, PRIORITY], value: priority };
  }
  return { path, value: random.below(4) === 0 ? null : randomValue(random, random.below(4)) };
}

function randomQuery(random: Random): Query {
  const index = random.pick<Query["index"]>([
    { by: "key" },
    { by: "value" },
    { by: "priority" },
    { by: "child", path: ["a"] },
    { by: "child", path: ["b"] },
    { by: "child", path: ["b", "a"] },
    { by: "child", path: ["a", "é"] },
  ]);
  const bound = (): QueryBound | undefined => {
    if (random.below(2) === 0) return undefined;
    const inclusive = random.below(2) === 0;
    const key = random.pick([undefined, random.pick(BOUND_KEYS)]);
    if (index.by === "key") return { value: random.pick(BOUND_KEYS), key: undefined, inclusive };
    const value = random.pick([null, randomLeaf(random), randomPriority(random)]);
    return { value, key, inclusive };
  };
  const limit = { count: 1 + random.below(4), from: random.pick(["first", "last"] as const) };
  return { index, start: bound(), end: bound(), limit: random.pick([undefined, limit]) };
}

/** A node without a value has no priority, and none is made for it. */
function written(model: DatabaseValue, path: DatabasePath, value: DatabaseValue): DatabaseValue {
  return withChild(model, path, copy(value));
}

/** The model changes what it is given. */
const copy = <Value extends DatabaseValue>(value: Value): Value => {
  if (!isObject(value)) return value;
  const copied = newObject();
  for (const key of Object.keys(value)) copied[key] = copy(value[key] ?? null);
  return copied as Value;
};

test.for(Array.from({ length: RUNS }, (_, run) => FIRST_SEED + run))(
  "a stored tree is what was written, and queries find what sorting finds, seed %i",
  (seed) => {
    const random = seededRandom(seed);
    using tree = openTree(INDEXED);
    let model: DatabaseValue = null;
    for (let step = 0; step < STEPS; step += 1) {
      const { path, value } = randomWrite(random, model);
      putValue(tree.db, path, value);
      model = written(model, path, value);
      const at = `step ${step}: ${JSON.stringify({ path, value })}`;
      expect(readValue(tree.db, []), at).toEqual(model);
      expectFreshTree(tree, model, at);
      for (let i = 0; i < 10; i += 1) expectQuery(random, tree, model, at);
    }
  },
);

test("an index that is built at a start is what writes would have made", () => {
  const random = seededRandom(3);
  using built = openTree();
  const writes: { path: DatabasePath; value: DatabaseValue }[] = [];
  let model: DatabaseValue = null;
  for (let step = 0; step < 400; step += 1) {
    const write = randomWrite(random, model);
    if (write.path.length === 0) continue;
    writes.push(write);
    putValue(built.db, write.path, write.value);
    model = written(model, write.path, write.value);
  }
  built.start(INDEXED);
  const fromStart = built.entries();
  using kept = openTree(INDEXED);
  for (const { path, value } of writes) putValue(kept.db, path, value);
  expect(fromStart.length).toBeGreaterThan(50);
  expect(fromStart).toEqual(kept.entries());
});

function expectFreshTree(
  tree: ReturnType<typeof openTree>,
  model: DatabaseValue,
  at: string,
): void {
  using fresh = openTree(INDEXED);
  putValue(fresh.db, [], model);
  expect(tree.rows(), at).toEqual(fresh.rows());
  expect(tree.entries(), at).toEqual(fresh.entries());
}

function expectQuery(
  random: Random,
  { db }: ReturnType<typeof openTree>,
  model: DatabaseValue,
  at: string,
): void {
  const path = randomPath(random, model, random.below(3));
  const query = randomQuery(random);
  const value = childAt(model, path);
  const node = isObject(value) && !Object.hasOwn(value, VALUE) ? value : newObject();
  const text = `${at}\n${JSON.stringify({ path, query })}`;
  expect(selectChildren(db, path, query).keys, text).toEqual(selectedKeys(node, query));
  expect(readSelected(db, path, query).value, text).toEqual(applyQuery(value, query));
  const key = random.pick(KEYS);
  expect(isSelected(db, path, query, key), `${text} ${key}`).toBe(
    Object.hasOwn(node, key) && isWithinBounds(node, key, query),
  );
}
