/** Values, priorities and server values as the SDK writes and reads them, and everything a snapshot tells. */
import { setLogLevel } from "firebase/app";
import {
  type DataSnapshot,
  child,
  forceWebSockets,
  get,
  increment,
  onValue,
  push,
  query,
  orderByChild,
  ref,
  remove,
  serverTimestamp,
  set,
  setPriority,
  setWithPriority,
  update,
} from "firebase/database";
import { expect, test } from "vitest";
import { keysOf, openModelClient, watch } from "./testing/model-client.ts";
import { openDatabase } from "./testing/open-database.ts";

forceWebSockets();
setLogLevel("error");

async function open(options: Parameters<typeof openDatabase>[0] = {}) {
  const stack = new AsyncDisposableStack();
  const server = stack.use(await openDatabase(options));
  const a = stack.use(openModelClient(server.url())).db;
  const b = stack.use(openModelClient(server.url())).db;
  return {
    server,
    a,
    b,
    /** What another client gets, with priorities. */
    stored: async (path: string) => (await get(ref(b, path))).exportVal() as unknown,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test("values of every kind come back as they were", async () => {
  await using at = await open();
  const values: unknown[] = [
    true,
    false,
    0,
    -1,
    0.1,
    1e-300,
    1.7976931348623157e308,
    2 ** 53,
    -(2 ** 53),
    5e-324,
    "",
    "\u0000\n\t\\\"'",
    "é\ud83d\ude00\uffee",
    "x".repeat(20_000),
    { a: { b: { c: { d: 1 } } } },
    { " ": 1, __proto__x: 2, constructor: 3, toString: 4 },
  ];
  for (const value of values) {
    await set(ref(at.a, "v"), value);
    expect((await get(ref(at.b, "v"))).val()).toEqual(value);
  }
});

test("null, and what is nothing but null, is no data; empty parents vanish", async () => {
  await using at = await open();
  await set(ref(at.a, "x/y/z"), 1);
  await set(ref(at.a, "x/y/z"), null);
  expect(await at.stored("/")).toBeNull();
  for (const nothing of [{}, [], { a: {}, b: null, c: { d: [] } }]) {
    await set(ref(at.a, "x"), 1);
    await set(ref(at.a, "x"), nothing);
    expect(await at.stored("/")).toBeNull();
  }
  await set(ref(at.a, "x"), { a: 1, b: 2 });
  await update(ref(at.a, "x"), { a: null, b: null });
  expect(await at.stored("/")).toBeNull();
});

test("arrays are children 0, 1, 2; they come back as an array while more than half of it is there", async () => {
  await using at = await open();
  await set(ref(at.a, "list"), ["a", "b", "c", null, "e"]);
  expect(await at.stored("list")).toEqual({ 0: "a", 1: "b", 2: "c", 4: "e" });
  // oxlint-disable-next-line no-sparse-arrays
  expect((await get(ref(at.b, "list"))).val()).toEqual(["a", "b", "c", , "e"]);
  await remove(ref(at.a, "list/0"));
  await remove(ref(at.a, "list/1"));
  expect((await get(ref(at.b, "list"))).val()).toEqual({ 2: "c", 4: "e" });
  await set(ref(at.a, "list"), { "01": "x", 1: "y" });
  expect((await get(ref(at.b, "list"))).val()).toEqual({ "01": "x", 1: "y" });
});

test("a priority stays with leaf and children until a set takes it away", async () => {
  await using at = await open();
  const node = ref(at.a, "n");
  await setWithPriority(node, 5, 1);
  expect(await at.stored("n")).toEqual({ ".value": 5, ".priority": 1 });
  expect((await get(ref(at.b, "n"))).val()).toBe(5);
  // A leaf that gives way to children hands its priority on.
  await set(child(node, "x"), true);
  expect(await at.stored("n")).toEqual({ ".priority": 1, x: true });
  await update(node, { w: true, x: null });
  expect(await at.stored("n")).toEqual({ ".priority": 1, w: true });
  // The SDK does an update in the order of its keys: in between there is nothing that could have a priority.
  await update(node, { y: false, w: null });
  expect(await at.stored("n")).toEqual({ y: false });
  await setPriority(node, "text");
  await setPriority(child(node, "y"), -0.5);
  expect(await at.stored("n")).toEqual({
    ".priority": "text",
    y: { ".value": false, ".priority": -0.5 },
  });
  await set(child(node, "y"), 1);
  expect(await at.stored("n")).toEqual({ ".priority": "text", y: 1 });
  await setPriority(node, null);
  expect(await at.stored("n")).toEqual({ y: 1 });
  await setWithPriority(node, { y: 1 }, "p");
  await set(node, { y: 2 });
  expect(await at.stored("n")).toEqual({ y: 2 });
});

test("nothing has no priority: it goes with the last child, and none can be given to what is not there", async () => {
  await using at = await open();
  const node = ref(at.a, "p/n");
  await setPriority(node, 5);
  expect(await at.stored("/")).toBeNull();
  await setWithPriority(node, { x: 1 }, 5);
  await setPriority(ref(at.a, "p"), 6);
  await remove(child(node, "x"));
  expect(await at.stored("/")).toBeNull();
  await set(node, { x: 1 });
  expect(await at.stored("p")).toEqual({ n: { x: 1 } });
  await setWithPriority(node, null, 5);
  expect(await at.stored("/")).toBeNull();
});

test("priorities inside a value, in an update and at the root are stored", async () => {
  await using at = await open();
  await set(ref(at.a), {
    ".priority": 0,
    a: { ".value": "leaf", ".priority": "x" },
    b: { ".priority": 2, c: { ".value": true, ".priority": null }, d: 1 },
  });
  expect(await at.stored("/")).toEqual({
    ".priority": 0,
    a: { ".value": "leaf", ".priority": "x" },
    b: { ".priority": 2, c: true, d: 1 },
  });
  await update(ref(at.a), {
    "a/.priority": 9,
    "b/d": { ".value": 2, ".priority": 3 },
    "b/.priority": null,
    ".priority": "root",
  });
  expect(await at.stored("/")).toEqual({
    ".priority": "root",
    a: { ".value": "leaf", ".priority": 9 },
    b: { c: true, d: { ".value": 2, ".priority": 3 } },
  });
});

test("children come by priority, then by key: none, numbers, texts", async () => {
  await using at = await open();
  const priorities = { a: "b", b: "a", c: 10, d: 9, e: -1, f: null, g: null, 2: null, 10: null };
  for (const [key, priority] of Object.entries(priorities)) {
    await setWithPriority(ref(at.a, `s/${key}`), true, priority);
  }
  const order = ["2", "10", "f", "g", "e", "d", "c", "b", "a"];
  expect(keysOf(await get(ref(at.b, "s")))).toEqual(order);
  const told = await new Promise<DataSnapshot>((resolve) => void onValue(ref(at.b, "s"), resolve));
  expect(keysOf(told)).toEqual(order);
});

test("a priority may be the server's time, or count", async () => {
  await using at = await open({ clock: () => 1_700_000_000_000 });
  await setWithPriority(ref(at.a, "n"), serverTimestamp(), serverTimestamp() as never);
  expect(await at.stored("n")).toEqual({
    ".value": 1_700_000_000_000,
    ".priority": 1_700_000_000_000,
  });
  await setPriority(ref(at.a, "n"), increment(5) as never);
  expect(await at.stored("n")).toMatchObject({ ".priority": 1_700_000_000_005 });
  await update(ref(at.a), {
    "n/.priority": serverTimestamp(),
    m: { ".value": increment(2), ".priority": 1 },
  });
  expect(await at.stored("/")).toEqual({
    m: { ".value": 2, ".priority": 1 },
    n: { ".value": 1_700_000_000_000, ".priority": 1_700_000_000_000 },
  });
});

test("increments add to what is stored, at any depth, and start anew on what is no number", async () => {
  await using at = await open();
  await set(ref(at.a, "n"), { a: 1, b: "text", d: { e: 0.5 } });
  const write = () =>
    update(ref(at.a, "n"), {
      a: increment(-3),
      b: increment(7),
      c: increment(0.25),
      "d/e": increment(1),
      f: { g: increment(2) },
    });
  await Promise.all([write(), write()]);
  expect(await at.stored("n")).toEqual({ a: -5, b: 14, c: 0.5, d: { e: 2.5 }, f: { g: 4 } });
  await set(ref(at.a, "n/d"), increment(1));
  expect(await at.stored("n/d")).toBe(1);
  await set(ref(at.a, "big"), 9_007_199_254_740_991);
  await set(ref(at.a, "big"), increment(-1));
  expect(await at.stored("big")).toBe(9_007_199_254_740_990);
});

test("the writer sees an increment at once, and then what the server made of it", async () => {
  await using at = await open({ clock: () => 1_700_000_000_000 });
  await set(ref(at.a, "n"), { count: 1 });
  const seen = watch(ref(at.b, "n"));
  await seen.until((value) => value !== null);
  const put = update(ref(at.b, "n"), { count: increment(1) });
  expect(seen.seen).toEqual([{ count: 1 }, { count: 2 }]);
  await put;
  expect(seen.seen).toEqual([{ count: 1 }, { count: 2 }]);
  await set(ref(at.b, "n/at"), serverTimestamp());
  expect(seen.seen.at(-1)).toEqual({ count: 2, at: 1_700_000_000_000 });
});

test("push gives keys in the order of time, is a promise of its reference, and writes nothing without a value", async () => {
  await using at = await open();
  const list = ref(at.a, "list");
  const empty = push(list);
  expect(empty.key).toMatch(/^[-0-9A-Z_a-z]{20}$/);
  expect((await empty).toString()).toBe(child(list, empty.key).toString());
  expect(await at.stored("list")).toBeNull();
  const pushed = Array.from({ length: 10 }, (_, i) => push(list, { i }));
  const done = await Promise.all(pushed);
  const keys = done.map(({ key }) => key);
  expect(keys).toEqual(keys.toSorted((x, y) => (String(x) < String(y) ? -1 : 1)));
  expect(keysOf(await get(ref(at.b, "list")))).toEqual(keys);
  expect(push(list).key).not.toBe(push(list).key);
});

test("a snapshot tells key, size, children, values and priorities", async () => {
  await using at = await open();
  await set(ref(at.a, "room/n"), {
    ".priority": 7,
    list: ["x", "y"],
    leaf: { ".value": 1, ".priority": "p" },
    deep: { er: { most: true } },
  });
  const snapshot = await get(ref(at.b, "room/n"));
  expect(snapshot.key).toBe("n");
  expect(snapshot.ref.toString()).toBe(ref(at.b, "room/n").toString());
  expect(snapshot.size).toBe(3);
  expect(snapshot.priority).toBe(7);
  expect(snapshot.exists()).toBe(true);
  expect(snapshot.hasChildren()).toBe(true);
  expect(snapshot.hasChild("deep/er")).toBe(true);
  expect(snapshot.hasChild("deep/no")).toBe(false);
  expect(snapshot.child("deep/er/most").val()).toBe(true);
  expect(snapshot.child("leaf").priority).toBe("p");
  expect(snapshot.child("leaf").hasChildren()).toBe(false);
  expect(snapshot.child("not/there").exists()).toBe(false);
  expect(snapshot.child("not/there").val()).toBeNull();
  expect(snapshot.val()).toEqual({ list: ["x", "y"], leaf: 1, deep: { er: { most: true } } });
  const exported = {
    ".priority": 7,
    list: { 0: "x", 1: "y" },
    leaf: { ".value": 1, ".priority": "p" },
    deep: { er: { most: true } },
  };
  expect(snapshot.exportVal()).toEqual(exported);
  expect(JSON.parse(JSON.stringify(snapshot))).toEqual(exported);
  const visited: (string | null)[] = [];
  const isCut = snapshot.forEach((each) => {
    visited.push(each.key);
    return visited.length === 2;
  });
  expect({ isCut, visited }).toEqual({ isCut: true, visited: ["deep", "list"] });
  expect(keysOf(await get(query(ref(at.b, "room/n"), orderByChild("er/most"))))).toEqual([
    "leaf",
    "list",
    "deep",
  ]);
  const root = await get(ref(at.b));
  expect({ key: root.key, size: root.size }).toEqual({ key: null, size: 1 });
});

test("what was exported can be written again and is the same", async () => {
  await using at = await open();
  const value = {
    ".priority": "first",
    a: { ".value": false, ".priority": 1 },
    b: { ".priority": -2.5, c: [{ ".value": "x", ".priority": 3 }, "y"] },
  };
  await set(ref(at.a, "from"), value);
  await set(ref(at.a, "to"), await at.stored("from"));
  expect(await at.stored("to")).toEqual(await at.stored("from"));
  const told = watch(ref(at.b, "to"));
  await told.until((seen) => seen !== null);
  expect(await at.stored("to")).toEqual(await at.stored("from"));
});

test("an update changes only what it names, deep paths too, and is one event", async () => {
  await using at = await open();
  await set(ref(at.a, "n"), { keep: 1, change: { x: 1, y: 2 }, leaf: "leaf" });
  const seen = watch(ref(at.b, "n"));
  await seen.until((value) => value !== null);
  await update(ref(at.a, "n"), { "change/x": 9, "leaf/below/it": true, new: { a: [1, 2] } });
  await seen.until((value) => (value as { new?: object }).new !== undefined);
  expect(seen.seen).toHaveLength(2);
  expect(seen.seen[1]).toEqual({
    keep: 1,
    change: { x: 9, y: 2 },
    leaf: { below: { it: true } },
    new: { a: [1, 2] },
  });
  await update(ref(at.a, "n"), {});
  expect(seen.seen).toHaveLength(2);
});

test("the SDK refuses data that no database can hold, and sends nothing", async () => {
  await using at = await open();
  const node = ref(at.a, "n");
  const deep = (depth: number): unknown => (depth === 0 ? 1 : { d: deep(depth - 1) });
  const bad: unknown[] = [
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    () => 1,
    { a: undefined },
    { "a.b": 1 },
    { "a#": 1 },
    { $a: 1 },
    { "a[": 1 },
    { "a/b": 1 },
    { "": 1 },
    { "\u007f": 1 },
    { ".value": 1, other: 2 },
    { ".unknown": 1 },
    { ["x".repeat(769)]: 1 },
    deep(33),
  ];
  for (const value of bad)
    expect(() => void set(node, value)).toThrow(/^set failed: value argument/);
  expect(() => void update(node, { a: 1, "a/b": 2 })).toThrow("ancestor");
  expect(() => void update(node, [1] as never)).toThrow("must be an object");
  expect(() => void update(node, { "a/.priority": true })).toThrow("priority");
  expect(() => void setPriority(node, {} as never)).toThrow("priority");
  expect(() => void setPriority(node, Number.NaN)).toThrow("priority");
  expect(() => void setWithPriority(node, 1, false as never)).toThrow("priority");
  expect(() => void set(ref(at.a, ".info/x"), 1)).toThrow("Can't modify data under /.info/");
  expect(() => ref(at.a, "a.b")).toThrow("invalid path");
  expect(() => child(node, "a//#")).toThrow("invalid path");
  await set(ref(at.a, "n/deepest"), deep(30));
  expect(Object.keys((await get(ref(at.b))).val() as object)).toEqual(["n"]);
});
