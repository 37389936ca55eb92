import { join } from "node:path";
import { expect, test } from "vitest";
import type { Caller } from "../http/index.ts";
import { type StoreDatabase, openSqlite } from "../sqlite/index.ts";
import { createTempDir } from "../sqlite/testing/temp-dir.ts";
import { configureRules } from "./ask-rules.ts";
import { hashOf } from "./hash.ts";
import { type DatabaseOperations, databaseModule } from "./index.ts";
import { newValueLimits, parseValue } from "./parse-value.ts";
import { parseMerge, parsePut } from "./parse-writes.ts";
import { parsePath, parseWritePath } from "./path.ts";
import { check } from "./write.ts";

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
  const write = (writes: ReturnType<typeof parsePut>, caller: Caller, hash?: string) => {
    const input = { caller, writes, nowMs: NOW_MS, ...(hash === undefined ? {} : { hash }) };
    return sqlite.write("database.write", input);
  };
  return {
    put: (path: string, json: unknown, caller: Caller = "admin", hash?: string) =>
      write(parsePut(parseWritePath(path), json), caller, hash),
    merge: (path: string, json: object, caller: Caller = "admin") =>
      write(parseMerge(parsePath(path), json), caller),
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

const UNREADABLE: StoreDatabase = {
  prepare() {
    throw new Error("Data was looked at.");
  },
  run() {
    throw new Error("Data was looked at.");
  },
};

test("a conditional write that rules refuse looks at no data: a stranger cannot have the whole tree hashed", () => {
  const rules = { a: { ".read": "auth !== null", ".write": "auth !== null" } };
  configureRules({ file: "test.rules.json", text: JSON.stringify({ rules }) });
  const write = (caller: { uid: string; token: object } | null, path: string[]) => () =>
    check(UNREADABLE, {
      caller: caller && { uid: caller.uid, token: {} },
      writes: [{ path, value: 1 }],
      hash: "x",
      nowMs: 0,
    });
  expect(write(null, [])).toThrow("Permission denied");
  expect(write(null, ["a", "b"])).toThrow("Permission denied");
  const ann = { uid: "ann", token: {} };
  expect(write(ann, [])).toThrow("Permission denied");
  expect(write(ann, ["a"])).toThrow("Data was looked at.");
  configureRules(undefined);
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

test("a conditional write must know the priorities", async () => {
  await using store = await openStore();
  const before = { a: { ".value": 1, ".priority": 2 }, ".priority": "p" };
  await store.put("n", before);
  const withoutThem = store.put("n", 1, "admin", hashOfJson({ a: 1 }));
  await expect(withoutThem).rejects.toThrow(/has changed/);
  const found = await store.get("n", { format: "plain" });
  expect(found).toEqual({ text: '{"a":1}', hash: hashOfJson(before), indexed: true });
  await store.put("n", 1, "admin", found.hash);
  expect(await store.value("n")).toBe(1);
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
