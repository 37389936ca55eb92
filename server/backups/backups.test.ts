import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../log.ts";
import { createJobs } from "../jobs/jobs.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { openMailServer } from "../../tests/support/mail-server.ts";
import { openSite } from "../../tests/support/site.ts";
import { readMailSettings } from "../config/mail-settings.ts";
import { openMail } from "../mail/mail.ts";
import type { Mail } from "../mail/mail.ts";
import { createBackupJobs, nextNight } from "./backup-jobs.ts";
import { BackupRefusedError, createBackups } from "./backups.ts";
import type { Engine } from "./engine.ts";
import { createFailureMail } from "./failure-mail.ts";

const hourMs = 3_600_000;
const key = { id: "abcdefgh", createdAt: "2026-11-01T00:00:00.000Z", recipient: "", identity: "" };

/** The service on a real site, with an engine that only writes a small file: the real one has tests of its own. */
async function openBackups(start = "2026-11-22T12:00:00Z") {
  const site = await openSite();
  const folder = mkdtempSync(join(tmpdir(), "foyer-backups-"));
  const clock = { now: Date.parse(start) };
  const asked: string[] = [];
  let outcome: () => Promise<void> = async () => {};
  let isRestorable = true;
  let size = 0;
  const engine: Engine = {
    async make(options) {
      asked.push("make");
      await outcome();
      options.onProgress({ step: "files", doneBytes: 1, totalBytes: 2 });
      const at = new Date(clock.now).toISOString();
      const name = `foyer-${at.slice(0, 19).replaceAll(":", "")}Z.tar.zst.age`;
      const sha256 = "0".repeat(64);
      size += 1;
      writeFileSync(join(options.folder, name), "x".repeat(size));
      writeFileSync(join(options.folder, `${name}.sha256`), `${sha256}  ${name}\n`);
      const contents = { count: 0, bytes: 0 };
      return { name, at, bytes: size, sha256, databaseBytes: 0, contents, missing: 0, key: key.id };
    },
    async drill() {
      asked.push("drill");
      await outcome();
      return isRestorable ? { ok: true, text: "Good." } : { ok: false, text: "A row differs." };
    },
    keys: async () => [key],
    changeKey: async () => key,
  };
  const log = createLog("silent");
  const now = () => clock.now;
  const backups = createBackups({
    engine,
    backend: site.serverBackend,
    folder,
    origin: () => "",
    log,
    now,
  });
  const openJobs = (
    mail: Pick<Mail, "sends" | "send" | "onEnd"> = {
      sends: false,
      send: async () => {},
      onEnd: () => {},
    },
  ) => {
    const tellFailure = createFailureMail({
      backups,
      mail,
      address: async () => "ada@example.com",
      origin: () => "https://ada.example",
      log,
      now,
    });
    const backupJobs = createBackupJobs({
      backups,
      jobs: () => jobs,
      tellFailure,
      now,
      random: () => 0.5,
    });
    const jobs: Jobs = createJobs({
      backend: site.serverBackend,
      log,
      now,
      newId: () => crypto.randomUUID(),
      kinds: backupJobs.kinds,
      isOnlyCopy: true,
    });
    return { jobs, backupJobs };
  };
  return {
    site,
    folder,
    clock,
    asked,
    backups,
    openJobs,
    fail: (next: typeof outcome) => (outcome = next),
    restores: (will: boolean) => (isRestorable = will),
    async openMail(url: string | undefined) {
      const dataDir = mkdtempSync(join(tmpdir(), "foyer-mail-"));
      const mail = await openMail({
        dataDir,
        smtp:
          url === undefined ? undefined : readMailSettings({ url, from: "site@example.com" }, []),
        siteName: async () => "Ada Example",
        origin: () => "https://ada.example",
        now,
        log,
      });
      mail.start();
      onTestFinished(async () => {
        await mail.close();
        rmSync(dataDir, { recursive: true });
      });
      return mail;
    },
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true, force: true });
      await site[Symbol.asyncDispose]();
    },
  };
}

