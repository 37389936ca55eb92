/** References, `.info`, going offline and coming back, permissions and their loss, and every function's name. */
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { deleteApp, initializeApp, setLogLevel } from "firebase/app";
import * as sdk from "firebase/database";
import {
  type Database,
  child,
  connectDatabaseEmulator,
  forceWebSockets,
  get,
  getDatabase,
  goOffline,
  goOnline,
  limitToFirst,
  limitToLast,
  onDisconnect,
  onValue,
  orderByKey,
  orderByPriority,
  orderByValue,
  query,
  ref,
  refFromURL,
  remove,
  runTransaction,
  set,
  startAt,
  update,
} from "firebase/database";
import { expect, test } from "vitest";
import { createTempDir } from "../sqlite/testing/temp-dir.ts";
import { codeOf, openModelClient, watch } from "./testing/model-client.ts";
import { openModelLink } from "./testing/model-link.ts";
import { openDatabase } from "./testing/open-database.ts";

forceWebSockets();
// It prints what the test of a deleted app is after.
setLogLevel("silent");

/** A token as the SDK reads it; the server knows it by its text. */
const tokenOf = (name: string) => `${btoa("{}")}.${btoa(`{"iat":1,"sub":"${name}"}`)}.x`;

test("references know their key, parent, root and address", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  const node = ref(a.db, "rooms/a b/é");
  expect(node.key).toBe("é");
  expect(node.parent?.key).toBe("a b");
  expect(node.root.toString()).toBe(ref(a.db).toString());
  expect(ref(a.db).parent).toBeNull();
  expect(ref(a.db).key).toBeNull();
  expect(node.toString()).toBe(`${server.origin()}/rooms/a%20b/%C3%A9`);
  expect(node.isEqual(child(ref(a.db, "rooms"), "a b/é"))).toBe(true);
  expect(query(node, limitToFirst(1)).isEqual(node)).toBe(false);
  expect(query(node, limitToFirst(1)).isEqual(query(node, limitToFirst(1)))).toBe(true);
  expect(JSON.stringify(node)).toBe(JSON.stringify(node.toString()));
  await set(node, "found");
  const same = refFromURL(a.db, `${node.toString()}?ns=foyer`);
  expect((await get(same)).val()).toBe("found");
  expect(() => refFromURL(a.db, `${server.origin()}/a.b?ns=foyer`)).toThrow(
    "must be a valid firebase URL",
  );
});

test("two databases of one app, one of them as an emulator, have the same data", async () => {
  await using server = await openDatabase();
  const app = initializeApp({ projectId: "foyer", databaseURL: server.url() }, "two");
  try {
    const byUrl = getDatabase(app);
    expect(getDatabase(app)).toBe(byUrl);
    const emulated = getDatabase(app, "https://foyer.example.firebaseio.com");
    const { hostname, port } = new URL(server.origin());
    connectDatabaseEmulator(emulated, hostname, Number(port));
    await set(ref(byUrl, "n"), 1);
    expect((await get(ref(emulated, "n"))).val()).toBe(1);
  } finally {
    await deleteApp(app);
  }
});

test("a deleted app refuses everything", async () => {
  await using server = await openDatabase();
  const app = initializeApp({ projectId: "foyer", databaseURL: server.url() }, "deleted");
  const db = getDatabase(app);
  await set(ref(db, "n"), 1);
  await deleteApp(app);
  expect(() => ref(db, "n")).toThrow("deleted database");
});

test(".info tells of the connection and of the server's clock", async () => {
  const offset = 86_400_000;
  await using server = await openDatabase({ clock: () => Date.now() + offset });
  await using a = openModelClient(server.url());
  const connected = watch(ref(a.db, ".info/connected"));
  const offsets = watch(ref(a.db, ".info/serverTimeOffset"));
  await connected.until((value) => value === true);
  expect(connected.seen).toEqual([false, true]);
  const told = (await offsets.until((value) => typeof value === "number")) as number;
  // Between the two readings of the clock lies a connection.
  expect(told).toBeGreaterThan(offset - 10_000);
  expect(told).toBeLessThanOrEqual(offset);
  goOffline(a.db);
  expect(connected.seen).toEqual([false, true, false]);
  goOnline(a.db);
  await connected.until((value) => value === true);
});

test("offline, what is known can be read, writes are seen at once and wait; then all is told and done in order", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await using b = openModelClient(server.url());
  await set(ref(a.db, "n"), { log: { first: 1 }, other: 1 });
  const seen = watch(ref(b.db, "n"));
  await seen.until((value) => value !== null);
  goOffline(b.db);
  const writes = [
    set(ref(b.db, "n/log/second"), 1),
    set(ref(b.db, "n/log/second"), 2),
    update(ref(b.db, "n"), { "log/third": 3, mine: true }),
    remove(ref(b.db, "n/log/first")),
  ];
  expect((await get(ref(b.db, "n/log"))).val()).toEqual({ second: 2, third: 3 });
  expect(seen.seen.at(-1)).toEqual({ log: { second: 2, third: 3 }, mine: true, other: 1 });
  await set(ref(a.db, "n/other"), 2);
  const late = new Promise((resolve) => {
    onValue(ref(b.db, "elsewhere"), (snapshot) => resolve(snapshot.val()));
  });
  await set(ref(a.db, "elsewhere"), "told");
  goOnline(b.db);
  await Promise.all(writes);
  expect(await late).toBe("told");
  const last = { log: { second: 2, third: 3 }, mine: true, other: 2 };
  expect(await server.value("n")).toEqual(last);
  await seen.until((value) => JSON.stringify(value) === JSON.stringify(last));
});

