/** The unmodified SDK against the service: the main uses of it. `sdk-*.test.ts` go through each part. */
import { setLogLevel } from "firebase/app";
import {
  type Database,
  type DataSnapshot,
  type Query,
  child,
  connectDatabaseEmulator,
  endAt,
  equalTo,
  forceWebSockets,
  get,
  goOffline,
  goOnline,
  increment,
  limitToFirst,
  limitToLast,
  off,
  onChildAdded,
  onChildChanged,
  onChildRemoved,
  onValue,
  orderByChild,
  orderByKey,
  orderByValue,
  push,
  query,
  ref,
  remove,
  runTransaction,
  serverTimestamp,
  set,
  startAfter,
  startAt,
  update,
} from "firebase/database";
import { expect, test } from "vitest";
import { createTempDir } from "../sqlite/testing/temp-dir.ts";
import { openModelClient as openClient, watch } from "./testing/model-client.ts";
import { openDatabase } from "./testing/open-database.ts";
import { seededRandom } from "./testing/random.ts";

forceWebSockets();
// It warns of every refusal.
setLogLevel("error");

const codeOf = (error: unknown) => (error as { code?: string }).code;

test("what one client sets another gets, in Firebase's form", async () => {
  await using server = await openDatabase();
  await using a = openClient(server.url());
  await using b = openClient(server.url());
  const value = {
    text: "é\ud83d\ude00",
    flag: false,
    zero: 0,
    list: ["x", "y"],
    sparse: { 0: "a", 9: "b" },
    deep: { a: { b: { c: 1.5 } } },
    empty: {},
    gone: null,
  };
  await set(ref(a.db, "room/1"), value);
  const got = await get(ref(b.db, "room/1"));
  const { empty: _empty, gone: _gone, ...rest } = value;
  expect(got.val()).toEqual(rest);
  expect((await get(ref(b.db, "room/1/deep/a/b/c"))).val()).toBe(1.5);
  await remove(ref(b.db, "room/1"));
  expect((await get(ref(a.db, "room"))).exists()).toBe(false);
});

test("a leaf gives way to children, and children to a leaf; deleting below a leaf leaves it", async () => {
  await using server = await openDatabase();
  await using a = openClient(server.url());
  await using b = openClient(server.url());
  const root = watch(ref(b.db, "n"));
  await set(ref(a.db, "n"), "leaf");
  await root.until((value) => value === "leaf");
  await remove(ref(a.db, "n/below/it"));
  expect(await server.value("n")).toBe("leaf");
  await set(ref(a.db, "n/below/it"), 1);
  await root.until((value) => JSON.stringify(value) === '{"below":{"it":1}}');
  await remove(ref(a.db, "n/below/it"));
  await root.until((value) => value === null);
  await set(ref(a.db, "n/x"), 1);
  await set(ref(a.db, "n"), 5);
  await root.until((value) => value === 5);
  expect(await server.value("")).toEqual({ n: 5 });
});

test("listeners at a node, above it and below it follow another client", async () => {
  await using server = await openDatabase();
  await using a = openClient(server.url());
  await using b = openClient(server.url());
  const above = watch(ref(b.db, "/"));
  const at = watch(ref(b.db, "x/y"));
  await set(ref(a.db, "x/y/z"), 1);
  expect(await above.until((value) => value !== null)).toEqual({ x: { y: { z: 1 } } });
  expect(await at.until((value) => value !== null)).toEqual({ z: 1 });
  above.stop();
  await set(ref(a.db, "x"), { y: { z: 2, w: [1, 2] } });
  expect(await at.until((value) => (value as { z: number }).z === 2)).toEqual({ z: 2, w: [1, 2] });
});

