/** `runTransaction`: on what is cached and what is not, under contention, given up, refused, and cut off. */
import { setLogLevel } from "firebase/app";
import {
  type Database,
  forceWebSockets,
  get,
  goOffline,
  goOnline,
  onValue,
  ref,
  runTransaction,
  serverTimestamp,
  set,
  setWithPriority,
} from "firebase/database";
import { expect, test } from "vitest";
import { type ModelClient, codeOf, openModelClient, watch } from "./testing/model-client.ts";
import { openModelLink } from "./testing/model-link.ts";
import { openDatabase } from "./testing/open-database.ts";

forceWebSockets();
setLogLevel("error");

const addOne = (value: number | null) => (value ?? 0) + 1;

test("one on a value that is not cached asks again with it, and ends with what it made", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await using b = openModelClient(server.url());
  await set(ref(a.db, "n"), { count: 5, kept: ["x", "y"] });
  const given: unknown[] = [];
  const result = await runTransaction(ref(b.db, "n"), (value: { count: number } | null) => {
    given.push(value);
    return value === null ? { count: 0 } : { ...value, count: value.count + 1 };
  });
  expect(given).toEqual([null, { count: 5, kept: ["x", "y"] }]);
  expect(result.committed).toBe(true);
  expect(result.snapshot.val()).toEqual({ count: 6, kept: ["x", "y"] });
  expect(result.toJSON()).toEqual({
    committed: true,
    snapshot: { count: 6, kept: { 0: "x", 1: "y" } },
  });
  expect((await get(ref(a.db, "n/count"))).val()).toBe(6);
});

test("one that gives undefined is not committed and tells what it saw; one that gives null deletes", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await using b = openModelClient(server.url());
  await set(ref(a.db, "n"), 7);
  await watch(ref(b.db, "n")).until((value) => value === 7);
  const kept = await runTransaction(ref(b.db, "n"), () => undefined);
  expect({ committed: kept.committed, value: kept.snapshot.val() }).toEqual({
    committed: false,
    value: 7,
  });
  const gone = await runTransaction(ref(b.db, "n"), () => null);
  expect({ committed: gone.committed, exists: gone.snapshot.exists() }).toEqual({
    committed: true,
    exists: false,
  });
  expect((await get(ref(a.db, "n"))).exists()).toBe(false);
});

test("an error in the function is the caller's, and changes nothing", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await set(ref(a.db, "n"), 1);
  const fails = async () =>
    runTransaction(ref(a.db, "n"), () => {
      throw new Error("no");
    });
  await expect(fails()).rejects.toThrow("no");
  const invalid = async () => runTransaction(ref(a.db, "n"), () => ({ "a.b": 1 }));
  await expect(invalid()).rejects.toThrow("contains an invalid key");
  expect((await get(ref(a.db, "n"))).val()).toBe(1);
});

test("five clients count to a hundred together: nothing is lost, nothing counted twice", async () => {
  await using server = await openDatabase();
  await using stack = new AsyncDisposableStack();
  const clients = Array.from({ length: 5 }, () => stack.use(openModelClient(server.url())));
  const [first] = clients as [ModelClient];
  await setWithPriority(ref(first.db, "counter"), 0, 7);
  const made = await Promise.all(
    clients.map(async ({ db }) => {
      const seen: number[] = [];
      for (let i = 0; i < 20; i += 1) {
        // Five at once fail each other four times at most, so 25 attempts are enough.
        const { committed, snapshot } = await runTransaction(ref(db, "counter"), addOne);
        expect(committed).toBe(true);
        seen.push(snapshot.val() as number);
      }
      return seen;
    }),
  );
  expect(made.flat().toSorted((x, y) => x - y)).toEqual(
    Array.from({ length: 100 }, (_, i) => i + 1),
  );
  expect((await get(ref(first.db, "counter"))).exportVal()).toEqual({
    ".value": 100,
    ".priority": 7,
  });
});

