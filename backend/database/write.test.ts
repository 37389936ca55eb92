import { join } from "node:path";
import { expect, test } from "vitest";
import type { Caller } from "../http/index.ts";
import { openSqlite } from "../sqlite/index.ts";
import { createTempDir } from "../sqlite/testing/temp-dir.ts";
import { getLastCommit, nextCommit } from "./changes.ts";
import { putValue } from "./database-store.ts";
import { hashOf } from "./hash.ts";
import { type DatabaseOperations, databaseModule } from "./index.ts";
import { newValueLimits, parseValue } from "./parse-value.ts";
import { parseMerge, parsePut } from "./parse-writes.ts";
import { parsePath, parseWritePath } from "./path.ts";
import { openTree } from "./testing/open-tree.ts";
import { write } from "./write.ts";

const NOW_MS = 1_700_000_000_000;
const ANN = { uid: "ann", token: {} };

/** The operations of the store threads, as requests reach them. */
async function openStore(rules: object = {}) {
  const dir = createTempDir();
  const source = { file: "test.rules.json", text: JSON.stringify({ rules }) };
  const sqlite = await openSqlite<DatabaseOperations>({
    path: join(dir.path, "test.sqlite"),
    modules: [{ url: databaseModule, settings: { rules: source } }],
  });
  return {
    put(path: string, json: unknown, caller: Caller = "admin", unchangedSince?: number) {
      const writes = parsePut(parseWritePath(path), json);
      const since = unchangedSince === undefined ? {} : { unchangedSince };
      return sqlite.write("database.write", { caller, writes, nowMs: NOW_MS, ...since });
    },
    merge: (path: string, json: object, caller: Caller = "admin") =>
      sqlite.write("database.write", {
        caller,
        writes: parseMerge(parsePath(path), json),
        nowMs: NOW_MS,
      }),
    compare: (path: string, hash: string, caller: Caller = "admin") =>
      sqlite.read("database.compare", { caller, path: parsePath(path), hash, nowMs: NOW_MS }),
    /** In export form. */
    async value(path: string): Promise<unknown> {
      const input = { path: parsePath(path), format: "export" as const, nowMs: NOW_MS };
      return JSON.parse((await sqlite.read("database.get", { caller: "admin", ...input })).text);
    },
    get: (path: string, more: { format: "plain" | "export"; shallow?: boolean }) =>
      sqlite.read("database.get", {
        caller: "admin",
        path: parsePath(path),
        nowMs: NOW_MS,
        withHash: true,
        ...more,
      }),
    async [Symbol.asyncDispose]() {
      await sqlite.close();
      dir[Symbol.dispose]();
    },
  };
}

const hashOfJson = (json: unknown): string => hashOf(parseValue(json, [], newValueLimits()));

test("a conditional write costs the writer what it writes, not what is stored there", () => {
  using tree = openTree();
  const children = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, i]));
  putValue(tree.db, ["large"], children);
  const commit = nextCommit(tree.db, [["large"]]);
  const put = (more: { unchangedSince?: number }) => () =>
    write(tree.db, {
      caller: "admin",
      writes: [{ path: ["large", "k1"], value: 1 }],
      nowMs: NOW_MS,
      ...more,
    });
  expect(tree.stepsOf(put({ unchangedSince: commit }))).toBeLessThan(40);
  expect(tree.stepsOf(put({}))).toBeLessThan(40);
  const whole = () =>
    write(tree.db, {
      caller: "admin",
      writes: [{ path: ["large"], value: null }],
      nowMs: NOW_MS,
      unchangedSince: getLastCommit(tree.db),
    });
  expect(tree.stepsOf(whole)).toBeLessThan(40);
  expect(tree.rows()).toEqual([]);
});

test("who may not read is refused before anything is compared: a hash is no question that a writer may ask", async () => {
  await using store = await openStore({ a: { ".write": true }, b: { ".read": "auth !== null" } });
  await store.put("", { a: "yes", b: 1 });
  const refused = expect.objectContaining({ code: "permission_denied" });
  for (const guess of ["yes", "no", null]) {
    const hash = hashOfJson(guess);
    // oxlint-disable-next-line no-await-in-loop
    await expect(store.compare("a", hash, ANN)).rejects.toEqual(refused);
    // oxlint-disable-next-line no-await-in-loop
    await expect(store.compare("", hash, ANN)).rejects.toEqual(refused);
    // oxlint-disable-next-line no-await-in-loop
    await expect(store.compare("b", hash, null)).rejects.toEqual(refused);
  }
  const stale = expect.objectContaining({ code: "datastale" });
  await expect(store.compare("b", hashOfJson(2), ANN)).rejects.toEqual(stale);
  expect(await store.compare("b", hashOfJson(1), ANN)).toBe(1);
});

