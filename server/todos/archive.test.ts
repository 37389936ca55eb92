import { afterEach, beforeEach, expect, test } from "vitest";
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { todoArchive } from "./archive.ts";
import { storedItem } from "./testing/stored-item.ts";

const now = Date.parse("2026-11-22T15:00:00Z");
const dayMs = 86_400_000;
const place = { list: "", parent: "", order: "a0", column: "" };

let site: Site;
beforeEach(async () => {
  site = await openSite();
});
afterEach(() => site[Symbol.asyncDispose]());

function open(backend: Partial<ServerBackend> = {}) {
  const { log, entries } = recordingLog();
  const kind = todoArchive({ backend: { ...site.serverBackend, ...backend }, log, now: () => now });
  const context = { signal: new AbortController().signal, jobId: "every-archive", attempt: 1 };
  return { run: () => kind.run({}, context), entries };
}

const done = (day: string, registers: Record<string, object> = {}) =>
  storedItem(now - 40 * dayMs, {
    title: { v: "Tea" },
    place,
    done: { v: "done", day, when: `${day}T12:00:00Z` },
    ...registers,
  });

const write = (tasks: Record<string, DatabaseJson>, uid = "ann") =>
  site.serverBackend.updateValues(
    Object.fromEntries(
      Object.entries(tasks).map(([id, task]) => [`todos/${uid}/tasks/${id}`, task]),
    ),
  );

async function left(uid = "ann") {
  const keys = await site.serverBackend.getShallow(`todos/${uid}/tasks`);
  return Object.keys((keys ?? {}) as object).toSorted();
}
async function archived(uid = "ann") {
  const found = await site.serverBackend.documentsBelow(`users/${uid}`, { limit: 100 });
  return Object.fromEntries(found.map(({ id, data }) => [id, data]));
}
const swept = async (uid = "ann") => (await site.serverBackend.getValue(`todos/${uid}/meta`)).value;

test("what was done a month ago goes into its month, with the names it had, and days are counted", async () => {
  await site.serverBackend.updateValues({
    "todos/ann/lists/home": storedItem(now, { name: { v: "Home" } }),
    "todos/ann/labels/red": storedItem(now, { name: { v: "Red" } }),
  });
  await write({
    a: done("2026-10-01", {
      place: { ...place, list: "home" },
      labels: { v: "red lost" },
      due: { v: "2026-10-01", zone: "" },
    }),
    b: done("2026-10-01"),
    c: done("2026-10-23"),
    skipped: done("2026-10-23", { done: { v: "skipped", day: "2026-10-23" } }),
    september: done("2026-09-30"),
    young: done("2026-10-24"),
    open: storedItem(now, { title: { v: "Open" }, place }),
    again: storedItem(now, { title: { v: "Again" }, place, done: { v: "", day: "" } }),
  });
  const { run } = open();
  expect(await run()).toEqual({ archived: 5, purged: 0, failed: 0 });
  expect(await left()).toEqual(["again", "open", "young"]);
  const documents = await archived();
  expect(Object.keys(documents)).toEqual(["2026-09-1", "2026-10-1", "days-2026"]);
  expect(Object.keys(documents["2026-10-1"]?.["tasks"] as object).toSorted()).toEqual([
    "a",
    "b",
    "c",
    "skipped",
  ]);
  expect(documents["2026-10-1"]).toMatchObject({
    month: "2026-10",
    tasks: {
      a: {
        title: "Tea",
        due: { date: "2026-10-01", time: null },
        listName: "Home",
        labelNames: ["Red"],
        labels: ["red", "lost"],
      },
    },
  });
  expect(documents["days-2026"]).toEqual({
    year: 2026,
    days: { "09-30": 1, "10-01": 2, "10-23": 1 },
  });
  expect(await swept()).toEqual({ swept: now });
  expect(await run()).toEqual({ archived: 0, purged: 0, failed: 0 });
  expect(await archived()).toEqual(documents);
});

