import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
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
function open() {
  const { log, entries } = recordingLog();
  const backend = site.serverBackend;
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
      text: "Due Dec 1, 2026, 09:00",
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

test("more than a page of them is planned, in the order of their time", async () => {
  for (let count = 0; count < 450; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a list
    await write(`t${count}`, remindAt(start + hourMs + (count % 3)));
  }
  await open().reminders.plan(uid);
  expect(await waiting()).toHaveLength(450);
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
  expect(result).toEqual({ accounts: 1, forgotten: 1 });
  expect((await waiting()).map(({ data }) => data["task"])).toEqual(["a"]);
});