test("a night comes at its minute, UTC, also on the days on which clocks change", () => {
  const next = (after: string, minute: number) =>
    new Date(nextNight(Date.parse(after), minute)).toISOString();
  expect(next("2026-11-22T02:59:59Z", 180)).toBe("2026-11-22T03:00:00.000Z");
  expect(next("2026-11-22T03:00:00Z", 180)).toBe("2026-11-23T03:00:00.000Z");
  expect(next("2026-03-28T23:00:00Z", 60)).toBe("2026-03-29T01:00:00.000Z");
  expect(next("2026-12-31T23:59:00Z", 0)).toBe("2027-01-01T00:00:00.000Z");
});

test("each night one is made; after days without a server one, and not one for each", async () => {
  await using opened = await openBackups();
  const { clock, asked, folder } = opened;
  {
    const { jobs, backupJobs } = opened.openJobs();
    await backupJobs.schedule();
    await backupJobs.schedule();
    await jobs.runDue();
    expect(asked).toEqual([]);
    for (const at of ["2026-11-23T03:06:00Z", "2026-11-24T03:06:00Z"]) {
      clock.now = Date.parse(at);
      // oxlint-disable-next-line no-await-in-loop -- night by night
      await jobs.runDue();
      // oxlint-disable-next-line no-await-in-loop -- see above
      await jobs.runDue();
    }
    expect(asked).toEqual(["make", "make"]);
    await jobs.close();
  }
  clock.now = Date.parse("2026-12-05T17:00:00Z");
  const { jobs, backupJobs } = opened.openJobs();
  await backupJobs.schedule();
  await jobs.runDue();
  expect(asked).toHaveLength(3);
  clock.now = Date.parse("2026-12-06T03:10:00Z");
  await jobs.runDue();
  expect(asked).toHaveLength(4);
  await jobs.close();
  expect(readdirSync(folder).filter((name) => name.endsWith(".age"))).toHaveLength(4);
});

test("another hour takes effect at once, and without one none is made", async () => {
  await using opened = await openBackups();
  const { clock, asked, backups } = opened;
  const { jobs, backupJobs } = opened.openJobs();
  await backupJobs.schedule();
  await backups.changeSettings({ nightlyMinute: 20 * 60 });
  await backupJobs.schedule();
  clock.now = Date.parse("2026-11-22T20:06:00Z");
  await jobs.runDue();
  expect(asked).toEqual(["make"]);
  clock.now = Date.parse("2026-11-23T03:06:00Z");
  await jobs.runDue();
  expect(asked).toEqual(["make"]);
  await backups.changeSettings({ nightlyMinute: null });
  clock.now += 48 * hourMs;
  await jobs.runDue();
  expect(asked).toEqual(["make"]);
  expect(await backupJobs.nextAt()).toBeNull();
  await jobs.close();
});

const isFull = async () => {
  throw Object.assign(new Error("The disk is full."), { name: "BackupError", code: "disk-full" });
};

test("a failure stays on the page until one goes well, and is tried again", async () => {
  await using opened = await openBackups();
  const { clock, backups } = opened;
  const { jobs, backupJobs } = opened.openJobs();
  await backupJobs.schedule();
  opened.fail(isFull);
  clock.now = Date.parse("2026-11-23T03:06:00Z");
  await jobs.runDue();
  expect((await backups.view(null)).failure).toMatchObject({ text: "The disk is full." });
  opened.fail(async () => {});
  clock.now += 60_000;
  await jobs.runDue();
  expect(await backups.view(null)).toMatchObject({ failure: null, last: { bytes: 1 } });
  await jobs.close();
});

const other = {
  id: "other",
  kind: "OTHER",
  to: "ben@example.com",
  subject: "x",
  text: "x",
  secrets: [],
};

/** Until a job has been begun as often as it is. */
async function night({ clock }: { clock: { now: number } }, jobs: Jobs, at: string): Promise<void> {
  clock.now = Date.parse(at);
  for (let attempt = 0; attempt < 5; attempt++) {
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    await jobs.runDue();
    clock.now += 240_000;
  }
}