test("a conditional write is stale when something at, above or below it has changed, and by nothing else", async () => {
  await using store = await openStore();
  const since = async (change: () => Promise<unknown>, path = "a/b") => {
    await store.put("", { a: { b: { c: 1 }, other: 1 }, z: 1 });
    const { commit } = await store.put("z", 2);
    await change();
    const attempt = await store.put(path, 3, "admin", commit).then(
      () => "ok",
      (error: unknown) => (error as { code: string }).code,
    );
    return attempt;
  };
  expect(await since(() => store.put("z", 3))).toBe("ok");
  expect(await since(() => store.merge("a", { other: 5, another: 1 }))).toBe("ok");
  expect(await since(() => store.put("a/bb", 1))).toBe("ok");
  expect(await since(() => store.put("a/.priority", 1))).toBe("ok");
  expect(await since(() => store.put("a/b", 1))).toBe("datastale");
  expect(await since(() => store.put("a/b/c", 2))).toBe("datastale");
  expect(await since(() => store.put("a/b/d", 2))).toBe("datastale");
  expect(await since(() => store.put("a/b/.priority", 2))).toBe("datastale");
  expect(await since(() => store.put("a", 2))).toBe("datastale");
  expect(await since(() => store.merge("", { "a/b/x": 1, z: 3 }))).toBe("datastale");
  // A leaf above gives way, and a node goes with its last child.
  expect(await since(() => store.put("z/y", 1), "z/w")).toBe("datastale");
  expect(await since(() => store.put("a/b/c", null), "a/b")).toBe("datastale");
});

test("of conditional writes that are done together only the first finds the place unchanged", async () => {
  await using store = await openStore();
  const { commit } = await store.put("n", 0);
  const attempts = await Promise.allSettled(
    [1, 2, 3].map((value) => store.put("n", value, "admin", commit)),
  );
  expect(attempts.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await store.value("n")).toBe(1);
});

test("what has changed is not known for ever: since a commit that is not remembered, a conditional write is stale", async () => {
  await using store = await openStore();
  const { commit } = await store.put("n", 0);
  await expect(store.put("n", 1, "admin", -1)).rejects.toThrow(/has changed/);
  expect(await store.put("n", 1, "admin", commit)).toMatchObject({ commit: commit + 1 });
});

test("an update from an old base is stale for who may read, though the rules would refuse it too", async () => {
  const rules = { n: { ".read": true, ".write": "newData.val() === data.val() + 1" } };
  await using store = await openStore(rules);
  const { commit } = await store.put("n", 1);
  await store.put("n", 2, ANN);
  await expect(store.put("n", 2, ANN, commit)).rejects.toThrow(/has changed/);
  await expect(store.put("n", 2, ANN, commit + 1)).rejects.toThrow("Permission denied");
});

test("a sum that is not finite is refused only when the rules have granted the write", async () => {
  const rules = {
    open: { ".write": true },
    small: { ".write": true, ".validate": "newData.val() < 100" },
  };
  await using store = await openStore(rules);
  await store.put("", { secret: 1.7e308, none: 0, small: 1.7e308, open: -1.7e308 });
  const add = (path: string, increment: number) => store.put(path, { ".sv": { increment } }, ANN);
  const denied = expect.objectContaining({ code: "permission_denied" });
  await expect(add("secret", 1.7e308)).rejects.toEqual(denied);
  await expect(add("none", 1.7e308)).rejects.toEqual(denied);
  await expect(add("small", 1.7e308)).rejects.toEqual(denied);
  await expect(add("open", -1.7e308)).rejects.toThrow(/finite/);
  await expect(store.merge("", { open: 1, secret: 1 }, ANN)).rejects.toEqual(denied);
  expect(await store.value("")).toEqual({
    secret: 1.7e308,
    none: 0,
    small: 1.7e308,
    open: -1.7e308,
  });
});