test("broken off anywhere it comes to the same, and who keeps a copy hears of it", async () => {
  const tasks = { a: done("2026-10-01"), b: done("2026-10-02"), c: done("2026-08-02") };
  await write(tasks, "whole");
  await write(tasks);
  await open().run();
  const wanted = await archived("whole");
  expect(await archived()).toEqual(wanted);
  for (let calls = 0; calls < 12; calls += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one account for each
    await write(tasks, `broken${calls}`);
  }
  for (let calls = 0; calls < 12; calls += 1) {
    const uid = `broken${calls}`;
    let count = 0;
    const orEnd = async (): Promise<void> => {
      count += 1;
      if (count > calls) throw new Error("killed");
    };
    const { run } = open({
      getShallow: async (path) => (path === "todos" ? { [uid]: true } : null),
      putValue: (...args) => orEnd().then(() => site.serverBackend.putValue(...args)),
      updateValues: (values) => orEnd().then(() => site.serverBackend.updateValues(values)),
      commit: (writes) => orEnd().then(() => site.serverBackend.commit(writes)),
    });
    // oxlint-disable-next-line no-await-in-loop -- see above
    await run();
  }
  await open().run();
  for (let calls = 0; calls < 12; calls += 1) {
    // oxlint-disable-next-line no-await-in-loop -- see above
    expect(await archived(`broken${calls}`), String(calls)).toEqual(wanted);
    // oxlint-disable-next-line no-await-in-loop -- see above
    expect(await swept(`broken${calls}`), String(calls)).toEqual({ swept: now });
    // oxlint-disable-next-line no-await-in-loop -- see above
    expect(await left(`broken${calls}`)).toEqual([]);
  }
});

test("what somebody writes at that moment stays, and is in no archive", async () => {
  await write({ a: done("2026-10-01"), b: done("2026-10-01") });
  const { run } = open({
    async commit(writes) {
      await site.serverBackend.commit(writes);
      await write({ a: storedItem(now, { title: { v: "Tea, again" }, place }) });
    },
  });
  expect(await run()).toMatchObject({ archived: 1 });
  expect(await left()).toEqual(["a"]);
  expect(await archived()).toMatchObject({ "days-2026": { days: { "10-01": 1 } } });
  expect(Object.keys((await archived())["2026-10-1"]?.["tasks"] as object)).toEqual(["b"]);
});

test("a task with something open below it stays with it", async () => {
  const below = (parent: string) => ({ place: { ...place, parent } });
  await write({
    parent: done("2026-10-01"),
    child: storedItem(now, { title: { v: "Open" }, ...below("parent") }),
    other: done("2026-10-01"),
    doneChild: done("2026-10-01", below("other")),
  });
  await open().run();
  expect(await left()).toEqual(["child", "parent"]);
});

test("what was marked gone a month ago goes, unless somebody has written into it since", async () => {
  const long = { v: true, t: (now - 31 * dayMs) * 1000 };
  const gone = (registers: Record<string, object>) => storedItem(now - 40 * dayMs, registers);
  await write({
    gone: gone({ title: { v: "x" }, place, gone: long }),
    done: done("2026-10-01", { gone: long }),
    young: gone({ title: { v: "x" }, place, gone: { v: true, t: (now - 29 * dayMs) * 1000 } }),
    kept: gone({ title: { v: "x", t: now * 1000 }, place, gone: long }),
    back: gone({ title: { v: "x" }, place, gone: { ...long, v: false } }),
  });
  await site.serverBackend.updateValues({
    "todos/ann/lists/a": gone({ name: { v: "x" }, gone: long }),
    "todos/ann/lost/a": gone({ text: { v: "x" }, gone: long }),
    "todos/ann/settings/todo": gone({ zone: { v: "UTC" } }),
  });
  expect(await open().run()).toEqual({ archived: 0, purged: 4, failed: 0 });
  expect(await left()).toEqual(["back", "kept", "young"]);
  expect((await site.serverBackend.getValue("todos/ann/lists")).value).toBeNull();
  expect((await site.serverBackend.getValue("todos/ann/settings/todo")).value).not.toBeNull();
  expect(await swept()).toEqual({ swept: now });
  expect(await archived()).toEqual({});
});

