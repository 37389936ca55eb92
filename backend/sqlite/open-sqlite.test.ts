import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { OperationError, StoreError, openSqlite } from "./index.ts";
import type { EntryOperations } from "./testing/entry-operations.ts";
import { createTempDir } from "./testing/temp-dir.ts";

const entries = new URL("./testing/entry-operations.ts", import.meta.url);

function openEntries(dir: string) {
  return openSqlite<EntryOperations>({
    path: join(dir, "test.sqlite"),
    modules: [{ url: entries }],
  });
}

test("a write is seen by every read after it", async () => {
  using dir = createTempDir();
  await using store = await openEntries(dir.path);
  expect(await store.write("put", { key: "a", value: "1" })).toBe(1);
  expect(await store.read("keys", undefined)).toEqual(["a"]);
});

test("the writer keeps a write-ahead log and syncs every commit", async () => {
  using dir = createTempDir();
  await using store = await openEntries(dir.path);
  expect(await store.write("pragma", "journal_mode")).toBe("wal");
  const full = 2;
  expect(await store.write("pragma", "synchronous")).toBe(full);
  expect(await store.write("pragma", "foreign_keys")).toBe(1);
  expect(await store.read("pragma", "query_only")).toBe(1);
});

test("writes that wait together are done in order and acknowledged in order", async () => {
  using dir = createTempDir();
  await using store = await openEntries(dir.path);
  const committed: string[] = [];
  const acknowledged: string[] = [];
  const keys = Array.from({ length: 300 }, (_, index) => `key-${index}`);
  await Promise.all(
    keys.map(async (key) => {
      await store.write("put", { key, value: "" }, { onCommitted: () => void committed.push(key) });
      acknowledged.push(key);
    }),
  );
  expect(committed).toEqual(keys);
  expect(acknowledged).toEqual(keys);
  expect(await store.read("keys", undefined)).toEqual(keys);
});

test("an operation that refuses undoes itself alone and tells only its own caller", async () => {
  using dir = createTempDir();
  await using store = await openEntries(dir.path);
  const blocked = store.write("block", 50);
  const results = await Promise.allSettled([
    store.write("put", { key: "a", value: "" }),
    store.write("putThenRefuse", { key: "b", value: "" }),
    store.write("put", { key: "a", value: "again" }),
    store.write("put", { key: "c", value: "" }),
  ]);
  await blocked;
  expect(results.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "rejected",
    "fulfilled",
  ]);
  expect(await store.read("keys", undefined)).toEqual(["a", "c"]);

  const refused = (results[1] as PromiseRejectedResult).reason as OperationError;
  expect(refused).toBeInstanceOf(OperationError);
  expect(refused).toMatchObject({ code: "REFUSED", message: "No b here.", details: { key: "b" } });
  const bug = (results[2] as PromiseRejectedResult).reason as StoreError;
  expect(bug).toMatchObject({ code: "operation-failed", message: "put failed." });
  expect(String(bug.cause)).toContain("UNIQUE constraint failed");
});

test("a commit that fails rejects its whole group and nothing of it stays", async () => {
  using dir = createTempDir();
  await using store = await openEntries(dir.path);
  await store.write("put", { key: "before", value: "" });
  // What is written in one turn of the event loop is one group.
  const results = await Promise.allSettled([
    store.write("put", { key: "a", value: "" }),
    // The foreign key is deferred: this fails only when the transaction commits.
    store.write("put", { key: "b", value: "", parent: "missing" }),
  ]);
  for (const result of results) {
    expect(result).toMatchObject({ status: "rejected", reason: { code: "commit-failed" } });
  }
  expect(await store.read("keys", undefined)).toEqual(["before"]);
  expect(await store.write("put", { key: "after", value: "" })).toBe(2);
});

test("reads that are asked for at the same time go to the reader together, and each gets its own answer", async () => {
  using dir = createTempDir();
  await using store = await openEntries(dir.path);
  await store.write("put", { key: "a", value: "1" });
  using sent = vi.spyOn(Worker.prototype, "postMessage");
  const later = async () => {
    await Promise.resolve();
    return store.read("pragma", "query_only");
  };
  const bad = { note: () => {} };
  const results = await Promise.allSettled([
    store.read("keys", undefined),
    store.read("count", bad as never),
    later(),
    store.read("count", undefined as never),
  ]);
  // Once more without the one that cannot be sent.
  expect(sent).toHaveBeenCalledTimes(2);
  expect(results.map((one) => ("value" in one ? one.value : one.status))).toEqual([
    ["a"],
    "rejected",
    1,
    1,
  ]);
});

test("an input that cannot be sent to a thread is refused alone", async () => {
  using dir = createTempDir();
  await using store = await openEntries(dir.path);
  const blocked = store.write("block", 20);
  const bad = { key: "bad", value: "", note: () => {} };
  const results = await Promise.allSettled([
    store.write("put", bad),
    store.write("put", { key: "good", value: "" }),
  ]);
  await blocked;
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  await expect(store.read("count", bad as never)).rejects.toThrow("could not be cloned");
  expect(await store.read("count", undefined as never)).toBe(1);
});

test("what waits is bounded: the next write is told that the store is busy", async () => {
  using dir = createTempDir();
  await using store = await openEntries(dir.path);
  const sizeBytes = 30 * 1024 * 1024;
  const put = (key: string) => store.write("put", { key, value: "" }, { sizeBytes });
  const first = [store.write("block", 50), put("a"), put("b")];
  await expect(put("c")).rejects.toMatchObject({ code: "store-busy" });
  await Promise.all(first);
  expect(await put("d")).toBe(3);
});