test("many of one client on one place, and above and below it, are done one after the other", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  const at = (path: string, make: Parameters<typeof runTransaction>[1]) =>
    runTransaction(ref(a.db, path), make);
  const results = await Promise.all([
    at("n/x", addOne),
    at("n", (value: { x?: number } | null) => ({ ...value, x: (value?.x ?? 0) + 10 })),
    at("n/x", addOne),
    at("n/y", addOne),
    at("n", (value: { x?: number } | null) => ({ ...value, z: value?.x ?? 0 })),
  ]);
  expect(results.every(({ committed }) => committed)).toBe(true);
  expect(await server.value("n")).toEqual({ x: 12, y: 1, z: 12 });
});

test("after 25 attempts on data that others keep changing, the SDK gives up with maxretry", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await set(ref(a.db, "busy"), 0);
  let attempts = 0;
  let writes = 0;
  const other = await server.raw();
  // Somebody writes before each attempt can reach the server: requests of one socket and then of the other.
  const stop = beforeEachPut(a.db, async () => {
    writes += 1;
    await other.ask("p", { p: "busy", d: writes });
  });
  const error = await runTransaction(ref(a.db, "busy"), (value: number | null) => {
    attempts += 1;
    return `${value} and more`;
  }).catch((reason: unknown) => reason);
  stop();
  expect((error as Error).message).toBe("maxretry");
  expect(attempts).toBe(25);
  expect(await server.value("busy")).toBe(writes);
  // Nothing stays behind.
  expect((await runTransaction(ref(a.db, "busy"), () => "free")).committed).toBe(true);
});

test("a priority is kept when the function gives none, and replaced when it gives one", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await using b = openModelClient(server.url());
  await setWithPriority(ref(a.db, "n"), { x: 1 }, 3);
  const kept = await runTransaction(ref(b.db, "n"), (value: object | null) => ({ ...value, y: 2 }));
  expect(kept.snapshot.exportVal()).toEqual({ ".priority": 3, x: 1, y: 2 });
  expect((await get(ref(a.db, "n"))).exportVal()).toEqual({ ".priority": 3, x: 1, y: 2 });
  const leaf = await runTransaction(ref(b.db, "n"), () => "leaf");
  expect(leaf.snapshot.priority).toBe(3);
  await runTransaction(ref(b.db, "n"), () => ({ ".value": "leaf", ".priority": "p" }));
  expect((await get(ref(a.db, "n"))).exportVal()).toEqual({ ".value": "leaf", ".priority": "p" });
  await runTransaction(ref(b.db, "n"), () => ({ ".priority": null, z: 1 }));
  expect((await get(ref(a.db, "n"))).exportVal()).toEqual({ z: 1 });
});

test("data with priorities at every depth has the SDK's hash: one attempt is enough for what is cached", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  const values = [
    { ".value": 1, ".priority": 0 },
    { ".value": "x", ".priority": -1.5 },
    { ".value": false, ".priority": "" },
    { ".priority": "p", b: 1, a: { ".value": 2, ".priority": "a" } },
    { z: { ".value": 1, ".priority": 1 }, y: { ".value": 1, ".priority": "1" }, x: 1 },
    {
      10: { ".value": 1, ".priority": 1 },
      9: { ".value": 1, ".priority": 1 },
      a: { b: { ".priority": 1e300, c: 1 } },
    },
    { a: { ".value": 1, ".priority": "\ud83d\ude00" }, b: { ".value": 1, ".priority": "\uffee" } },
  ];
  onValue(ref(a.db, "h"), () => {});
  for (const [i, value] of values.entries()) {
    await set(ref(a.db, `h/${i}`), value);
    let attempts = 0;
    const { committed } = await runTransaction(ref(a.db, `h/${i}`), (given: unknown) => {
      attempts += 1;
      return { given };
    });
    expect({ i, committed, attempts }).toEqual({ i, committed: true, attempts: 1 });
  }
});

