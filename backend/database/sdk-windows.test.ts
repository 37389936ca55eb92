/** What open queries are told while their node changes: windows stay right, and child events make the same list. */
import { setLogLevel } from "firebase/app";
import {
  type DataSnapshot,
  forceWebSockets,
  limitToFirst,
  limitToLast,
  off,
  onChildAdded,
  onChildChanged,
  onChildMoved,
  onChildRemoved,
  onValue,
  orderByChild,
  orderByKey,
  orderByPriority,
  query,
  ref,
  remove,
  runTransaction,
  set,
  setPriority,
  startAt,
  update,
} from "firebase/database";
import { expect, test } from "vitest";
import { type Follower, follow, openModelClient } from "./testing/model-client.ts";
import type { ModelOrder, ModelQuery } from "./testing/model-query.ts";
import { randomWrite } from "./testing/model-steps.ts";
import type { ModelNode } from "./testing/model-tree.ts";
import { openDatabase } from "./testing/open-database.ts";
import { seededRandom } from "./testing/random.ts";

forceWebSockets();
setLogLevel("error");

const ORDERS: ModelOrder[] = ["key", "value", "priority", { child: "a" }, { child: "b/1" }];

/** Windows of each order: the ends, the middle, and those that are seldom full. */
function windowsOf(order: ModelOrder): ModelQuery[] {
  const [low, high] = order === "key" ? ["1", "b"] : [1, "a"];
  return [
    { order, first: 2 },
    { order, last: 2 },
    { order, start: { value: low }, first: 3 },
    { order, start: { value: low, after: true }, last: 1 },
    { order, end: { value: high, before: true }, last: 3 },
    { order, start: { value: low }, end: { value: high } },
    { order, equal: { value: low }, first: 5 },
  ];
}

const INDEXES = { ".indexOn": [".value", "a", "b/1"] };

for (const isIndexed of [true, false]) {
  test(`35 windows follow 120 random changes of their node ${isIndexed ? "with" : "without"} an index`, async () => {
    const nowMs = 1_700_000_000_000;
    const access = { ".read": true, ".write": true };
    const rules = isIndexed ? { ...access, t: INDEXES } : access;
    await using server = await openDatabase({ rules: { rules }, clock: () => nowMs });
    await using writer = openModelClient(server.url());
    await using reader = openModelClient(server.url());
    const random = seededRandom(isIndexed ? 5 : 6);
    const followers: Follower[] = ORDERS.flatMap((order) =>
      windowsOf(order).map((window) => follow(reader.db, "t", window)),
    );
    let tree: ModelNode = null;
    for (let i = 0; i < 120; i += 1) {
      const step = randomWrite(random, "t");
      if (step.prioritizes === "t") continue;
      await step.run(writer.db);
      tree = step.apply(tree, nowMs);
      await set(ref(reader.db, "marker"), i);
      for (const follower of followers) {
        const { name } = follower;
        const fault = follower.faultOf(tree);
        expect({ i, step: step.text, name, fault }).toMatchObject({ fault: undefined });
      }
    }
  }, 60_000);
}

type Told = string[];

function noteAll(target: Parameters<typeof onValue>[0]): Told {
  const told: Told = [];
  const note = (kind: string) => (snapshot: DataSnapshot, previous?: string | null) =>
    void told.push(`${kind} ${snapshot.key}${previous === undefined ? "" : ` after ${previous}`}`);
  onChildRemoved(target, note("removed"));
  onChildAdded(target, note("added"));
  onChildMoved(target, note("moved"));
  onChildChanged(target, note("changed"));
  onValue(target, (snapshot) => void told.push(`value ${JSON.stringify(snapshot.val())}`));
  return told;
}

test("each kind of event comes in the SDK's order, with the name of the child before", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await using b = openModelClient(server.url());
  await set(ref(a.db, "s"), { x: { n: 1 }, y: { n: 2 }, z: { n: 3 } });
  const told = noteAll(query(ref(b.db, "s"), orderByChild("n"), limitToLast(2)));
  const after = async (change: Promise<unknown>): Promise<Told> => {
    await change;
    await set(ref(b.db, "marker"), true);
    return told.splice(0);
  };
  expect(await after(Promise.resolve())).toEqual([
    "added y after null",
    "added z after y",
    'value {"y":{"n":2},"z":{"n":3}}',
  ]);
  expect(await after(set(ref(a.db, "s/y/n"), 4))).toEqual([
    "moved y after z",
    "changed y after z",
    'value {"y":{"n":4},"z":{"n":3}}',
  ]);
  expect(await after(set(ref(a.db, "s/x/n"), 9))).toEqual([
    "removed z",
    "added x after y",
    'value {"x":{"n":9},"y":{"n":4}}',
  ]);
  expect(await after(remove(ref(a.db, "s/y")))).toEqual([
    "removed y",
    "added z after null",
    'value {"x":{"n":9},"z":{"n":3}}',
  ]);
  expect(await after(update(ref(a.db, "s"), { w: { n: 0 }, v: 1 }))).toEqual([]);
  expect(await after(remove(ref(a.db, "s")))).toEqual(["removed z", "removed x", "value null"]);
});