test("child events tell what was added, changed and removed", async () => {
  await using server = await openDatabase();
  await using a = openClient(server.url());
  await using b = openClient(server.url());
  const list = ref(b.db, "list");
  const events: string[] = [];
  const note = (kind: string) => (snapshot: DataSnapshot) =>
    events.push(`${kind} ${snapshot.key} ${JSON.stringify(snapshot.val())}`);
  onChildAdded(list, note("added"));
  onChildChanged(list, note("changed"));
  onChildRemoved(list, note("removed"));
  const all = watch(list);
  await set(ref(a.db, "list"), { 10: "ten", 9: "nine", b: "b" });
  await all.until((value) => value !== null);
  await update(ref(a.db, "list"), { 9: "neuf", b: null, a: { deep: 1 } });
  await all.until((value) => JSON.stringify(value).includes("deep"));
  expect(events).toEqual([
    'added 9 "nine"',
    'added 10 "ten"',
    'added b "b"',
    'removed b "b"',
    'added a {"deep":1}',
    'changed 9 "neuf"',
  ]);
});

test("pushed children come in the order of their keys", async () => {
  await using server = await openDatabase();
  await using a = openClient(server.url());
  const list = ref(a.db, "log");
  for (let i = 0; i < 5; i += 1) void push(list, i);
  await push(list, 5);
  const values: unknown[] = [];
  (await get(list)).forEach((snapshot) => void values.push(snapshot.val()));
  expect(values).toEqual([0, 1, 2, 3, 4, 5]);
});

test("an update of several paths is seen whole or not at all", async () => {
  await using server = await openDatabase();
  await using a = openClient(server.url());
  await using b = openClient(server.url());
  const seen = watch(ref(b.db, "pair"));
  await seen.until((value) => value === null);
  for (let i = 1; i <= 30; i += 1) {
    void update(ref(a.db), { "pair/left/n": i, "pair/right/n": i, [`log/${i}`]: true });
  }
  await seen.until((value) => (value as { left: { n: number } } | null)?.left.n === 30);
  for (const value of seen.seen) {
    const pair = value as { left: { n: number }; right: { n: number } } | null;
    expect(pair?.left.n).toBe(pair?.right.n);
  }
});

test("transactions of two clients on one counter add up, cached or not", async () => {
  await using server = await openDatabase();
  await using a = openClient(server.url());
  await using b = openClient(server.url());
  onValue(ref(a.db, "counter"), () => {});
  const rounds = Array.from({ length: 8 }, (_, round) => round);
  const add = (db: Database) =>
    runTransaction(ref(db, "counter/n"), (value: number | null) => (value ?? 0) + 1);
  const results = await Promise.all(rounds.flatMap(() => [add(a.db), add(b.db)]));
  expect(results.every(({ committed }) => committed)).toBe(true);
  expect(await server.value("counter/n")).toBe(16);
});

test("the hash of random values is the SDK's: a transaction on what it has cached needs one attempt", async () => {
  await using server = await openDatabase();
  await using a = openClient(server.url());
  const random = seededRandom(7);
  const edges = [2 ** 53 - 1, 2 ** 49 - 1, 2 ** 48 - 1, 2 ** 29, 1e-310, 5e-324, 1.7e308, 0.1, -1];
  onValue(ref(a.db, "h"), () => {});
  for (let i = 0; i < 100; i += 1) {
    const node = ref(a.db, `h/${i}`);
    // oxlint-disable-next-line no-await-in-loop
    await set(node, i < edges.length ? edges[i] : random.value(4));
    let attempts = 0;
    // oxlint-disable-next-line no-await-in-loop
    const { committed } = await runTransaction(node, (value: unknown) => {
      attempts += 1;
      return { before: value, i };
    });
    expect({ i, committed, attempts }).toEqual({ i, committed: true, attempts: 1 });
  }
}, 60_000);

test("a transaction that gives nothing back changes nothing", async () => {
  await using server = await openDatabase();
  await using a = openClient(server.url());
  await set(ref(a.db, "n"), 1);
  const result = await runTransaction(ref(a.db, "n"), () => undefined);
  expect(result.committed).toBe(false);
  expect(await server.value("n")).toBe(1);
});