test("nights that fail are told to the owner by one mail, and by another after one went well", async () => {
  await using server = await openMailServer();
  await using opened = await openBackups();
  const { jobs, backupJobs } = opened.openJobs(await opened.openMail(server.url));
  await backupJobs.schedule();
  await night(opened, jobs, "2026-11-23T03:06:00Z");
  opened.fail(isFull);
  await night(opened, jobs, "2026-11-24T03:06:00Z");
  const mail = await server.take("ada@example.com");
  expect(mail.headers["subject"]).toBe("The nightly back-up failed");
  expect(mail.text).toContain("The disk is full.");
  expect(mail.text).toContain("The last one is of 2026-11-23.");
  expect(mail.text).toContain("https://ada.example/WebsiteManager?section=backups");
  await night(opened, jobs, "2026-11-25T03:06:00Z");
  opened.fail(async () => {});
  await night(opened, jobs, "2026-11-26T03:06:00Z");
  opened.fail(isFull);
  await night(opened, jobs, "2026-11-27T03:06:00Z");
  expect((await server.take("ada@example.com")).text).toContain("The last one is of 2026-11-26.");
  await jobs.close();
  expect(server.received).toHaveLength(2);
});

test("a mail that the mail server refuses, or that could not be sent for a day, counts as not told", async () => {
  const answers = [550, 451, 250];
  await using server = await openMailServer({
    onRcptTo(_address, _session, done) {
      const code = answers.at(0);
      // Whatever is put off stays put off.
      if (code !== 451) answers.shift();
      done(code === 250 ? null : Object.assign(new Error("No."), { responseCode: code }));
    },
  });
  await using opened = await openBackups();
  const mail = await opened.openMail(server.url);
  const { jobs, backupJobs } = opened.openJobs(mail);
  const isOut = () => expect.poll(async () => (await mail.waiting(1)).total).toBe(0);
  const told = async () => (await opened.backups.state()).told;
  await backupJobs.schedule();
  opened.fail(isFull);
  await night(opened, jobs, "2026-11-23T03:06:00Z");
  await isOut();
  await expect.poll(told).toEqual([]);
  await night(opened, jobs, "2026-11-24T03:06:00Z");
  expect(await told()).toEqual(["backup"]);
  await expect.poll(() => answers).toEqual([451, 250]);
  // A day later, when something else wakes the outbox.
  opened.clock.now = Date.parse("2026-11-25T04:06:00Z");
  answers.shift();
  await mail.send({ ...other, expiresAt: opened.clock.now + hourMs });
  await server.take(other.to);
  await expect.poll(told).toEqual([]);
  answers.push(250);
  await night(opened, jobs, "2026-11-26T03:06:00Z");
  const { text } = await server.take("ada@example.com");
  expect(text).toContain("The disk is full.");
  expect(await told()).toEqual(["backup"]);
  await jobs.close();
});

test("a back-up that ends the process each time is told, and the page says so", async () => {
  await using server = await openMailServer();
  await using opened = await openBackups();
  const { jobs, backupJobs } = opened.openJobs(await opened.openMail(server.url));
  await backupJobs.schedule();
  const [job] = (await jobs.list({ limit: 1 })).jobs;
  await opened.site.serverBackend.commit([{ update: `jobs/${job?.id}`, data: { attempt: 4 } }]);
  await night(opened, jobs, "2026-11-23T03:06:00Z");
  expect((await server.take("ada@example.com")).text).toContain("the server ended each time");
  const { failure } = await opened.backups.view(null);
  expect(failure?.text).toContain("begun 4 times");
  await jobs.close();
});

test("a night that goes well when it is begun again, one that is cancelled and one by hand are not mailed", async () => {
  await using server = await openMailServer();
  await using opened = await openBackups();
  const mail = await opened.openMail(server.url);
  const { jobs, backupJobs } = opened.openJobs(mail);
  await backupJobs.schedule();
  opened.fail(isFull);
  opened.clock.now = Date.parse("2026-11-23T03:06:00Z");
  await jobs.runDue();
  opened.fail(async () => {});
  await night(opened, jobs, "2026-11-23T03:08:00Z");
  opened.fail(async () => {
    throw Object.assign(new Error("It was cancelled."), { code: "cancelled" });
  });
  await night(opened, jobs, "2026-11-24T03:06:00Z");
  opened.fail(isFull);
  await expect(opened.backups.make({ why: "asked" })).rejects.toThrow("full");
  await jobs.close();
  expect((await mail.waiting(10)).total).toBe(0);
  expect(server.received).toEqual([]);
});