test("after a cut, listeners get only what changed, and what vanished meanwhile is told too", async () => {
  const link = await openModelLink(() => Number(new URL(server.origin()).port));
  await using server = await openDatabase({ socketOrigin: link.origin });
  await using _link = link;
  await using a = openModelClient(server.url());
  await using b = openModelClient(link.url, "B");
  await set(ref(a.db, "n"), { same: { x: 1 }, gone: 1, changed: 1 });
  await set(ref(a.db, "still"), { y: 1 });
  const changing = watch(ref(b.db, "n"));
  const still = watch(ref(b.db, "still"));
  const window = watch(query(ref(b.db, "n"), limitToFirst(2)));
  await window.until((value) => value !== null);
  await still.until((value) => value !== null);
  const lost = watch(ref(b.db, ".info/connected"));
  await lost.until((value) => value === true);
  link.cut("B");
  await lost.until((value) => value === false);
  await update(ref(a.db, "n"), { gone: null, changed: 2, new: 1 });
  goOnline(b.db);
  await set(ref(b.db, "marker"), 1);
  expect(changing.seen.at(-1)).toEqual({ same: { x: 1 }, changed: 2, new: 1 });
  expect(window.seen.at(-1)).toEqual({ changed: 2, new: 1 });
  expect(still.seen).toEqual([{ y: 1 }]);
});

test("after a cut nothing is sent again that the client has: values, priorities and windows have the SDK's hash", async () => {
  const link = await openModelLink(() => Number(new URL(server.origin()).port));
  await using server = await openDatabase({ socketOrigin: link.origin });
  await using _link = link;
  await using b = openModelClient(link.url, "B");
  await set(ref(b.db, "n"), {
    ".priority": "p",
    10: { ".value": 0.1, ".priority": 2 },
    9: { ".priority": -1, é: false, "\ud83d\ude00": "x" },
    a: { ".value": "", ".priority": "x" },
  });
  await set(ref(b.db, "list"), { x: { ".value": 3, ".priority": 1 }, y: 2, z: { a: 1 }, w: true });
  const targets = [
    ref(b.db, "n"),
    ref(b.db, "nothing"),
    query(ref(b.db, "list"), orderByKey(), startAt("x"), limitToFirst(2)),
    query(ref(b.db, "list"), orderByValue(), limitToLast(2)),
    query(ref(b.db, "list"), orderByPriority(), limitToLast(1)),
  ];
  for (const target of targets) onValue(target, () => {});
  const connected = watch(ref(b.db, ".info/connected"));
  await set(ref(b.db, "marker"), 1);
  const updates = updatesOf(b.db);
  link.cut("B");
  await connected.until((value) => value === false);
  goOnline(b.db);
  await set(ref(b.db, "marker"), 2);
  // Of "nothing" there is no hash: that it is still not there is told again.
  expect(updatesOf(b.db)).toBe(updates + 1);
});

test("when the server starts anew, its clients come back, are told what is new and write what waited", async () => {
  using folder = createTempDir();
  let port = 0;
  await using link = await openModelLink(() => port);
  const start = async () => {
    const server = await openDatabase({ folder: folder.path, socketOrigin: link.origin });
    port = Number(new URL(server.origin()).port);
    return server;
  };
  await using b = openModelClient(link.url, "B");
  const before = await start();
  await set(ref(b.db, "n"), { ".value": 1, ".priority": 1 });
  await onDisconnect(ref(b.db, "left")).set(true);
  const seen = watch(ref(b.db, "n"));
  await seen.until((value) => value === 1);
  const connected = watch(ref(b.db, ".info/connected"));
  await connected.until((value) => value === true);
  await before[Symbol.asyncDispose]();
  await connected.until((value) => value === false);
  goOffline(b.db);
  const waiting = [set(ref(b.db, "waited"), 1), runTransaction(ref(b.db, "count"), () => 5)];
  await using after = await start();
  expect(await after.value("")).toEqual({ left: true, n: 1 });
  await after.admin("PUT", "n", 2);
  goOnline(b.db);
  await Promise.all(waiting);
  expect(seen.seen).toEqual([1, 2]);
  expect(await after.value("")).toEqual({ count: 5, left: true, n: 2, waited: 1 });
});