test("an outcome says whether its writer may read what was made from stored values, as it is now", async () => {
  await using store = await openStore({
    blind: { ".write": true },
    seen: { ".read": true, ".write": true },
    own: { ".write": true, n: { ".read": "data.val() < 10" } },
  });
  await store.put("", { blind: 5, seen: 5, own: { n: 5 } });
  const add = { ".sv": { increment: 3 } };
  const readable = async (path: string, json: unknown, caller: Caller = ANN) =>
    (await store.put(path, json, caller)).isReadable;
  expect(await readable("blind", add)).toBe(false);
  expect(await readable("blind", { a: 1, b: { ".value": 2, ".priority": add } })).toBe(false);
  expect(await readable("blind", add, "admin")).toBe(true);
  // Nothing stored is in these.
  expect(await readable("blind", 7)).toBe(true);
  expect(await readable("blind", { ".sv": "timestamp" })).toBe(true);
  expect(await readable("seen", add)).toBe(true);
  expect(await readable("seen/.priority", add)).toBe(true);
  expect(await readable("own/n", add)).toBe(true);
  expect(await readable("own/n", add)).toBe(false);
  const merged = async (json: object) => (await store.merge("", json, ANN)).isReadable;
  expect(await merged({ seen: add, blind: 1 })).toBe(true);
  expect(await merged({ seen: 1, blind: add })).toBe(false);
  expect(await store.value("own/n")).toBe(11);
});

test("a priority that is written leaves the value, and a value that is written takes the priority away", async () => {
  await using store = await openStore();
  await store.put("a", { x: 1, y: { ".value": "leaf", ".priority": "p" } });
  await store.put("a/.priority", 5);
  const result = await store.put("a/x/.priority", "first");
  expect(result).toMatchObject({ values: undefined, changed: undefined });
  expect(await store.value("a")).toEqual({
    ".priority": 5,
    x: { ".value": 1, ".priority": "first" },
    y: { ".value": "leaf", ".priority": "p" },
  });
  await store.put("a/x/.priority", null);
  await store.put("a/y", "other");
  expect(await store.value("")).toEqual({ a: { ".priority": 5, x: 1, y: "other" } });
});

test("a priority is nowhere without a value: not before it, not after its last child", async () => {
  await using store = await openStore();
  await store.put("none/.priority", 1);
  expect(await store.value("")).toBe(null);
  await store.put("a", { b: { c: 1, ".priority": 2 }, ".priority": 3 });
  await store.put("a/b/c", null);
  expect(await store.value("")).toBe(null);
  await store.put("a/d", 1);
  expect(await store.value("")).toEqual({ a: { d: 1 } });
});

test("of an update the priorities are written last, whatever their place in it", async () => {
  await using store = await openStore();
  await store.merge("", { "a/.priority": 1, "a/b": 2, "c/.priority": 3, "c/d": null });
  expect(await store.value("")).toEqual({ a: { b: 2, ".priority": 1 } });
  await store.merge("a", { ".priority": "p", b: null });
  expect(await store.value("")).toBe(null);
  await store.put("x", { ".value": 1, ".priority": 4 });
  await store.merge("x", { y: 2, ".priority": 5 });
  expect(await store.value("")).toEqual({ x: { y: 2, ".priority": 5 } });
});

test("the server fills in priorities too, and adds to a leaf that has one", async () => {
  await using store = await openStore();
  await store.put("n", { ".value": 1, ".priority": 10 });
  await store.put("n", {
    ".value": { ".sv": { increment: 2 } },
    ".priority": { ".sv": { increment: 3 } },
  });
  expect(await store.value("n")).toEqual({ ".value": 3, ".priority": 13 });
  await store.merge("n", { ".priority": { ".sv": { increment: 1 } } });
  expect(await store.value("n")).toEqual({ ".value": 3, ".priority": 14 });
  await store.put("n", { ".sv": { increment: 4 } });
  expect(await store.value("n")).toBe(7);
  const now = { ".sv": "timestamp" };
  await store.put("t", { a: { ".value": now, ".priority": now }, ".priority": now });
  expect(await store.value("t")).toEqual({
    a: { ".value": NOW_MS, ".priority": NOW_MS },
    ".priority": NOW_MS,
  });
  const huge = { ".value": 1, ".priority": 1.7e308 };
  await store.put("huge", huge);
  const more = store.put("huge/.priority", { ".sv": { increment: 1.7e308 } });
  await expect(more).rejects.toThrow(/finite/);
});

test("the hash of a value has its priorities in it", async () => {
  await using store = await openStore();
  const before = { a: { ".value": 1, ".priority": 2 }, ".priority": "p" };
  const { commit } = await store.put("n", before);
  await expect(store.compare("n", hashOfJson({ a: 1 }))).rejects.toThrow(/has changed/);
  const found = await store.get("n", { format: "plain" });
  expect(found).toEqual({ text: '{"a":1}', hash: hashOfJson(before), indexed: true });
  expect(await store.compare("n", found.hash ?? "")).toBe(commit);
});

