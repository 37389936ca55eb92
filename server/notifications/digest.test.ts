import { afterEach, beforeEach, expect, test } from "vitest";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import type { OutgoingMail } from "../mail/message.ts";
import { createTasksDue } from "../todos/tasks-due.ts";
import { storedItem } from "../todos/testing/stored-item.ts";
import { digestMail } from "./digest.ts";
import { readSettings, saveSettings } from "./settings.ts";

const start = Date.parse("2026-11-22T15:00:00Z");
const dayMs = 86_400_000;

let site: Site;
let uid: string;
let now: number;
beforeEach(async () => {
  now = start;
  site = await openSite();
  const account = { email: "ann@example.com", emailVerified: true };
  ({ uid } = await site.serverBackend.createAccount(account));
});
afterEach(() => site[Symbol.asyncDispose]());

function open({
  sends = true,
  backend,
}: { sends?: boolean; backend?: Partial<ServerBackend> } = {}) {
  const mails: OutgoingMail[] = [];
  const { log, entries } = recordingLog();
  const kind = digestMail({
    backend: { ...site.serverBackend, ...backend },
    mail: { sends, send: async (mail) => void mails.push(mail) },
    tasksDue: createTasksDue(site.serverBackend),
    origin: () => "https://site.example",
    log,
    now: () => now,
  });
  const context = { signal: new AbortController().signal, jobId: "every-digest", attempt: 1 };
  return { run: () => kind.run({}, context), mails, entries };
}

const choose = (of = uid, change: object = {}) =>
  saveSettings(site.serverBackend, of, {
    choices: {
      kinds: {
        reminder: { push: true, mail: false },
        board: { push: true, mail: false },
        journal: { push: true, mail: false },
        files: { push: true, mail: false },
        chat: { push: true, mail: false },
      },
      digest: "daily",
      hour: 8,
      zone: "Europe/Berlin",
      ...change,
    },
    now,
  });
const nextOf = async (of = uid) => (await readSettings(site.serverBackend, of)).nextDigestAt;

const task = (title: string, due: string, change: Record<string, object> = {}, of = uid) =>
  site.serverBackend.updateValues({
    [`todos/${of}/tasks/${title.replaceAll(/\W/g, "")}`]: storedItem(now, {
      title: { v: title },
      place: { list: "", parent: "", order: "a0", column: "" },
      due: { v: due, zone: "Europe/Berlin" },
      ...change,
    }),
  });

test("who wants it gets one mail a day at their hour: what is late, what is due, what is not read", async () => {
  await choose();
  await task("Pay\nrent", "2026-11-20");
  await task("Call mum", "2026-11-23T17:00");
  await task("Stretch", "2026-11-23");
  await task("Later", "2026-11-24");
  await task("Done", "2026-11-23", { done: { v: "done", day: "2026-11-22" } });
  await task("Gone", "2026-11-23", { gone: { v: true, t: now * 1000 + 1 } });
  const note = (title: string, read: boolean, at: number) => ({ title, read, at, sent: true });
  await site.serverBackend.updateValues({
    [`notifications/${uid}`]: {
      a: note("Water plants", false, Date.parse("2026-11-23T06:00Z")),
      b: note("Was read", true, Date.parse("2026-11-23T06:00Z")),
      c: note("Of the mail before", false, start - dayMs),
    },
  });
  const { run, mails } = open();
  expect(await run()).toEqual({ sent: 0 });
  now = Date.parse("2026-11-23T07:05:00Z");
  expect(await run()).toEqual({ sent: 1 });
  expect(await run()).toEqual({ sent: 0 });
  expect(mails).toMatchObject([
    { id: `digest ${uid} 2026-11-23`, to: "ann@example.com", subject: "3 tasks for today" },
  ]);
  expect(mails[0]?.text).toBe(
    [
      "Overdue",
      "- Pay rent (Nov 20, 2026)",
      "",
      "Today",
      "- Stretch",
      "- Call mum, 17:00",
      "",
      "Not read yet",
      "- Water plants",
      "",
      "https://site.example/AdvancedTodoList?view=today",
      "",
      "You asked for this mail each day: https://site.example/Settings#notifications",
      "",
    ].join("\n"),
  );
  expect(await nextOf()).toBe("2026-11-24T07:00:00.000Z");
});