test("the server fills in its time once per write, and adds", async () => {
  let nowMs = 1_000;
  await using server = await openDatabase({ clock: () => (nowMs += 1) });
  await using a = openClient(server.url());
  await set(ref(a.db, "t"), { one: serverTimestamp(), two: { three: serverTimestamp() } });
  const times = (await get(ref(a.db, "t"))).val();
  expect(times.one).toBe(times.two.three);
  await Promise.all(Array.from({ length: 20 }, () => set(ref(a.db, "sum"), increment(2))));
  await update(ref(a.db), { sum: increment(-0.5), text: "x" });
  await set(ref(a.db, "text"), increment(3));
  expect(await server.value("")).toMatchObject({ sum: 39.5, text: 3 });
});

test("read, listen and write without permission fail, each with its own error, and change nothing", async () => {
  const rules = { rules: { open: { ".read": true, ".write": true }, shut: {} } };
  await using server = await openDatabase({ rules });
  await using a = openClient(server.url());
  await server.admin("PUT", "shut", "secret");
  expect(codeOf(await set(ref(a.db, "shut"), 1).catch((error: unknown) => error))).toBe(
    "PERMISSION_DENIED",
  );
  const both = update(ref(a.db), { "open/x": 1, "shut/x": 1 });
  expect(codeOf(await both.catch((error: unknown) => error))).toBe("PERMISSION_DENIED");
  const read = await get(ref(a.db, "shut")).catch((error: unknown) => error);
  expect(String(read)).toContain("Permission denied");
  const cancelled = await new Promise((resolve) => onValue(ref(a.db, "shut"), resolve, resolve));
  expect(String(cancelled)).toContain("permission_denied");
  expect(await server.value("")).toEqual({ shut: "secret" });
  await set(ref(a.db, "open/x"), 1);
  expect((await get(ref(a.db, "open"))).val()).toEqual({ x: 1 });
});

test("filtered reads and listens get what the SDK's own filter would leave", async () => {
  await using server = await openDatabase();
  await using writer = openClient(server.url());
  await using reader = openClient(server.url());
  await using whole = openClient(server.url());
  const random = seededRandom(3);
  const people: Record<string, unknown> = {};
  for (let i = 0; i < 40; i += 1) {
    const age = random.pick([random.below(10), String(random.below(10)), true, null, { x: 1 }]);
    people[random.key()] =
      random.below(4) === 0 ? random.leaf() : { n: i, ...(age === null ? {} : { age }) };
  }
  await set(ref(writer.db, "people"), people);
  // With all data cached the SDK filters by itself.
  await watch(ref(whole.db, "people")).until((value) => value !== null);
  const filters: ((node: Query) => Query)[] = [
    (node) => query(node, limitToFirst(3)),
    (node) => query(node, limitToLast(3)),
    (node) => query(node, orderByKey(), startAt("5"), limitToFirst(4)),
    (node) => query(node, orderByKey(), startAfter("5"), endAt("b")),
    (node) => query(node, orderByValue(), limitToLast(5)),
    (node) => query(node, orderByValue(), startAt(3), limitToFirst(5)),
    (node) => query(node, orderByChild("age"), limitToFirst(7)),
    (node) => query(node, orderByChild("age"), startAt(2), endAt("5")),
    (node) => query(node, orderByChild("age"), equalTo(3)),
    (node) => query(node, orderByChild("age"), equalTo(null), limitToLast(2)),
    (node) => query(node, orderByChild("age"), startAfter(4), limitToLast(9)),
  ];
  const keysOf = (snapshot: DataSnapshot) => {
    const keys: string[] = [];
    snapshot.forEach((each) => void keys.push(each.key));
    return keys;
  };
  for (const filter of filters) {
    const right = keysOf(await get(filter(ref(whole.db, "people"))));
    expect(keysOf(await get(filter(ref(reader.db, "people"))))).toEqual(right);
    const listened = await new Promise<DataSnapshot>((resolve) => {
      onValue(filter(ref(reader.db, "people")), resolve, { onlyOnce: true });
    });
    expect(keysOf(listened)).toEqual(right);
  }
});