test("a month of many tasks takes several documents, none too large for Firestore", async () => {
  const notes = { v: "n".repeat(9000) };
  const large = Array.from({ length: 120 }, (_one, index) => [
    `l${index}`,
    done("2026-10-01", { notes }),
  ]);
  const small = Array.from({ length: 600 }, (_one, index) => [`s${index}`, done("2026-10-02")]);
  await write(Object.fromEntries([...large, ...small]) as Record<string, DatabaseJson>);
  expect(await open().run()).toMatchObject({ archived: 720, failed: 0 });
  expect(await left()).toEqual([]);
  const { "days-2026": days, ...months } = await archived();
  expect(days).toMatchObject({ days: { "10-01": 120, "10-02": 600 } });
  const ids = Object.values(months).map(({ tasks }) => Object.keys(tasks as object));
  expect(new Set(ids.flat()).size).toBe(720);
  expect(Math.max(...ids.map(({ length }) => length))).toBeLessThanOrEqual(500);
  for (const month of Object.values(months)) {
    expect(Buffer.byteLength(JSON.stringify(month))).toBeLessThan(1_000_000);
  }
});

test("what an account writes where days, ids and archives are keeps nobody else from their turn", async () => {
  await write({
    a: done("2026-10-01"),
    __name__: done("2026-10-01"),
    odd: done("1/../../x"),
    month: done("2026-10"),
    never: done("2026-02-31"),
  });
  await site.serverBackend.commit([
    { set: "users/ann/todoArchive/2026-10-1", data: { month: "2026-10", tasks: { z: 7, y: {} } } },
    { set: "users/ann/todoArchive/2026-10-2", data: { month: "2026-10", tasks: "none" } },
    { set: "users/ann/todoArchive/days-2026", data: { days: { "09-01": "many", "10-01": 9 } } },
  ]);
  await write({ a: done("2026-10-01") }, "bad");
  await write({ a: done("2026-10-01") }, "zoe");
  const { run, entries } = open({
    async getDocument(path) {
      if (path.startsWith("users/bad/")) throw new Error("cannot be read");
      return site.serverBackend.getDocument(path);
    },
  });
  expect(await run()).toMatchObject({ failed: 1 });
  expect(entries).toMatchObject([{ uid: "bad" }]);
  expect(await left()).toEqual(["__name__", "month", "never", "odd"]);
  expect(await archived()).toMatchObject({ "days-2026": { days: { "10-01": 1 } } });
  expect(await left("zoe")).toEqual([]);
});

test("a page of what is no task ends no run and is gone over once", async () => {
  const odd = Array.from({ length: 1100 }, (_one, index) => [
    `odd${index}`,
    { done: { v: "done", day: "2026-01-01" }, gone: { v: true, t: 1 } },
  ]);
  await write(Object.fromEntries(odd) as Record<string, DatabaseJson>);
  await write({ a: done("2026-10-01") });
  let pages = 0;
  const { run } = open({
    async queryValues(path, query) {
      pages += 1;
      if (pages > 50) throw new Error("It goes on and on.");
      return site.serverBackend.queryValues(path, query);
    },
  });
  expect(await run()).toEqual({ archived: 1, purged: 0, failed: 0 });
});

test("thousands of open tasks keep those that they are below, page by page", async () => {
  const open700 = Array.from({ length: 700 }, (_one, index) => [
    `open${String(index).padStart(3, "0")}`,
    storedItem(now, { title: { v: "x" }, place: { ...place, parent: `p${index}` } }),
  ]);
  await write(Object.fromEntries(open700) as Record<string, DatabaseJson>);
  const again = { place: { ...place, parent: "again" }, done: { v: "", day: "" } };
  await write({
    p0: done("2026-10-01"),
    p699: done("2026-10-01"),
    again: done("2026-10-01"),
    child: storedItem(now, { title: { v: "x" }, ...again }),
    other: done("2026-10-01"),
  });
  expect(await open().run()).toMatchObject({ archived: 1 });
  expect(await left()).not.toContain("other");
});

test("a month that its owner filled with documents is not read to its end, and holds up nobody", async () => {
  const document = { month: "2026-10", tasks: {} };
  await site.serverBackend.commit(
    Array.from({ length: 70 }, (_one, index) => ({
      set: `users/ann/todoArchive/2026-10-${index + 1}`,
      data: document,
    })),
  );
  await write({ a: done("2026-10-01") });
  await write({ a: done("2026-10-01") }, "zoe");
  const { run, entries } = open();
  expect(await run()).toEqual({ archived: 1, purged: 0, failed: 1 });
  expect(entries).toMatchObject([{ uid: "ann" }]);
  expect(await left()).toEqual(["a"]);
});