test("with applyLocally: false only what is committed is told", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await using b = openModelClient(server.url());
  await set(ref(a.db, "n"), 1);
  const seen = watch(ref(b.db, "n"));
  await seen.until((value) => value === 1);
  const quiet = runTransaction(ref(b.db, "n"), () => 2, { applyLocally: false });
  expect(seen.seen).toEqual([1]);
  await quiet;
  expect(seen.seen).toEqual([1, 2]);
  const loud = runTransaction(ref(b.db, "n"), () => 3);
  expect(seen.seen).toEqual([1, 2, 3]);
  await loud;
});

test("it may use the server's time, and another one's result is what the next one sees", async () => {
  await using server = await openDatabase({ clock: () => 1_700_000_000_000 });
  await using a = openModelClient(server.url());
  await using b = openModelClient(server.url());
  await runTransaction(ref(a.db, "n"), () => ({ at: serverTimestamp() }));
  expect((await get(ref(b.db, "n"))).val()).toEqual({ at: 1_700_000_000_000 });
});

test("a transaction that was too late is not tried again when a set of the same client came after it", async () => {
  await using server = await openDatabase();
  await using a = openModelClient(server.url());
  await watch(ref(a.db, "n")).until((value) => value === null);
  goOffline(a.db);
  const given = codeOf(runTransaction(ref(a.db, "n/x"), () => 1));
  const put = set(ref(a.db, "n"), { y: 2 });
  await server.admin("PUT", "n/x", "somebody else");
  goOnline(a.db);
  expect(await given).toBe("set");
  await put;
  expect(await server.value("n")).toEqual({ y: 2 });
});

test("without permission to write it fails and is undone", async () => {
  const rules = { rules: { seen: { ".read": true } } };
  await using server = await openDatabase({ rules });
  await using a = openModelClient(server.url());
  await server.admin("PUT", "seen", 1);
  const seen = watch(ref(a.db, "seen"));
  await seen.until((value) => value === 1);
  const refused = runTransaction(ref(a.db, "seen"), addOne);
  expect(await codeOf(refused)).toBe("permission_denied");
  expect(seen.seen).toEqual([1, 2, 1]);
});

test("one that was sent before the connection was lost fails with disconnect; one that was not yet is done later", async () => {
  const gate = Promise.withResolvers<void>();
  let isClosed = false;
  const link = await openModelLink(() => Number(new URL(server.origin()).port));
  await using server = await openDatabase({
    socketOrigin: link.origin,
    beforeWrite: async () => (isClosed ? gate.promise : undefined),
  });
  await using _link = link;
  await using a = openModelClient(link.url, "A");
  await set(ref(a.db, "n"), 1);
  const seen = watch(ref(a.db, "n"));
  await seen.until((value) => value === 1);
  isClosed = true;
  const sent = codeOf(runTransaction(ref(a.db, "n"), addOne));
  const lost = watch(ref(a.db, ".info/connected")).until((value) => value === false);
  link.cut("A");
  await lost;
  goOffline(a.db);
  expect(await sent).toBe("disconnect");
  const later = runTransaction(ref(a.db, "later"), addOne);
  isClosed = false;
  gate.resolve();
  goOnline(a.db);
  expect((await later).snapshot.val()).toBe(1);
});

/** Delays each conditional write of this client until `before` is done. Returns how to end it. */
function beforeEachPut(db: Database, before: () => Promise<void>): () => void {
  type Send = (action: string, body: { h?: string }, onResponse?: unknown) => void;
  const { _repo: repo } = db as unknown as {
    _repo: { persistentConnection_: { sendRequest: Send } };
  };
  const connection = repo.persistentConnection_;
  const send = connection.sendRequest.bind(connection);
  connection.sendRequest = (action, body, onResponse) => {
    if (action !== "p" || body.h === undefined) send(action, body, onResponse);
    else void before().then(() => send(action, body, onResponse));
  };
  return () => void (connection.sendRequest = send);
}