test("an answer that is shallow or plain has no priorities", async () => {
  await using store = await openStore();
  await store.put("n", { 0: { ".value": "a", ".priority": 1 }, 1: "b", ".priority": 2 });
  expect((await store.get("n", { format: "plain" })).text).toBe('["a","b"]');
  expect((await store.get("n", { format: "plain", shallow: true })).text).toBe(
    '{"0":true,"1":true}',
  );
  expect((await store.get("n/0", { format: "plain", shallow: true })).text).toBe('"a"');
});

test("rules see values without priorities, stored ones and new ones", async () => {
  await using store = await openStore({
    n: {
      ".write": "!data.exists() || data.val() === 1 && !data.hasChildren()",
      ".validate": "newData.isNumber()",
    },
    above: { ".write": true, ".validate": "newData.child('a').val() === 1" },
    m: { ".write": true, $key: { ".validate": "$key === 'a' && newData.val() === true" } },
  });
  await store.put("n", { ".value": 1, ".priority": 2 }, ANN);
  await store.put("n", { ".value": 2, ".priority": 3 }, ANN);
  await expect(store.put("n", 3, ANN)).rejects.toThrow("Permission denied");
  await store.put("above", { a: { ".value": 1, ".priority": 4 } }, ANN);
  await store.put("above/b", 2, ANN);
  await store.put("m", { a: { ".value": true, ".priority": 1 }, ".priority": 1 }, ANN);
  await expect(store.put("m", { b: true, ".priority": 1 }, ANN)).rejects.toThrow("Permission");
  expect(await store.value("")).toEqual({
    above: { a: { ".value": 1, ".priority": 4 }, b: 2 },
    n: { ".value": 2, ".priority": 3 },
    m: { a: { ".value": true, ".priority": 1 }, ".priority": 1 },
  });
});

test("a priority is written by who may write its node as it is", async () => {
  await using store = await openStore({
    locked: { ".read": false },
    rooms: {
      ".validate": "!root.child('locked/above').exists()",
      $room: {
        ".write": "auth !== null",
        ".validate": "newData.hasChildren(['name'])",
        name: { ".validate": "!root.child('locked/below').exists()" },
      },
    },
  });
  const refused = expect.objectContaining({ code: "permission_denied" });
  const prioritize = (room: string, caller: Caller) =>
    store.put(`${room}/.priority`, 1, caller).then(
      () => "ok",
      (error: unknown) => error,
    );
  await store.put("rooms", { a: { name: "A" }, odd: { x: 1 } });
  expect(await prioritize("rooms/a", ANN)).toBe("ok");
  expect(await prioritize("rooms/a", null)).toEqual(refused);
  // Its node breaks a rule as it is.
  expect(await prioritize("rooms/odd", ANN)).toEqual(refused);
  // No `$room` has the name `.priority`.
  expect(await prioritize("rooms", ANN)).toEqual(refused);
  for (const place of ["above", "below"]) {
    // oxlint-disable-next-line no-await-in-loop
    await store.put("locked", { [place]: true });
    // oxlint-disable-next-line no-await-in-loop
    expect(await prioritize("rooms/a", ANN), place).toEqual(refused);
  }
  await store.put("locked", null);
  // Judged as the whole update leaves it.
  await store.merge("rooms", { "odd/.priority": 2, "odd/name": "Odd" }, ANN);
  const spoiled = store.merge("rooms", { "odd/.priority": 3, "odd/name": null }, ANN);
  await expect(spoiled).rejects.toThrow("Permission denied");
  expect(await store.value("rooms")).toEqual({
    a: { name: "A", ".priority": 1 },
    odd: { name: "Odd", x: 1, ".priority": 2 },
  });
});

test("for rules a node is gone with its last child, though it had a priority", async () => {
  await using store = await openStore({
    n: { ".validate": "newData.child('b').exists()", $key: { ".write": true } },
  });
  await store.put("n", { a: 1, b: 1, ".priority": 1 });
  await expect(store.put("n/b", null, ANN)).rejects.toThrow("Permission denied");
  await store.merge("n", { a: null, b: null }, ANN);
  expect(await store.value("")).toBe(null);
});

test("a merge is done in the SDK's order: a node that it empties in between has no priority after it", async () => {
  await using store = await openStore();
  await store.put("a", { ".priority": 5, b: 1 });
  await store.merge("a", { c: 1, b: null });
  expect(await store.value("a")).toEqual({ c: 1 });
  await store.put("a", { ".priority": 5, c: 1 });
  await store.merge("a", { b: 1, c: null });
  expect(await store.value("a")).toEqual({ ".priority": 5, b: 1 });
});