test("the event loop runs on while the writer works", async () => {
  using dir = createTempDir();
  await using store = await openEntries(dir.path);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 5);
  await store.write("block", 200);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});

test("closing finishes what waits, empties the log and refuses what comes later", async () => {
  using dir = createTempDir();
  const store = await openEntries(dir.path);
  const puts = ["a", "b", "c"].map((key) => store.write("put", { key, value: "" }));
  const closing = store.close();
  await expect(store.read("keys", undefined)).rejects.toMatchObject({ code: "store-closed" });
  expect(await Promise.all(puts)).toEqual([1, 2, 3]);
  await Promise.all([closing, store.close()]);

  await using reopened = await openEntries(dir.path);
  expect(await reopened.read("keys", undefined)).toEqual(["a", "b", "c"]);
  await reopened.checkpoint();
});

test("a thread that crashes rejects what waits, and the store refuses everything after it", async () => {
  using dir = createTempDir();
  const logged: string[] = [];
  const log = {
    info: () => {},
    warn: () => {},
    error: (_: object, text: string) => void logged.push(text),
  };
  const path = join(dir.path, "test.sqlite");
  const store = await openSqlite<EntryOperations>({ path, modules: [{ url: entries }], log });
  await store.write("put", { key: "kept", value: "" });
  const failed = { code: "store-failed", message: expect.stringContaining("started again") };
  const crash = store.write("crash", undefined);
  const waiting = [store.write("put", { key: "lost", value: "" }), store.checkpoint()];
  await expect(crash).rejects.toMatchObject(failed);
  for (const one of waiting) await expect(one).rejects.toMatchObject(failed);
  await expect(store.write("put", { key: "x", value: "" })).rejects.toMatchObject(failed);
  await expect(store.read("keys", undefined)).rejects.toMatchObject(failed);
  await store.close();
  expect(logged).toEqual(["The database has stopped working"]);

  await using reopened = await openEntries(dir.path);
  expect(await reopened.read("keys", undefined)).toEqual(["kept"]);
});

test("a file that can grow no further fails the commit, and nothing acknowledged is lost", async () => {
  using dir = createTempDir();
  const script = fileURLToPath(new URL("./testing/full-disk.ts", import.meta.url));
  const path = join(dir.path, "full.sqlite");
  const child = spawn(
    "sh",
    ["-c", `ulimit -f 2000 && exec "${process.execPath}" "${script}" "${path}"`],
    {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    },
  );
  const [report] = (await once(child, "message")) as [Record<string, unknown>];
  await once(child, "exit");
  expect(report["failed"]).toBe("store-failed");
  expect(report["after"]).toBe("store-failed");

  await using store = await openSqlite<EntryOperations>({ path, modules: [{ url: entries }] });
  const kept = (await store.read("keys", undefined)).length;
  expect(kept).toBe(report["acknowledged"]);
  expect(await store.read("pragma", "integrity_check")).toBe("ok");
});

test("a database that a newer version wrote is refused", async () => {
  using dir = createTempDir();
  const path = join(dir.path, "test.sqlite");
  await (await openEntries(dir.path)).close();
  const db = new DatabaseSync(path);
  db.exec("INSERT INTO applied_migrations VALUES ('entries', 2, '0002-future.sql', 'x', 'now')");
  db.close();
  await expect(openEntries(dir.path)).rejects.toMatchObject({
    code: "migration-refused",
    message: expect.stringContaining("newer version: it has entries 0002-future.sql"),
  });
});

test("a migration that was edited after it was applied is refused", async () => {
  using dir = createTempDir();
  const path = join(dir.path, "test.sqlite");
  await (await openEntries(dir.path)).close();
  const db = new DatabaseSync(path);
  db.exec("UPDATE applied_migrations SET checksum = 'of another text'");
  db.close();
  await expect(openEntries(dir.path)).rejects.toMatchObject({
    code: "migration-refused",
    message: expect.stringContaining("is not the one that this database was made with"),
  });
});

test("a file that is no database is refused with a text that names it", async () => {
  using dir = createTempDir();
  const path = join(dir.path, "test.sqlite");
  writeFileSync(path, "this is not a database, but it is long enough to look like one".repeat(20));
  await expect(openEntries(dir.path)).rejects.toMatchObject({
    code: "store-failed",
    message: expect.stringContaining(path),
  });
});

test("a module is configured in both threads before its operations run", async () => {
  using dir = createTempDir();
  await using store = await openSqlite<EntryOperations>({
    path: join(dir.path, "test.sqlite"),
    modules: [{ url: entries, settings: { greeting: "good day" } }],
  });
  expect(await store.read("greeting", undefined)).toBe("good day");
  expect(await store.write("greeting", undefined)).toBe("good day");
});

test("an operation runs another by name in its own transaction, and undoes it with itself", async () => {
  using dir = createTempDir();
  await using store = await openEntries(dir.path);
  expect(await store.write("runs", { name: "put", input: { key: "a", value: "1" } })).toBe(1);
  await expect(
    store.write("runs", { name: "putThenRefuse", input: { key: "b", value: "2" } }),
  ).rejects.toMatchObject({ code: "REFUSED" });
  await expect(store.write("runs", { name: "nothing", input: 0 })).rejects.toMatchObject({
    code: "operation-failed",
  });
  expect(await store.read("keys", undefined)).toEqual(["a"]);
});
