import { randomUUID } from "node:crypto";
import { doc, serverTimestamp, setDoc, writeBatch } from "firebase/firestore/lite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newJournalId } from "#lib/journal/journal-id.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { createSdkClient, signUp } from "../../tests/support/sdk-client.ts";
import type { SdkClient, SignedInClient } from "../../tests/support/sdk-client.ts";
import { serveSite } from "../../tests/support/served-site.ts";
import type { ServedSite } from "../../tests/support/served-site.ts";
import { createJobs } from "../jobs/jobs.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { createNotifier } from "../notifications/notify.ts";
import { createWritingReminders } from "./reminders.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const everyDay = [0, 1, 2, 3, 4, 5, 6];

let site: ServedSite;
let client: SdkClient;
let ann: SignedInClient;
let now: number;
let zone: string;
const opened: Jobs[] = [];

beforeEach(async () => {
  site = await serveSite();
  client = createSdkClient(site.origin);
  ann = await signUp(client);
  now = Date.now();
  // Where it is about noon: what is written now is of today, whenever this runs.
  const hours = 12 - new Date(now).getUTCHours();
  zone = `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}, 30_000);

afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.close()));
  await client[Symbol.asyncDispose]();
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
  const reminders = createWritingReminders({
    backend,
    jobs: () => jobs,
    notifier,
    log,
    now: () => now,
  });
  const { "remind-writing": remind } = reminders.jobKinds;
  const jobs: Jobs = createJobs({
    backend,
    log,
    now: () => now,
    newId: randomUUID,
    kinds: { ...notifier.jobKinds, "remind-writing": remind ?? { async run() {} } },
  });
  opened.push(jobs);
  return { reminders, jobs, entries };
}

/** The wall's time there, so many minutes from now. */
const inMinutes = (minutes: number) =>
  new Intl.DateTimeFormat("sv", { timeZone: zone, hour: "2-digit", minute: "2-digit" }).format(
    now + minutes * minuteMs,
  );

async function told() {
  const { value } = await site.serverBackend.getValue(`notifications/${ann.uid}`);
  return Object.values(
    (value ?? {}) as Record<string, { kind: string; title: string; text: string }>,
  ).map(({ kind, title, text }) => `${kind}: ${title}${text}`);
}

/** As the journal itself writes, under the rules. */
async function writeEntry(): Promise<void> {
  const place = `users/${ann.uid}/journals/${newJournalId("plain")}`;
  const { documents } = client;
  const at = serverTimestamp();
  await setDoc(doc(documents, place), { rev: 1, at });
  const batch = writeBatch(documents);
  batch.set(doc(documents, `${place}/journalRecords/entries~a`), { rev: 1, at, d: "{}" });
  await batch.commit();
}

test("who has not written today is told so once, and the next day again", async () => {
  const { reminders, jobs } = open();
  await reminders.save(ann.uid, { at: inMinutes(10), zone, days: everyDay });
  await jobs.runDue();
  expect(await told()).toEqual([]);
  now += 11 * minuteMs;
  await Promise.all([jobs.runDue(), open().jobs.runDue()]);
  expect(await told()).toEqual(["journal: Time to write"]);
  await jobs.runDue();
  expect(await told()).toHaveLength(1);
  now += dayMs;
  await jobs.runDue();
  expect(await told()).toHaveLength(2);
});

test("who has written today is left alone, and reminded on a day without a word", async () => {
  await writeEntry();
  const { reminders, jobs } = open();
  await reminders.save(ann.uid, { at: inMinutes(10), zone, days: everyDay });
  now += 11 * minuteMs;
  await jobs.runDue();
  expect(await told()).toEqual([]);
  now += dayMs;
  await jobs.runDue();
  expect(await told()).toEqual(["journal: Time to write"]);
});

test("a reminder that was changed or taken away tells nothing at its old time", async () => {
  const { reminders, jobs } = open();
  await reminders.save(ann.uid, { at: inMinutes(10), zone, days: everyDay });
  await reminders.save(ann.uid, { at: inMinutes(60), zone, days: everyDay });
  expect(await reminders.read(ann.uid)).toEqual({ at: inMinutes(60), zone, days: everyDay });
  now += 30 * minuteMs;
  await jobs.runDue();
  expect(await told()).toEqual([]);
  await reminders.save(ann.uid, null);
  expect(await reminders.read(ann.uid)).toBeNull();
  now += 60 * minuteMs;
  await jobs.runDue();
  expect(await told()).toEqual([]);
});

test("a server that stood still for a night says nothing in the morning, and goes on", async () => {
  const { reminders, jobs } = open();
  await reminders.save(ann.uid, { at: inMinutes(10), zone, days: everyDay });
  now += 10 * 60 * minuteMs;
  await jobs.runDue();
  expect(await told()).toEqual([]);
  now += dayMs - 10 * 60 * minuteMs + 11 * minuteMs;
  await jobs.runDue();
  expect(await told()).toEqual(["journal: Time to write"]);
});

test("a chain that was broken is mended by the daily look, and nothing names the account", async () => {
  const { reminders, jobs } = open();
  await reminders.save(ann.uid, { at: inMinutes(10), zone, days: everyDay });
  const waiting = await site.serverBackend.listDocuments("jobs");
  await site.serverBackend.commit(waiting.map(({ path }) => ({ delete: path })));
  const context = { signal: new AbortController().signal, jobId: "every-plan", attempt: 1 };
  expect(await reminders.jobKinds["plan-writing"]?.run({}, context)).toEqual({
    reminders: 1,
    failed: 0,
  });
  expect(JSON.stringify(await site.serverBackend.listDocuments("jobs"))).not.toContain(ann.uid);
  now += 11 * minuteMs;
  await jobs.runDue();
  expect(await told()).toEqual(["journal: Time to write"]);
});