test("a priority moves a child, even when its place stays the same", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await using b = openModelClient(server.url());
  await set(ref(a.db, "s"), { x: 1, y: 2, z: 3 });
  const told = noteAll(ref(b.db, "s"));
  const after = async (change: Promise<unknown>): Promise<Told> => {
    await change;
    await set(ref(b.db, "marker"), true);
    return told.splice(0);
  };
  expect(await after(Promise.resolve())).toHaveLength(4);
  expect(await after(setPriority(ref(a.db, "s/x"), 5))).toEqual([
    "moved x after z",
    "changed x after z",
    'value {"y":2,"z":3,"x":1}',
  ]);
  expect(await after(setPriority(ref(a.db, "s/x"), 6))).toEqual([
    "moved x after z",
    "changed x after z",
    'value {"y":2,"z":3,"x":1}',
  ]);
  expect(await after(set(ref(a.db, "s/x"), 1))).toEqual([
    "moved x after null",
    "changed x after null",
    'value {"x":1,"y":2,"z":3}',
  ]);
});

test("an item that enters or leaves a window by its priority is told", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await using b = openModelClient(server.url());
  await set(ref(a.db, "s"), {
    x: { ".value": "x", ".priority": 1 },
    y: { ".value": "y", ".priority": 2 },
    z: "z",
  });
  const values: unknown[] = [];
  onValue(query(ref(b.db, "s"), orderByPriority(), startAt(1), limitToFirst(1)), (snapshot) => {
    values.push(snapshot.val());
  });
  const synced = () => set(ref(b.db, "marker"), true);
  await synced();
  await setPriority(ref(a.db, "s/x"), 3);
  await synced();
  await setPriority(ref(a.db, "s/z"), 1.5);
  await synced();
  await setPriority(ref(a.db, "s/z"), null);
  await synced();
  expect(values).toEqual([{ x: "x" }, { y: "y" }, { z: "z" }, { y: "y" }]);
});

test("a priority for nothing is told to nobody: the SDK's view of a query would break at it", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await using b = openModelClient(server.url());
  const window: unknown[] = [];
  onValue(query(ref(b.db, "s"), orderByChild("n"), limitToFirst(1)), (snapshot) => {
    window.push(snapshot.val());
  });
  onValue(ref(b.db, "s"), () => {});
  await set(ref(b.db, "marker"), 1);
  await setPriority(ref(a.db, "s"), 1);
  await set(ref(b.db, "marker"), 2);
  await set(ref(a.db, "s"), { x: 1 });
  await set(ref(b.db, "marker"), 3);
  expect(window).toEqual([null, { x: 1 }]);
});

test("a query goes on when its whole node, where nothing is left, is listened to as well", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await using b = openModelClient(server.url());
  const window: unknown[] = [];
  await set(ref(a.db, "s/w"), 1);
  onValue(query(ref(b.db, "s"), orderByKey(), limitToLast(1)), (snapshot) => {
    window.push(snapshot.val());
  });
  await set(ref(b.db, "marker"), 1);
  await remove(ref(a.db, "s"));
  await set(ref(b.db, "marker"), 2);
  // Its hash says that the client knows the value already; only when it is told all the same, the SDK takes what
  // follows for the query too.
  onValue(ref(b.db, "s"), () => {});
  await set(ref(b.db, "marker"), 3);
  await set(ref(a.db, "s/x/deep"), 1);
  await set(ref(b.db, "marker"), 4);
  expect(window).toEqual([{ w: 1 }, null, { x: { deep: 1 } }]);
});

test("a client whose write below a leaf was followed by that leaf sees the leaf, like everybody", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await using b = openModelClient(server.url());
  let told: unknown;
  onValue(ref(a.db, "s"), (snapshot) => (told = snapshot.val()));
  await set(ref(a.db, "marker"), 0);
  for (let i = 1; i <= 20; i += 1) {
    // The SDK takes back what it has shown of its own write at the answer to it: at that place only. So a leaf above it
    // must be told after that answer, even when both are there already.
    await Promise.all([set(ref(a.db, "s/x/y"), i), set(ref(b.db, "s/x"), `leaf ${i}`)]);
    await set(ref(a.db, "marker"), i);
    expect({ i, told }).toEqual({ i, told: await server.value("s") });
  }
  void set(ref(a.db, "s/t/y/z"), 1);
  await runTransaction(ref(a.db, "s/t"), () => "leaf", { applyLocally: false });
  await set(ref(a.db, "marker"), true);
  expect(told).toMatchObject({ t: "leaf" });
});

test("who stops listening is told nothing more; other listeners of the same client are", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await using b = openModelClient(server.url());
  const node = ref(b.db, "n");
  const counts = { all: 0, one: 0, other: 0, window: 0, added: 0, once: 0 };
  const count = (name: keyof typeof counts) => () => void (counts[name] += 1);
  const one = count("one");
  onValue(node, one);
  const stopOther = onValue(node, count("other"));
  onValue(query(node, limitToFirst(1)), count("window"));
  onChildAdded(node, count("added"));
  onValue(node, count("once"), { onlyOnce: true });
  const write = async (value: unknown) => {
    await set(ref(a.db, "n"), value);
    await set(ref(b.db, "marker"), true);
  };
  await write({ x: 1 });
  const first = { ...counts };
  expect(first).toMatchObject({ added: 1, once: 1 });
  off(node, "value", one);
  await write({ x: 2 });
  expect(counts).toEqual({ ...first, other: first.other + 1, window: first.window + 1 });
  stopOther();
  off(node, "child_added");
  await write({ x: 3, y: 1 });
  expect(counts).toEqual({ ...first, other: first.other + 1, window: first.window + 2 });
  off(query(node, limitToFirst(1)));
  onValue(node, count("all"));
  off(node);
  await write({ x: 4 });
  expect(counts.window).toBe(first.window + 2);
  expect(counts.all).toBeLessThan(2);
});
