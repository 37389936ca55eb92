import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Notification } from "#lib/notification.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createJobs } from "../jobs/jobs.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { OutgoingMail } from "../mail/message.ts";
import { createPush } from "../push/send-push.ts";
import type { Push } from "../push/send-push.ts";
import { openPushService } from "../push/testing/push-service.ts";
import type { PushService } from "../push/testing/push-service.ts";
import { createNotifier } from "./notify.ts";
import type { NewNotification, NotifyBackend } from "./notify.ts";
import { readSettings, saveSettings } from "./settings.ts";

const start = Date.parse("2026-11-22T15:00:00Z");
const hourMs = 3_600_000;

let site: Site;
let service: PushService;
let uid: string;
let now: number;
beforeEach(async () => {
  now = start;
  [site, service] = await Promise.all([openSite(), openPushService()]);
  const account = { email: "ann@example.com", emailVerified: true };
  ({ uid } = await site.serverBackend.createAccount(account));
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

function open({
  sends = true,
  backend,
  push: otherPush,
}: { sends?: boolean; backend?: Partial<NotifyBackend>; push?: Partial<Push> } = {}) {
  const { log } = recordingLog();
  const mails: OutgoingMail[] = [];
  const push = createPush({
    backend: site.serverBackend,
    fetch: service.web.fetch,
    hosts: [],
    origin: () => "https://site.example",
    log,
    now: () => now,
  });
  const notifier = createNotifier({
    backend: { ...site.serverBackend, ...backend },
    push: { ...push, ...otherPush },
    mail: { sends, send: async (mail) => void mails.push(mail) },
    jobs: () => jobs,
    origin: () => "https://site.example",
    log,
    now: () => now,
  });
  const jobs: Jobs = createJobs({
    backend: site.serverBackend,
    log,
    now: () => now,
    newId: randomUUID,
    kinds: notifier.jobKinds,
    isOnlyCopy: true,
  });
  return { ...notifier, push, mails, jobs };
}

const reminder = (change: Partial<NewNotification> = {}): NewNotification => ({
  uid,
  id: "rem-1",
  kind: "reminder",
  title: "Pay rent",
  text: "Due today",
  path: "/AdvancedTodoList?task=a",
  at: start,
  ...change,
});

async function stored(id = "rem-1") {
  const { value } = await site.serverBackend.getValue(`notifications/${uid}/${id}`);
  return value as Notification | null;
}

const onDevices = { push: true, mail: false };

const choose = (reminder: { push: boolean; mail: boolean }, board = onDevices) =>
  saveSettings(site.serverBackend, uid, {
    choices: {
      kinds: { reminder, board, journal: onDevices, files: onDevices, chat: onDevices },
      digest: "off",
      hour: 8,
      zone: "UTC",
    },
    now,
  });

test("it stands in the centre unread and is shown on each device, once", async () => {
  const { notify, push } = open();
  for (const name of ["phone", "desk"]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await push.subscribe(uid, service.newSubscription(), name);
  }
  await notify(reminder());
  await notify(reminder());
  await open().notify(reminder());
  expect(await stored()).toEqual({
    kind: "reminder",
    title: "Pay rent",
    text: "Due today",
    path: "/AdvancedTodoList?task=a",
    at: start,
    read: false,
    sent: true,
  });
  expect(service.taken.map(({ text }) => text.id)).toEqual(["rem-1", "rem-1"]);
  expect(new Set(service.taken.map(({ endpoint }) => endpoint)).size).toBe(2);
});

test("what was broken off after it stood in the centre is told, under the same name", async () => {
  const { push } = open();
  await push.subscribe(uid, service.newSubscription(), "phone");
  const getDocument = () => Promise.reject(new Error("killed"));
  await expect(open({ backend: { getDocument } }).notify(reminder())).rejects.toThrow("killed");
  expect(await stored()).toMatchObject({ sent: false });
  const putValue: NotifyBackend["putValue"] = async () => false;
  await expect(open({ backend: { putValue } }).notify(reminder())).rejects.toThrow("again");
  await open().notify(reminder());
  expect(await stored()).toMatchObject({ sent: true });
  // Broken off between the push and its note: the same topic and tag, so the device shows one.
  const topics = service.taken.map(({ headers }) => headers["topic"]);
  expect(topics).toHaveLength(2);
  expect(new Set(topics).size).toBe(1);
});

test("what is read or deleted while it is told stays so", async () => {
  const place = `notifications/${uid}/rem-1`;
  let change: Record<string, boolean | null> = { [`${place}/read`]: true };
  const backend: Partial<NotifyBackend> = {
    async getDocument(path) {
      await site.serverBackend.updateValues(change);
      return site.serverBackend.getDocument(path);
    },
  };
  await open({ backend }).notify(reminder());
  expect(await stored()).toMatchObject({ read: true, sent: true });
  change = { [place.replace("rem-1", "rem-2")]: null };
  await open({ backend }).notify(reminder({ id: "rem-2" }));
  expect(await stored("rem-2")).toBeNull();
});

test("without a choice devices are told and no mail goes out; a choice turns either", async () => {
  const { notify, push, mails } = open();
  await push.subscribe(uid, service.newSubscription(), "phone");
  await notify(reminder());
  expect([service.taken.length, mails.length]).toEqual([1, 0]);
  await choose({ push: false, mail: true });
  await notify(reminder({ id: "rem-2", title: "Two\r\nlines: x" }));
  expect(service.taken).toHaveLength(1);
  expect(mails).toMatchObject([{ to: "ann@example.com", subject: "Two lines: x" }]);
  expect(mails[0]?.text).toContain("https://site.example/AdvancedTodoList?task=a");
});

test("mail goes to a confirmed address only, and only where a mail server takes it", async () => {
  await choose({ push: true, mail: true });
  const without = open({ sends: false });
  await without.notify(reminder());
  await site.serverBackend.updateAccount(uid, { emailVerified: false });
  const unconfirmed = open();
  await unconfirmed.notify(reminder({ id: "rem-2" }));
  expect([...without.mails, ...unconfirmed.mails]).toEqual([]);
});

test("what is a day late wakes nobody", async () => {
  const { notify, push } = open();
  await push.subscribe(uid, service.newSubscription(), "phone");
  await notify(reminder({ at: start - 25 * hourMs }));
  expect(await stored()).toMatchObject({ read: false, sent: true, at: start });
  expect(service.taken).toEqual([]);
});

test("an account that is gone is told nothing, one that is disabled on no device", async () => {
  const { notify, push } = open();
  await push.subscribe(uid, service.newSubscription(), "phone");
  await notify(reminder({ uid: "nobody" }));
  expect((await site.serverBackend.getValue("notifications/nobody")).value).toBeNull();
  await site.serverBackend.updateAccount(uid, { disabled: true });
  await notify(reminder());
  expect(await stored()).toMatchObject({ sent: true });
  expect(service.taken).toEqual([]);
});

test("a device whose service has no time is told later, the others are not told twice", async () => {
  const { notify, push, jobs } = open();
  await push.subscribe(uid, service.newSubscription(), "phone");
  service.answer.status = 503;
  await notify(reminder());
  expect(await stored()).toMatchObject({ sent: true });
  service.answer.status = 201;
  await push.subscribe(uid, service.newSubscription(), "desk");
  now += 31_000;
  await jobs.runDue();
  expect(service.taken.map(({ text }) => text)).toEqual([
    { id: "rem-1", title: "Pay rent", text: "Due today", path: "/AdvancedTodoList?task=a" },
  ]);
  const [job] = await site.serverBackend.listDocuments("jobs");
  expect(JSON.stringify(job)).not.toContain(uid);
  expect(job?.data).toMatchObject({ state: "done", result: { end: "sent" } });
  await jobs.close();
});

test("a device that does not answer keeps none of the others waiting", async () => {
  const { push } = open();
  for (const name of ["silent", "phone"]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await push.subscribe(uid, service.newSubscription(), name);
  }
  const [silent] = await push.devicesOf(uid);
  const told = Promise.withResolvers<void>();
  const answers = Promise.withResolvers<"sent">();
  const { notify } = open({
    push: {
      send(of, device, text) {
        if (device === silent?.id) return answers.promise;
        return push.send(of, device, text).finally(told.resolve);
      },
    },
  });
  const end = notify(reminder());
  await told.promise;
  expect(service.taken).toHaveLength(1);
  answers.resolve("sent");
  await end;
});

test("hundreds at once wake an account sixty times, and all stand in its centre", async () => {
  const { notify, push, mails } = open();
  await choose({ push: true, mail: true });
  await push.subscribe(uid, service.newSubscription(), "phone");
  for (let count = 0; count < 70; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await notify(reminder({ id: `rem-${count}` }));
  }
  expect([service.taken.length, mails.length]).toEqual([60, 60]);
  expect(await stored("rem-69")).toMatchObject({ read: false, sent: true });
  now += 60_000;
  await notify(reminder({ id: "later" }));
  expect([service.taken.length, mails.length]).toEqual([61, 61]);
});

test("what was read meanwhile is not told later", async () => {
  const { notify, push, jobs } = open();
  await push.subscribe(uid, service.newSubscription(), "phone");
  service.answer.status = 503;
  await notify(reminder());
  service.answer.status = 201;
  await site.serverBackend.updateValues({ [`notifications/${uid}/rem-1/read`]: true });
  now += 31_000;
  await jobs.runDue();
  expect(service.taken).toEqual([]);
  await jobs.close();
});

test("what boards tell goes where it was chosen for boards, whatever holds for reminders", async () => {
  const { notify, push } = open();
  await push.subscribe(uid, service.newSubscription(), "phone");
  await choose({ push: false, mail: false });
  await notify(reminder());
  expect(service.taken).toEqual([]);
  await notify(reminder({ id: "b-1", kind: "board" }));
  expect(service.taken).toHaveLength(1);
  expect(await stored("b-1")).toMatchObject({ kind: "board", sent: true });
  await choose(onDevices, { push: false, mail: false });
  await notify(reminder({ id: "b-2", kind: "board" }));
  expect(service.taken).toHaveLength(1);
});

test("choices are kept with the next digest's instant, and what is no choice counts as none", async () => {
  const choices = {
    kinds: {
      reminder: { push: false, mail: true },
      board: { push: true, mail: true },
      journal: onDevices,
      files: onDevices,
      chat: onDevices,
    },
    digest: "daily",
    hour: 7,
    zone: "Europe/Berlin",
  } as const;
  await saveSettings(site.serverBackend, uid, { choices, now });
  expect(await readSettings(site.serverBackend, uid)).toEqual({
    ...choices,
    nextDigestAt: "2026-11-23T06:00:00.000Z",
  });
  await site.serverBackend.commit([
    {
      set: `notificationSettings/${uid}`,
      data: { kinds: 7, digest: "x", hour: "8", zone: "Mars" },
    },
  ]);
  expect(await readSettings(site.serverBackend, uid)).toEqual({
    kinds: {
      reminder: onDevices,
      board: onDevices,
      journal: onDevices,
      files: onDevices,
      chat: onDevices,
    },
    digest: "off",
    hour: 8,
    zone: "UTC",
    nextDigestAt: null,
  });
});
