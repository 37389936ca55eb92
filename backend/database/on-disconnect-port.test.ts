/** What connections leave behind, on the disk. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Caller } from "../http/index.ts";
import { type Log, type SqlitePort, StoreError, openSqlite, silentLog } from "../sqlite/index.ts";
import { createTempDir } from "../sqlite/testing/temp-dir.ts";
import { type DatabaseOperations, databaseModule } from "./index.ts";
import { type OnDisconnectPort, createOnDisconnectPort } from "./on-disconnect-port.ts";
import { createOnDisconnect, runLeftBehind } from "./on-disconnect.ts";
import { type Write, type WriteResult } from "./write.ts";

const RULES = {
  rules: {
    open: { ".write": true },
    seen: { ".write": "auth !== null && !root.child('banned').exists()" },
    count: { ".write": "auth !== null" },
  },
};
const ANN = { uid: "ann", token: {} };
const put = (path: string, value: Write["value"]): Write[] => [{ path: path.split("/"), value }];

/** Another opening of the same folder is what a start after the last one finds. */
async function openStore(folder: string) {
  const rules = { file: "test.rules.json", text: JSON.stringify(RULES) };
  const sqlite = await openSqlite<DatabaseOperations>({
    path: join(folder, "test.sqlite"),
    modules: [{ url: databaseModule, settings: { rules } }],
  });
  const asked: string[] = [];
  const counted: SqlitePort<DatabaseOperations> = {
    read: (name, input) => sqlite.read(name, input),
    write(name, ...call) {
      asked.push(name);
      return sqlite.write(name, ...call);
    },
  };
  const announced: WriteResult[] = [];
  const deps = { clock: () => 5_000.5, announce: (result: WriteResult) => announced.push(result) };
  const facts = { admin: "admin" as Caller, nowMs: 0 };
  return {
    port: createOnDisconnectPort({ sqlite: counted, ...deps }),
    /** Of a store that is as `write` says. */
    portOf: (write: typeof sqlite.write): OnDisconnectPort =>
      createOnDisconnectPort({ sqlite: { ...sqlite, write }, ...deps }),
    sqlite,
    /** The writes that the store was asked for, by name. */
    asked,
    announced,
    admin: (path: string, value: Write["value"]) =>
      sqlite.write("database.write", { caller: facts.admin, writes: put(path, value), nowMs: 0 }),
    async value(): Promise<unknown> {
      const input = { caller: facts.admin, path: [], format: "export" as const, nowMs: 0 };
      return JSON.parse((await sqlite.read("database.get", input)).text);
    },
    [Symbol.asyncDispose]: () => sqlite.close(),
  };
}

function recordingLog() {
  const lines: { level: "warn" | "error"; facts: object; message: string }[] = [];
  const record = (level: "warn" | "error") => (facts: object, message: string) =>
    void lines.push({ level, facts, message });
  const log: Log = { info: () => {}, warn: record("warn"), error: record("error") };
  return { log, lines };
}

test("what is left is done at the end, announced, and then forgotten", async () => {
  using dir = createTempDir();
  await using store = await openStore(dir.path);
  const connection = createOnDisconnect(store.port, silentLog, "c");
  await connection.register(null, put("open/a", { ".sv": "timestamp" }));
  await connection.register(null, put("open/a/.priority", "p"));
  await connection.register(ANN, [...put("count", { ".sv": { increment: 1 } }), ...put("seen", 1)]);
  expect(await store.value()).toBe(null);
  await connection.run();
  await connection.run();
  await runLeftBehind(store.port, silentLog);
  expect(await store.value()).toEqual({
    open: { a: { ".value": 5_000, ".priority": "p" } },
    count: 1,
    seen: 1,
  });
  expect(store.announced.map(({ commit, changed }) => ({ commit, changed }))).toEqual([
    { commit: 1, changed: [["open", "a"]] },
    { commit: 2, changed: [["open", "a", ".priority"]] },
    { commit: 3, changed: [["count"], ["seen"]] },
  ]);
});

