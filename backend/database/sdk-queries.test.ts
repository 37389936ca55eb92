/** Every form of query over children of every kind, by `get` and by listening, with and without an index. */
import { onLog, setLogLevel } from "firebase/app";
import {
  type DataSnapshot,
  type Database,
  forceWebSockets,
  get,
  onValue,
  orderByChild,
  orderByKey,
  orderByPriority,
  query,
  ref,
  set,
  limitToFirst,
} from "firebase/database";
import { expect, test } from "vitest";
import { keysOf, openModelClient } from "./testing/model-client.ts";
import {
  type ModelBound,
  type ModelOrder,
  type ModelQuery,
  orderedKeys,
  selectedKeys,
  toSdk,
} from "./testing/model-query.ts";
import { type ModelLeaf, type ModelNode, exportOf, nodeAt, written } from "./testing/model-tree.ts";
import { openDatabase } from "./testing/open-database.ts";

forceWebSockets();
setLogLevel("error");

const leaf = (value: ModelLeaf, priority: number | string) => ({
  ".value": value,
  ".priority": priority,
});
/** Children of every kind, under keys of every kind. */
const MIXED = {
  "-5": false,
  0: true,
  1: leaf(true, 1),
  "01": 0,
  2: { n: 3, deep: { er: "x" } },
  10: { n: -1.5, deep: { er: 2 }, ".priority": "b" },
  "2147483647": { n: 3, deep: "leaf" },
  "2147483648": leaf("a", 1),
  "-2147483649": leaf("a", -2),
  a: { n: null, other: 1 },
  aa: "",
  ab: { n: "", deep: { er: false }, ".priority": 2 },
  b: "a",
  B: { n: "a", deep: { er: { more: 1 } } },
  c: { n: false, ".priority": 10 },
  d: { n: true, deep: { er: 1e21 } },
  e: { n: { is: "object" } },
  f: leaf(2.5, "a"),
  g: -1,
  h: { n: 3, ".priority": "10" },
  z: "zz",
  é: { n: "é", deep: { er: "\ud83d\ude00" } },
  "\uffee": { n: "\uffee", deep: { er: "\uffee" } },
  "\ud83d\ude00": { n: "\ud83d\ude00", ".priority": "\ud83d\ude00" },
};
const LEAVES: (ModelLeaf | null)[] = [null, false, true, -1.5, 0, 3, 1e21, "", "a", "b", "\uffee"];
const PRIORITIES: ModelBound["value"][] = [null, -2, 1, 1.5, 10, "", "10", "a", "b"];
const NAMES = ["-5", "1", "01", "3", "2147483647", "2147483648", "a", "aaa", "é", "\uffee"];
const ORDERS: ModelOrder[] = ["key", "value", "priority", { child: "n" }, { child: "deep/er" }];

function boundsOf(order: ModelOrder): ModelBound[] {
  if (order === "key") return NAMES.map((value) => ({ value }));
  const values = order === "priority" ? PRIORITIES : LEAVES;
  return values.flatMap((value) => [{ value }, { value, key: "2" }, { value, key: "bb" }]);
}

function filtersOf(order: ModelOrder): ModelQuery[] {
  const bounds = boundsOf(order);
  const one = bounds.flatMap((bound): ModelQuery[] => [
    { order, start: bound },
    { order, start: { ...bound, after: true } },
    { order, end: bound },
    { order, end: { ...bound, before: true } },
    { order, equal: bound },
  ]);
  // Each with one some way on, and with one before it: then nothing is left.
  const two = bounds.flatMap((start, i): ModelQuery[] => {
    const end = bounds[(i * 7 + 5) % bounds.length] as ModelBound;
    return [
      { order, start, end },
      { order, start: { ...start, after: true }, end: { ...end, before: true } },
    ];
  });
  return [{ order }, ...one, ...two];
}

const limited = (filter: ModelQuery): ModelQuery[] => [
  filter,
  { ...filter, first: 2 },
  { ...filter, last: 3 },
];

async function inTurns<Item>(items: Item[], use: (item: Item) => Promise<void>): Promise<void> {
  for (let i = 0; i < items.length; i += 50) {
    await Promise.all(items.slice(i, i + 50).map(use));
  }
}

const once = (db: Database, path: string, filter: ModelQuery) =>
  new Promise<DataSnapshot>((resolve, reject) => {
    onValue(toSdk(ref(db, path), filter), resolve, reject, { onlyOnce: true });
  });

/** What is selected, in order, each child whole. */
function rightFor(node: ModelNode, filter: ModelQuery): unknown {
  return selectedKeys(node, filter).map((key) => [key, exportOf(nodeAt(node, [key]))]);
}

function childrenOf(snapshot: DataSnapshot): unknown {
  return keysOf(snapshot).map((key) => [key, snapshot.child(key).exportVal()]);
}

const tree = written(null, [], MIXED, 0);
const INDEXES = [".value", "n", "deep/er"];

