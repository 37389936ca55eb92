import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createJobs } from "../jobs/jobs.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { createNotifier } from "../notifications/notify.ts";
import { createReminders } from "./reminders.ts";
import { storedItem } from "./testing/stored-item.ts";

const start = Date.parse("2026-11-22T15:00:00Z");
const hourMs = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

let site: Site;
let uid: string;
let now: number;
const opened: (() => Promise<void>)[] = [];
beforeEach(async () => {
  now = start;
  site = await openSite();
  ({ uid } = await site.serverBackend.createAccount({ email: "ann@example.com" }));
});
afterEach(async () => {
  for (const close of opened.splice(0)) {
    // oxlint-disable-next-line no-await-in-loop -- few
    await close();
  }
  await site[Symbol.asyncDispose]();
});

/** What a process has, or another copy of it. */
function open(other: Partial<ServerBackend> = {}) {
  const { log, entries } = recordingLog();
  const backend = { ...site.serverBackend, ...other };
  const notifier = createNotifier({
    backend,
    push: { devicesOf: async () => [], ownerOf: async () => undefined, send: async () => "sent" },
    mail: undefined,
    jobs: () => jobs,
    origin: () => "https://site.example",
    log,
    now: () => now,
  });
  const reminders = createReminders({
    backend,
    jobs: () => jobs,
    notifier,
    log,
    now: () => now,
  });
  const jobs: Jobs = createJobs({
    backend,
    log,
    now: () => now,
    newId: randomUUID,
    kinds: { ...notifier.jobKinds, remind: reminders.jobKinds["remind"] ?? { async run() {} } },
  });
  opened.push(
    () => reminders.close(),
    () => jobs.close(),
  );
  return { reminders, jobs, entries };
}

const write = (id: string, registers: Record<string, object>) =>
  site.serverBackend.updateValues({
    [`todos/${uid}/tasks/${id}`]: storedItem(start, {
      title: { v: `Task ${id}` },
      place: { list: "", parent: "", order: "a0", column: "" },
      ...registers,
    }),
  });
const remindAt = (ms: number) => ({ remind: { v: "", zone: "UTC", at: iso(ms) } });

async function told() {
  const { value } = await site.serverBackend.getValue(`notifications/${uid}`);
  return Object.values((value ?? {}) as Record<string, { title: string }>).map(
    ({ title }) => title,
  );
}
const waiting = () => site.serverBackend.listDocuments("reminders");