test("listens, reads and writes that are refused say so, undo what was shown, and end nothing else", async () => {
  const rules = {
    rules: {
      open: { ".read": true, ".write": true, ".validate": "newData.hasChildren(['name'])" },
      shut: {},
    },
  };
  await using server = await openDatabase({ rules });
  await using a = openModelClient(server.url());
  await server.admin("PUT", "shut", { a: 1, b: 2, c: 3 });
  await set(ref(a.db, "open"), { name: "ann" });
  const seen = watch(ref(a.db, "open"));
  await seen.until((value) => value !== null);
  expect(await codeOf(set(ref(a.db, "open"), { age: 1 }))).toBe("PERMISSION_DENIED");
  expect(seen.seen).toEqual([{ name: "ann" }, { age: 1 }, { name: "ann" }]);
  const listened = (target: Parameters<typeof onValue>[0]) =>
    new Promise((resolve, reject) => {
      onValue(target, (snapshot) => resolve(snapshot.val()), reject);
    });
  const shut = ref(a.db, "shut");
  expect(await codeOf(listened(shut))).toBe("PERMISSION_DENIED");
  expect(await codeOf(listened(query(shut, limitToFirst(2))))).toBe("PERMISSION_DENIED");
  expect(await codeOf(listened(child(shut, "a")))).toBe("PERMISSION_DENIED");
  await expect(get(shut)).rejects.toThrow("Permission denied");
  await expect(get(query(shut, limitToFirst(2)))).rejects.toThrow("Permission denied");
  await set(ref(a.db, "open"), { name: "bob" });
  expect(seen.seen.at(-1)).toEqual({ name: "bob" });
});

test("whoever loses access while listening is told so, and gets nothing of what follows", async () => {
  const token = tokenOf("ann");
  const rules = {
    rules: {
      ".write": true,
      members: { ".read": true },
      room: { ".read": "root.child('members').child(auth.uid).val() === true" },
    },
  };
  await using server = await openDatabase({
    rules,
    clients: { [token]: { uid: "ann", token: {} } },
  });
  await using a = openModelClient(server.url());
  const { hostname, port } = new URL(server.origin());
  connectDatabaseEmulator(a.db, hostname, Number(port), { mockUserToken: token });
  await server.admin("PUT", "", { members: { ann: true }, room: { text: "hello" } });
  const seen: unknown[] = [];
  const window: unknown[] = [];
  const ended = [
    new Promise<Error>((resolve) => {
      onValue(ref(a.db, "room"), (snapshot) => void seen.push(snapshot.val()), resolve);
    }),
    new Promise<Error>((resolve) => {
      const target = query(ref(a.db, "room"), limitToFirst(1));
      onValue(target, (snapshot) => void window.push(snapshot.val()), resolve);
    }),
  ];
  await set(ref(a.db, "marker"), 1);
  expect(seen).toEqual([{ text: "hello" }]);
  await server.admin("PUT", "members/ann", false);
  await server.admin("PUT", "room/text", "secret");
  for (const error of await Promise.all(ended)) {
    expect((error as { code?: string }).code).toBe("PERMISSION_DENIED");
  }
  await set(ref(a.db, "marker"), 2);
  expect(JSON.stringify([seen, window])).not.toContain("secret");
});

test("what is too much for one answer is refused with TOO_BIG; a part of it is given", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  const text = "x".repeat(10_000_000);
  // A value is read up to 64 MiB.
  for (let i = 0; i < 7; i += 1) await server.admin("PUT", `big/${i}`, text);
  await expect(get(ref(a.db, "big"))).rejects.toThrow("read a part of it");
  const all = new Promise<unknown>((resolve, reject) => onValue(ref(a.db), resolve, reject));
  expect(await codeOf(all)).toBe("TOO_BIG");
  const part = await get(query(ref(a.db, "big"), orderByKey(), startAt("5"), limitToFirst(1)));
  expect(part.child("5").val()).toHaveLength(10_000_000);
}, 60_000);

test("while the store does not work, writes and reads fail with that reason", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await set(ref(a.db, "n"), 1);
  await server.sqlite.close();
  expect(await codeOf(set(ref(a.db, "n"), 2))).toBe("UNAVAILABLE");
  expect(await codeOf(update(ref(a.db), { n: 2 }))).toBe("UNAVAILABLE");
  await expect(get(ref(a.db, "n"))).rejects.toThrow("shutting down");
});

test("every function of firebase/database is used by these tests", async () => {
  const folder = import.meta.dirname;
  const names = (await readdir(folder)).filter((name) => /^sdk.*\.test\.ts$/.test(name));
  const kit = (await readdir(join(folder, "testing"))).map((name) => `testing/${name}`);
  const texts = await Promise.all(
    [...names, ...kit].map((name) => readFile(join(folder, name), "utf8")),
  );
  const functions = Object.entries(sdk)
    .filter(([name, value]) => typeof value === "function" && /^[a-z]/.test(name))
    .map(([name]) => name);
  // The one only writes what the SDK does to the console, the other asks for what the service does not speak.
  const unused = new Set(["enableLogging", "forceLongPolling"]);
  const missing = functions.filter(
    (name) => !unused.has(name) && !texts.some((text) => new RegExp(`\\b${name}\\(`).test(text)),
  );
  expect(missing).toEqual([]);
  expect(functions.length).toBeGreaterThan(35);
});

/** How often a server has sent data. */
function updatesOf(db: Database): number {
  return (db as unknown as { _repo: { dataUpdateCount: number } })._repo.dataUpdateCount;
}