test("with nothing to say nothing is sent, and a server that stood still sends one, not one for each day", async () => {
  await choose();
  const { run, mails } = open();
  now += dayMs;
  expect(await run()).toEqual({ sent: 0 });
  expect(await nextOf()).toBe("2026-11-24T07:00:00.000Z");
  await task("Stretch", "2026-11-23");
  now += 5 * dayMs;
  expect(await run()).toEqual({ sent: 1 });
  expect(mails[0]?.text).toContain("Overdue\n- Stretch (Nov 23, 2026)");
  expect(await nextOf()).toBe("2026-11-29T07:00:00.000Z");
});

test("no mail goes to an address that is not confirmed, to a disabled account, or to who wants none", async () => {
  await task("Stretch", "2026-11-23");
  await choose();
  await site.serverBackend.updateAccount(uid, { emailVerified: false });
  now += dayMs;
  const { run } = open();
  expect(await run()).toEqual({ sent: 0 });
  await site.serverBackend.updateAccount(uid, { emailVerified: true, disabled: true });
  now += dayMs;
  expect(await run()).toEqual({ sent: 0 });
  await site.serverBackend.updateAccount(uid, { disabled: false });
  now += dayMs;
  expect(await run()).toEqual({ sent: 1 });
  await choose(uid, { digest: "off" });
  expect(await nextOf()).toBeNull();
  now += dayMs;
  expect(await run()).toEqual({ sent: 0 });
  await choose();
  now += dayMs;
  expect(await open({ sends: false }).run()).toEqual({ sent: 0 });
});

test("one account that cannot be read keeps no other from its mail, and many are all sent", async () => {
  const people = [uid];
  for (let count = 0; count < 60; count += 1) {
    const account = { email: `p${count}@example.com`, emailVerified: true };
    // oxlint-disable-next-line no-await-in-loop -- a list
    people.push((await site.serverBackend.createAccount(account)).uid);
  }
  for (const person of people) {
    // oxlint-disable-next-line no-await-in-loop -- a list
    await choose(person);
    // oxlint-disable-next-line no-await-in-loop -- a list
    await task("Stretch", "2026-11-23", {}, person);
  }
  now += dayMs;
  const { run, mails, entries } = open({
    backend: {
      getAccount: (one) =>
        one === uid
          ? Promise.reject(new Error("cannot be read"))
          : site.serverBackend.getAccount(one),
    },
  });
  expect(await run()).toEqual({ sent: 60 });
  expect(new Set(mails.map(({ to }) => to)).size).toBe(60);
  expect(entries).toMatchObject([{ uid }]);
});

test("a very long day is cut, and what is late takes no room from what is due", async () => {
  await choose();
  for (let count = 0; count < 60; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a list
    await task(`Late ${count}`, "2026-11-20");
  }
  for (let count = 0; count < 80; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a list
    await task(`Task ${count} ${"🦊".repeat(240)}`, "2026-11-23");
  }
  now += dayMs;
  const { run, mails } = open();
  expect(await run()).toEqual({ sent: 1 });
  expect(mails[0]?.subject).toBe("140 tasks for today");
  expect(mails[0]?.text).toContain("… and 55 more\n");
  expect(mails[0]?.text).toContain("Overdue\n- Late 0 (Nov 20, 2026)\n");
  expect(mails[0]?.text).toContain("… and 35 more\n\nToday\n- Task 0 ");
  expect(mails[0]?.text.length).toBeLessThan(16_000);
});

test("of many notifications of a day the newest are named, whatever stands where days are", async () => {
  await choose();
  now += dayMs;
  const notes = Array.from({ length: 60 }, (_one, index) => [
    `n${index}`,
    { title: `Note ${index} 👩‍🚀`, read: false, at: now - 3_600_000 + index, sent: true },
  ]);
  await site.serverBackend.updateValues({ [`notifications/${uid}`]: Object.fromEntries(notes) });
  await task("Odd", "1\n- <b>Forged</b>");
  await task("Odder", "2026-11-23T09:00\n- Forged");
  const { run, mails } = open();
  expect(await run()).toEqual({ sent: 1 });
  expect(mails[0]?.text).toContain("Not read yet\n- Note 59 👩‍🚀\n");
  expect(mails[0]?.text).not.toContain("Forged");
});