test("a task is reminded of when it is time, once, whoever plans and however often", async () => {
  await write("a", { ...remindAt(start + hourMs), due: { v: "2026-12-01T09:00", zone: "UTC" } });
  const { reminders, jobs } = open();
  await Promise.all([reminders.plan(uid), open().reminders.plan(uid)]);
  await jobs.runDue();
  expect(await told()).toEqual([]);
  now += hourMs;
  await jobs.runDue();
  const { value } = await site.serverBackend.getValue(`notifications/${uid}`);
  expect(Object.values(value as object)).toMatchObject([
    {
      kind: "reminder",
      title: "Task a",
      text: "Due 1 Dec 2026, 09:00",
      path: "/AdvancedTodoList?task=a",
      sent: true,
    },
  ]);
  await site.serverBackend.updateValues({ [`notifications/${uid}`]: null });
  const other = open();
  await other.reminders.plan(uid);
  now += hourMs;
  await other.jobs.runDue();
  expect(await told()).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test("one that is moved comes at its new time alone, and one that is moved back at its old one", async () => {
  const { reminders, jobs } = open();
  for (const hours of [1, 5, 3, 1, 3]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await write("a", remindAt(start + hours * hourMs));
    // oxlint-disable-next-line no-await-in-loop -- see above
    await reminders.plan(uid);
  }
  now += hourMs;
  await jobs.runDue();
  expect(await told()).toEqual([]);
  now += 2 * hourMs;
  await jobs.runDue();
  expect(await told()).toEqual(["Task a"]);
  now += 3 * hourMs;
  await jobs.runDue();
  expect(await told()).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

test("what is done, skipped, deleted or gone by then is not told; what words were written into since is", async () => {
  for (const id of ["done", "skipped", "gone", "deleted", "back", "open"]) {
    // oxlint-disable-next-line no-await-in-loop -- few
    await write(id, remindAt(start + hourMs));
  }
  const { reminders, jobs } = open();
  await reminders.plan(uid);
  await write("done", { ...remindAt(start + hourMs), done: { v: "done", day: "2026-11-22" } });
  await write("skipped", { ...remindAt(start + hourMs), done: { v: "skipped", day: "" } });
  await write("gone", { ...remindAt(start + hourMs), gone: { v: true, t: start * 1000 + 1 } });
  await write("back", { ...remindAt(start + hourMs), gone: { v: true, t: start * 1000 - 1 } });
  await write("open", { ...remindAt(start + hourMs), done: { v: "", day: "" } });
  await site.serverBackend.updateValues({ [`todos/${uid}/tasks/deleted`]: null });
  now += hourMs;
  await jobs.runDue();
  expect((await told()).toSorted()).toEqual(["Task back", "Task open"]);
  expect(await waiting()).toEqual([]);
});

test("only what is near is planned, and what a server that stood still has missed", async () => {
  await write("far", remindAt(start + 49 * hourMs));
  await write("soon", remindAt(start + 47 * hourMs));
  await write("missed", remindAt(start - 30 * hourMs));
  await write("old", remindAt(start - 8 * 24 * hourMs));
  await write("odd", { remind: { v: "", zone: "", at: "2026-11-22Tsoon" } });
  const { reminders, jobs } = open();
  await reminders.plan(uid);
  const tasks = (await waiting()).map(({ data }) => data["task"]);
  expect(new Set(tasks)).toEqual(new Set(["missed", "soon"]));
  await jobs.runDue();
  expect(await told()).toEqual(["Task missed"]);
});

test("no job names an account or holds words", async () => {
  await write("a", remindAt(start + hourMs));
  await open().reminders.plan(uid);
  const jobs = JSON.stringify(await site.serverBackend.listDocuments("jobs"));
  expect(jobs).not.toContain(uid);
  expect(jobs).not.toContain("Task a");
});

const tasksAhead = (count: number, ms: (index: number) => number) =>
  site.serverBackend.updateValues(
    Object.fromEntries(
      Array.from({ length: count }, (_one, index) => [
        `todos/${uid}/tasks/t${index}`,
        storedItem(start, {
          title: { v: `Task t${index}` },
          place: { list: "", parent: "", order: "a0", column: "" },
          ...remindAt(start + hourMs + ms(index)),
        }),
      ]),
    ),
  );
const jobs = () => site.serverBackend.findDocuments("jobs", { limit: 2000 });

test("of one account two hundred are planned at once, the soonest, and the others later", async () => {
  await tasksAhead(330, (index) => index % 3);
  const { reminders } = open();
  await reminders.plan(uid);
  const first = await waiting();
  expect(first).toHaveLength(200);
  expect(first.filter(({ data }) => data["at"] === iso(start + hourMs))).toHaveLength(110);
  now += 10 * 60_000;
  await reminders.plan(uid);
  expect(await waiting()).toHaveLength(210);
  now += 6 * hourMs;
  await reminders.plan(uid);
  expect(await waiting()).toHaveLength(330);
});

test("the rest of a day with very many is planned by itself, without a write and before the next plan of all", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    await tasksAhead(205, () => 0);
    const { reminders } = open();
    await reminders.plan(uid);
    expect(await waiting()).toHaveLength(200);
    now += 10 * 60_000;
    vi.advanceTimersByTime(10 * 60_000);
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(waiting).toHaveLength(205);
});

test("what is to come is planned however many of the last days were reminded of", async () => {
  await site.serverBackend.updateValues(
    Object.fromEntries(
      Array.from({ length: 1001 }, (_one, index) => [
        `todos/${uid}/tasks/d${index}`,
        storedItem(start, {
          title: { v: "Done" },
          place: { list: "", parent: "", order: "a0", column: "" },
          done: { v: "done", day: "2026-11-21" },
          ...remindAt(start - hourMs - index),
        }),
      ]),
    ),
  );
  await write("a", remindAt(start + hourMs));
  await open().reminders.plan(uid);
  expect((await waiting()).map(({ data }) => data["task"])).toEqual(["a"]);
});

test("who moves reminders without end makes no jobs without end, and takes nobody else's share", async () => {
  const { reminders } = open();
  for (let round = 0; round < 5; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- round by round
    await tasksAhead(60, () => round);
    // oxlint-disable-next-line no-await-in-loop -- see above
    await reminders.plan(uid);
  }
  expect(await jobs()).toHaveLength(200);
  const remind = { v: "", zone: "UTC", at: iso(start + hourMs) };
  const place = { list: "", parent: "", order: "a0", column: "" };
  const bens = storedItem(start, { title: { v: "b" }, place, remind });
  await site.serverBackend.updateValues({ "todos/ben/tasks/b": bens });
  await reminders.plan("ben");
  expect(await jobs()).toHaveLength(201);
});

test("an instant that is written in another way is none", async () => {
  const far = "2026-11-22T16:00:00.000Z (is it?)";
  const ats = [far, "2026-11-22", "2026-11-22T16:00Z", "2026-11-22T16:00:00.000+02:00"];
  for (const [index, at] of ats.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- few
    await write(`t${index}`, { remind: { v: "", zone: "UTC", at } });
  }
  await open().reminders.plan(uid);
  expect(await waiting()).toEqual([]);
});

test("a write that touches a reminder plans, others do not", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { reminders } = open();
    await write("a", remindAt(start + hourMs));
    reminders.onWrite(`todos/${uid}/tasks/a/title`, {});
    reminders.onWrite(`todos/${uid}/lists/a`, {});
    reminders.onWrite(`todos/${uid}/tasks/a`, null);
    reminders.onWrite(`users/${uid}/tasks/a/remind`, {});
    expect(vi.getTimerCount()).toBe(0);
    for (const path of ["tasks/a/remind", "tasks/a", "tasks/a/remind"]) {
      reminders.onWrite(`todos/${uid}/${path}`, {});
    }
    reminders.onWrite(`todos/${uid}`, {});
    expect(vi.getTimerCount()).toBe(1);
    vi.runAllTimers();
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(waiting).toHaveLength(1);
});

test("the daily plan looks at everybody, and forgets what two copies left behind", async () => {
  await write("a", remindAt(start + hourMs));
  const stray = { uid, task: "z", at: iso(start - 15 * 24 * hourMs) };
  await site.serverBackend.commit([{ set: "reminders/stray", data: stray }]);
  const { reminders } = open();
  const context = { signal: new AbortController().signal, jobId: "x", attempt: 1 };
  const result = await reminders.jobKinds["plan-reminders"]?.run({}, context);
  expect(result).toEqual({ accounts: 1, failed: 0, forgotten: 1 });
  expect((await waiting()).map(({ data }) => data["task"])).toEqual(["a"]);
});

test("one account that cannot be read keeps no other from its plan", async () => {
  await write("a", remindAt(start + hourMs));
  const a = storedItem(start, { title: { v: "a" } });
  await site.serverBackend.updateValues({ "todos/!first/tasks/a": a });
  const { reminders, entries } = open({
    queryValues: (path, query) =>
      path.includes("!first")
        ? Promise.reject(new Error("cannot be read"))
        : site.serverBackend.queryValues(path, query),
  });
  const context = { signal: new AbortController().signal, jobId: "x", attempt: 1 };
  const result = await reminders.jobKinds["plan-reminders"]?.run({}, context);
  expect(result).toMatchObject({ accounts: 2, failed: 1 });
  expect((await waiting()).map(({ data }) => data["task"])).toEqual(["a"]);
  expect(entries).toMatchObject([{ uid: "!first" }]);
});