for (const order of ORDERS) {
  const name = typeof order === "string" ? order : order.child;
  const filters = filtersOf(order).flatMap(limited);
  for (const isIndexed of [true, false]) {
    test(`${filters.length} queries by ${name} ${isIndexed ? "with" : "without"} an index`, async () => {
      const access = { ".read": true, ".write": true };
      const rules = isIndexed ? { ...access, mixed: { ".indexOn": INDEXES } } : access;
      await using server = await openDatabase({ rules: { rules } });
      await using writer = openModelClient(server.url());
      await using getter = openModelClient(server.url());
      await using listener = openModelClient(server.url());
      await set(ref(writer.db, "mixed"), MIXED);
      await inTurns(filters, async (filter) => {
        const got = await get(toSdk(ref(getter.db, "mixed"), filter));
        expect({ filter, got: childrenOf(got) }).toEqual({ filter, got: rightFor(tree, filter) });
      });
      const some = filters.filter((_, i) => i % 4 === 0);
      await inTurns(some, async (filter) => {
        const told = childrenOf(await once(listener.db, "mixed", filter));
        expect({ filter, told }).toEqual({ filter, told: rightFor(tree, filter) });
      });
    }, 60_000);
  }
}

test("a query on a leaf or on nothing selects nothing; without a bound it gives the leaf", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await set(ref(a.db, "leaf"), 5);
  for (const order of ORDERS) {
    for (const path of ["leaf", "nothing"]) {
      for (const filter of [
        { order, first: 2 },
        { order, last: 1 },
      ] as ModelQuery[]) {
        expect((await get(toSdk(ref(a.db, path), filter))).exists()).toBe(false);
        expect((await once(a.db, path, filter)).exists()).toBe(false);
      }
    }
    expect((await get(toSdk(ref(a.db, "leaf"), { order }))).val()).toBe(5);
  }
});

test("without a limit, all orders of all children come, whole", async () => {
  await using server = await openDatabase();
  await using writer = openModelClient(server.url());
  await using reader = openModelClient(server.url());
  await set(ref(writer.db, "mixed"), MIXED);
  for (const order of ORDERS) {
    expect(keysOf(await once(reader.db, "mixed", { order }))).toEqual(orderedKeys(tree, order));
  }
  const plain = await get(ref(reader.db, "mixed"));
  expect(keysOf(plain)).toEqual(orderedKeys(tree, "priority"));
});

test("startAfter and endBefore pass over the first and the last key of each kind", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await using b = openModelClient(server.url());
  const longest = "\uffee".repeat(253);
  const keys = ["-2147483648", "-1", "2147483647", "-", "-0x", "a", longest];
  const json = Object.fromEntries(keys.map((key) => [key, 1]));
  await set(ref(a.db, "edges"), json);
  const edges = written(null, [], json, 0);
  for (const key of keys) {
    const forms: ModelQuery[] = [
      { order: "key", start: { value: key, after: true } },
      { order: "key", end: { value: key, before: true } },
      { order: "value", start: { value: 1, key, after: true } },
      { order: "value", end: { value: 1, key, before: true }, last: 2 },
    ];
    for (const form of forms) {
      const got = keysOf(await get(toSdk(ref(b.db, "edges"), form)));
      expect({ form, got }).toEqual({ form, got: selectedKeys(edges, form) });
    }
  }
});

test("a listen without an index is answered with a warning that names it; with one, by key and by priority without", async () => {
  await using server = await openDatabase({
    rules: {
      rules: {
        ".read": true,
        ".write": true,
        list: { ".indexOn": ["has"], $key: { ".indexOn": "x/y" } },
      },
    },
  });
  await using a = openModelClient(server.url());
  const warnings: string[] = [];
  onLog(({ message }) => void warnings.push(message), { level: "warn" });
  try {
    const listen = (target: Parameters<typeof onValue>[0]) =>
      new Promise((resolve) => onValue(target, resolve));
    await set(ref(a.db, "list"), { one: { has: 1 }, two: { has: 2 } });
    await listen(query(ref(a.db, "list"), orderByChild("has"), limitToFirst(1)));
    await listen(query(ref(a.db, "list/one"), orderByChild("x/y"), limitToFirst(1)));
    await listen(query(ref(a.db, "list"), orderByKey(), limitToFirst(1)));
    await listen(query(ref(a.db, "list"), orderByPriority(), limitToFirst(1)));
    // The answer comes after the data; a write is answered after that.
    await set(ref(a.db, "marker"), 1);
    expect(warnings).toEqual([]);
    await listen(query(ref(a.db, "list"), orderByChild("not/there"), limitToFirst(1)));
    await set(ref(a.db, "marker"), 2);
    expect(warnings).toEqual([
      expect.stringContaining('".indexOn": "not/there" at /list to your security rules'),
    ]);
  } finally {
    onLog(null);
  }
});

test("the SDK refuses what no query can be", async () => {
  await using a = openModelClient("http://127.0.0.1:1?ns=foyer");
  const node = ref(a.db, "x");
  const refused: [ModelQuery, string][] = [
    [{ order: "key", start: { value: 1 } }, "must be a string"],
    [{ order: "key", start: { value: "a", key: "b" } }, "you may only pass one argument"],
    [{ order: "priority", start: { value: true } }, "must be a valid priority"],
    [{ order: "value", first: 0 }, "must be a positive integer"],
    [{ order: "value", last: 1.5 }, "must be a positive integer"],
    [{ order: "value", first: 1, last: 1 }, "Limit was already set"],
    [{ order: "value", start: { value: 1 }, equal: { value: 1 } }, "already set"],
    [{ order: "value", end: { value: 1 }, equal: { value: 1 } }, "already set"],
    [{ order: { child: "$key" } }, "is invalid"],
    [{ order: { child: "a.b" } }, "invalid path"],
    [{ order: "value", start: { value: 1, key: "a/b" } }, "invalid key"],
  ];
  for (const [filter, message] of refused) expect(() => toSdk(node, filter)).toThrow(message);
  expect(() => query(node, orderByKey(), orderByPriority())).toThrow("multiple orderBy");
});
