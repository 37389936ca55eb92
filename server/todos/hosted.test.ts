import { expect, test } from "vitest";
import { recordingLog } from "../../tests/support/log.ts";
import { serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { urlsOnOrigin } from "../backend-port/clients.ts";
import { createHostedServerBackend } from "../backend-port/hosted.ts";
import { notificationSweep } from "../notifications/sweep.ts";
import { openPushService } from "../push/testing/push-service.ts";
import type { PushService } from "../push/testing/push-service.ts";
import { todoArchive } from "./archive.ts";
import { createFeed } from "./feed.ts";
import { openReminding } from "./testing/open-reminding.ts";
import { storedItem } from "./testing/stored-item.ts";

const start = Date.parse("2026-11-22T15:00:00Z");
const place = { list: "", parent: "", order: "a0", column: "" };

async function openCopy(site: ServedSite, service: PushService, clock: { ms: number }) {
  const { log } = recordingLog();
  const now = () => clock.ms;
  const backend = createHostedServerBackend({
    urls: urlsOnOrigin(site.origin),
    projectId: "foyer",
    bucket: "foyer",
    namespace: "foyer",
    key: await site.backend.createServiceAccount(site.origin),
    log,
  });
  const reminding = openReminding({ backend, fetch: service.web.fetch, log, now });
  const once = { signal: new AbortController().signal, jobId: "once", attempt: 1 };
  return {
    backend,
    ...reminding,
    feed: createFeed({ backend, origin: () => "https://site.example", log, now }),
    archive: () => todoArchive({ backend, log, now }).run({}, once),
    sweep: () => notificationSweep({ backend, log, now }).run({}, once),
  };
}

test("two copies of the server tell a reminder once, over the network as well", async () => {
  await using site = await serveSite();
  await using service = await openPushService();
  const clock = { ms: start };
  const copies = await Promise.all([
    openCopy(site, service, clock),
    openCopy(site, service, clock),
  ]);
  const [one, other] = copies;
  const { uid } = await one.backend.createAccount({ email: "ann@example.com" });
  await one.push.subscribe(uid, service.newSubscription(), "phone");
  expect(await other.push.publicKey()).toBe(await one.push.publicKey());
  for (const id of ["a", "b", "c"]) {
    const remind = { v: "", zone: "UTC", at: new Date(start + 60_000).toISOString() };
    const task = storedItem(start, { title: { v: id }, place, remind });
    // oxlint-disable-next-line no-await-in-loop -- few
    await one.backend.updateValues({ [`todos/${uid}/tasks/${id}`]: task });
  }
  await Promise.all(copies.map(({ reminders }) => reminders.plan(uid)));
  clock.ms += 60_000;
  await Promise.all(copies.map(({ jobs }) => jobs.runDue()));
  await Promise.all(copies.map(({ reminders }) => reminders.plan(uid)));
  await Promise.all(copies.map(({ jobs }) => jobs.runDue()));
  expect(service.taken.map(({ text }) => text.title).toSorted()).toEqual(["a", "b", "c"]);
  expect(await one.backend.listDocuments("reminders")).toEqual([]);
  for (const { jobs } of copies) {
    // oxlint-disable-next-line no-await-in-loop -- few
    await jobs.close();
  }
});

test("archive, sweep and calendar do over the network what they do in the process", async () => {
  await using site = await serveSite();
  await using service = await openPushService();
  const { backend, archive, sweep, feed } = await openCopy(site, service, { ms: start });
  const done = { v: "done", day: "2026-10-01" };
  const gone = { v: true, t: 1 };
  await backend.updateValues({
    "todos/ann/tasks/a": storedItem(start, { title: { v: "a" }, place, done }),
    "todos/ann/lists/b": storedItem(start, { name: { v: "b", t: 1 }, gone }),
    "todos/ann/tasks/c": storedItem(start, { title: { v: "c" }, place }),
    "notifications/ann": { old: { at: 1, read: false }, young: { at: start, read: false } },
  });
  expect(await archive()).toEqual({ archived: 1, purged: 1, failed: 0 });
  expect(await backend.getShallow("todos/ann/tasks")).toEqual({ c: true });
  expect(await sweep()).toEqual({ deleted: 1 });
  const first = await feed.make("ann");
  expect(await feed.make("ann")).not.toBe(first);
  expect(await backend.listDocuments("todoFeeds")).toHaveLength(1);
});