test("a filtered listener follows what enters and leaves its window", async () => {
  await using server = await openDatabase();
  await using a = openClient(server.url());
  await using b = openClient(server.url());
  await set(ref(a.db, "s"), { x: { n: 1 }, y: { n: 2 } });
  const top = watch(query(ref(b.db, "s"), orderByChild("n"), limitToLast(2)));
  await top.until((value) => value !== null);
  await set(ref(a.db, "s/z"), { n: 3 });
  await top.until((value) => JSON.stringify(value) === '{"y":{"n":2},"z":{"n":3}}');
  await set(ref(a.db, "s/x/n"), 9);
  await top.until((value) => JSON.stringify(value) === '{"x":{"n":9},"z":{"n":3}}');
  await remove(ref(a.db, "s/z"));
  await top.until((value) => JSON.stringify(value) === '{"x":{"n":9},"y":{"n":2}}');
  expect(top.seen.every((value) => Object.keys(value as object).length <= 2)).toBe(true);
});

test("a client that was away gets what changed meanwhile, and its own waiting writes arrive", async () => {
  await using server = await openDatabase();
  await using a = openClient(server.url());
  await using b = openClient(server.url());
  await set(ref(a.db, "n"), { same: 1, other: 1 });
  const seen = watch(ref(b.db, "n"));
  await seen.until((value) => value !== null);
  goOffline(b.db);
  const written = set(ref(b.db, "n/mine"), "b");
  await set(ref(a.db, "n/other"), 2);
  goOnline(b.db);
  await written;
  const last = { mine: "b", other: 2, same: 1 };
  await seen.until((value) => JSON.stringify(value) === JSON.stringify(last));
  expect(await server.value("n")).toEqual(last);
  off(child(ref(b.db), "n"));
});

test("a text of 10 MB and a tree of 20,000 leaves pass, one character more does not", async () => {
  // Whoever has not signed in has shorter messages. The SDK reads its token.
  const token = `${btoa("{}")}.${btoa(`{"iat":1}`)}.x`;
  await using server = await openDatabase({ clients: { [token]: { uid: "ann", token: {} } } });
  await using a = openClient(server.url());
  const { hostname, port } = new URL(server.origin());
  connectDatabaseEmulator(a.db, hostname, Number(port), { mockUserToken: token });
  const text = "\n".repeat(1000) + "x".repeat(10_485_760 - 1000);
  await set(ref(a.db, "big"), text);
  const leaves = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, `é${i}`]));
  await set(ref(a.db, "many"), leaves);
  expect((await get(ref(a.db, "big"))).val() === text).toBe(true);
  expect((await get(ref(a.db, "many"))).val()).toEqual(leaves);
  const refused = await server.admin("PUT", "big", `${text}x`);
  expect(refused).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("10485760") },
  });
}, 60_000);

test("what is too large for whoever has not signed in is refused, not sent again and again", async () => {
  await using server = await openDatabase();
  await using a = openClient(server.url());
  const refused = set(ref(a.db, "big"), "x".repeat(300_000));
  await expect(refused).rejects.toMatchObject({ code: "TOO_BIG" });
  await set(ref(a.db, "small"), 1);
  expect(await server.value("")).toEqual({ small: 1 });
});

test("data, and the number of the last commit, are there after a restart", async () => {
  using dir = createTempDir();
  const value = { "-1": "x", "01": "y", 1: "z", é: [1, 2] };
  let last = 0;
  {
    await using server = await openDatabase({ folder: dir.path });
    await using a = openClient(server.url());
    await set(ref(a.db, "kept"), value);
    await set(ref(a.db, "gone"), 1);
    await remove(ref(a.db, "gone"));
    last = server.commits.at(-1)?.commit ?? 0;
  }
  await using server = await openDatabase({ folder: dir.path });
  await using a = openClient(server.url());
  expect((await get(ref(a.db))).val()).toEqual({ kept: value });
  await set(ref(a.db, "next"), 1);
  expect(server.commits).toEqual([{ commit: last + 1, writes: [{ path: "next", value: 1 }] }]);
});