test("what a process left that was killed is done at the next start, once", async () => {
  using dir = createTempDir();
  const script = fileURLToPath(new URL("./testing/leave-until-killed.ts", import.meta.url));
  const path = join(dir.path, "test.sqlite");
  const args = [script, path, databaseModule.href, JSON.stringify(RULES)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  child.kill("SIGKILL");
  const [, signal] = (await once(child, "close")) as [unknown, string | null];
  expect(signal).toBe("SIGKILL");
  const done = { seen: { 0: 5_000, 1: 5_000 }, count: 2 };
  {
    await using store = await openStore(dir.path);
    expect(await store.value()).toBe(null);
    await runLeftBehind(store.port, silentLog);
    expect(await store.value()).toEqual(done);
    expect(store.announced).toHaveLength(2);
  }
  await using store = await openStore(dir.path);
  await runLeftBehind(store.port, silentLog);
  expect(await store.value()).toEqual(done);
});

test("many connections of a process that ended have all left theirs behind", async () => {
  using dir = createTempDir();
  {
    await using store = await openStore(dir.path);
    const names = Array.from({ length: 50 }, (_, index) => `connection-${index}`);
    await Promise.all(
      names.map((name) => {
        const connection = createOnDisconnect(store.port, silentLog, name);
        return connection.register(null, put(`open/${name}`, { ".sv": { increment: 1 } }));
      }),
    );
  }
  await using store = await openStore(dir.path);
  await runLeftBehind(store.port, silentLog);
  await runLeftBehind(store.port, silentLog);
  const { open } = (await store.value()) as { open: Record<string, number> };
  expect(Object.keys(open)).toHaveLength(50);
  expect(new Set(Object.values(open))).toEqual(new Set([1]));
});

test("rules are asked again at that time: what they refuse is logged and gone, the rest is done", async () => {
  using dir = createTempDir();
  {
    await using store = await openStore(dir.path);
    const connection = createOnDisconnect(store.port, silentLog, "c");
    await expect(connection.register(null, put("seen/x", 1))).rejects.toMatchObject({
      code: "permission_denied",
    });
    await connection.register(null, put("open/first", 1));
    await connection.register(ANN, [...put("seen/x", 1), ...put("count", 1)]);
    await connection.register(null, put("open/last", 1));
    await store.admin("banned", true);
  }
  await using store = await openStore(dir.path);
  const { log, lines } = recordingLog();
  await runLeftBehind(store.port, log);
  expect(lines).toEqual([
    {
      level: "warn",
      facts: { code: "permission_denied", caller: "ann", paths: ["seen/x", "count"] },
      message: expect.stringContaining("refused"),
    },
  ]);
  const done = { banned: true, open: { first: 1, last: 1 } };
  expect(await store.value()).toEqual(done);
  await store.admin("banned", null);
  await runLeftBehind(store.port, log);
  expect(await store.value()).toEqual({ open: done.open });
});

test("a later one takes the place of an earlier one at and below it, on the disk too, and the order stays", async () => {
  using dir = createTempDir();
  {
    await using store = await openStore(dir.path);
    const connection = createOnDisconnect(store.port, silentLog, "c");
    const register = (...writes: Write[][]) => connection.register(null, writes.flat());
    await register(put("open/a/x", "old"), put("open/b", "stays"));
    await register(put("open/c", { x: 1, y: 1 }));
    await register(put("open/a", { y: "new" }));
    await register(put("open/c/x", "later"));
    await register(put("open/d/e", 1));
    await connection.cancel(["open", "d"]);
    await connection.cancel(["open", "nothing"]);
    await expect(register(put("open/a", "x".repeat(1024 * 1024)))).rejects.toMatchObject({
      code: "resource_exhausted",
    });
    const more = Array.from({ length: 197 }, (_, index) => put(`open/many/${index}`, 1));
    await expect(register(...more)).rejects.toThrow(/200 writes/);
    await register(...more.slice(1));
    await connection.cancel(["open", "many"]);
  }
  await using store = await openStore(dir.path);
  await runLeftBehind(store.port, silentLog);
  expect(await store.value()).toEqual({
    open: { a: { y: "new" }, b: "stays", c: { x: "later", y: 1 } },
  });
  expect(store.announced.map(({ changed }) => changed)).toEqual([
    [["open", "b"]],
    [["open", "c"]],
    [["open", "a"]],
    [["open", "c", "x"]],
  ]);
});

test("a connection that left nothing costs no write at its end, nor does cancelling nothing", async () => {
  using dir = createTempDir();
  await using store = await openStore(dir.path);
  const connection = createOnDisconnect(store.port, silentLog, "c");
  await connection.cancel([]);
  await connection.register(null, []);
  await connection.run();
  expect(store.asked).toEqual([]);
  await connection.register(null, put("open/a", 1));
  await connection.cancel([]);
  await connection.run();
  expect(store.asked).toEqual(["database.onDisconnect.leave", "database.onDisconnect.cancel"]);
  await runLeftBehind(store.port, silentLog);
  expect(await store.value()).toBe(null);
});

test("at the end of a connection a store that is busy is waited for", async () => {
  using dir = createTempDir();
  await using store = await openStore(dir.path);
  let refusals = 0;
  const port = store.portOf((name, ...call) => {
    if (name === "database.onDisconnect.perform" && refusals < 2) {
      refusals += 1;
      return Promise.reject(new StoreError("store-busy", "Too many writes are waiting."));
    }
    return store.sqlite.write(name, ...call);
  });
  const { log, lines } = recordingLog();
  const connection = createOnDisconnect(port, log, "c");
  await connection.register(null, put("open/a", 1));
  await connection.run();
  expect({ refusals, lines }).toEqual({ refusals: 2, lines: [] });
  expect(await store.value()).toEqual({ open: { a: 1 } });
});

test("what a store that failed could not do is there at the next start", async () => {
  using dir = createTempDir();
  const { log, lines } = recordingLog();
  {
    await using store = await openStore(dir.path);
    const connection = createOnDisconnect(store.port, log, "c");
    await connection.register(null, put("open/a", 1));
    await store.sqlite.close();
    await connection.run();
  }
  expect(lines.map(({ level }) => level)).toEqual(["error"]);
  await using store = await openStore(dir.path);
  await runLeftBehind(store.port, log);
  expect(await store.value()).toEqual({ open: { a: 1 } });
});