test("a drill that finds something wrong is told once", async () => {
  await using server = await openMailServer();
  await using opened = await openBackups();
  const { name } = await opened.backups.make({ why: "asked" });
  const { jobs } = opened.openJobs(await opened.openMail(server.url));
  opened.restores(false);
  await jobs.schedule("back-up-drill", { dueAt: new Date(opened.clock.now), data: {} });
  for (const at of ["2026-11-30T12:00:00Z", "2026-12-07T13:00:00Z"]) {
    // oxlint-disable-next-line no-await-in-loop -- week by week
    await night(opened, jobs, at);
  }
  const mail = await server.take("ada@example.com");
  expect(mail.headers["subject"]).toBe("A back-up could not be restored");
  expect(mail.text).toContain(`${name}: A row differs.`);
  await jobs.close();
  expect(opened.asked.filter((what) => what === "drill")).toHaveLength(2);
  expect(server.received).toHaveLength(1);
});

test("without a mail server nothing is told, and it is told once there is one", async () => {
  await using server = await openMailServer();
  await using opened = await openBackups();
  opened.fail(isFull);
  const without = await opened.openMail(undefined);
  {
    const { jobs, backupJobs } = opened.openJobs(without);
    await backupJobs.schedule();
    await night(opened, jobs, "2026-11-23T03:06:00Z");
    await jobs.close();
  }
  expect((await without.waiting(10)).total).toBe(0);
  const { jobs } = opened.openJobs(await opened.openMail(server.url));
  await night(opened, jobs, "2026-11-24T03:06:00Z");
  expect((await server.take("ada@example.com")).text).toContain("There is no other one.");
  await jobs.close();
});

test("only one thing is done at a time, and what is cancelled is no failure", async () => {
  await using opened = await openBackups();
  const { backups } = opened;
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  opened.fail(() => {
    begun.resolve();
    return gate.promise;
  });
  const making = backups.make({ why: "asked" });
  await expect(backups.drill({})).rejects.toThrow(BackupRefusedError);
  expect(backups.running()).toMatchObject({ what: "backup" });
  await begun.promise;
  expect(backups.cancel()).toBe(true);
  gate.reject(Object.assign(new Error("It was cancelled."), { code: "cancelled" }));
  await expect(making).rejects.toThrow("cancelled");
  expect(backups.running()).toBeNull();
  expect(backups.cancel()).toBe(false);
  expect((await backups.view(null)).failure).toBeNull();
});

test("the list says which are as they were made, and a drill that could not be done is no green one", async () => {
  await using opened = await openBackups();
  const { backups, folder, clock } = opened;
  await expect(backups.drill({})).rejects.toThrow("There is no back-up yet.");
  const { name } = await backups.make({ why: "asked" });
  const foreign = "foyer-2026-10-01T030000Z.tar.zst";
  writeFileSync(join(folder, foreign), "");
  writeFileSync(join(folder, "notes.txt"), "");
  expect(await backups.drill({})).toMatchObject({ name, ok: true });
  const rows = async () =>
    (await backups.view(null)).backups.map((row) => [row.name, row.checksum, row.drill?.ok]);
  expect(await rows()).toEqual([
    [name, "ok", true],
    [foreign, "missing", undefined],
  ]);
  writeFileSync(join(folder, `${name}.sha256`), `${"1".repeat(64)}  ${name}\n`);
  opened.fail(async () => {
    throw new Error("spawn EAGAIN");
  });
  clock.now += hourMs;
  expect(await backups.drill({ name })).toMatchObject({ ok: false });
  expect((await rows())[0]).toEqual([name, "differs", false]);
  expect(await backups.remove("../../etc/passwd")).toBe(false);
  expect(await backups.remove(name)).toBe(true);
  expect(readdirSync(folder).toSorted()).toEqual([foreign, "notes.txt"]);
  // What was removed is not the last one any more.
  expect((await backups.view(null)).last).toMatchObject({ name: foreign });
  expect(await backups.remove(foreign)).toBe(true);
  expect((await backups.view(null)).last).toBeNull();
});
