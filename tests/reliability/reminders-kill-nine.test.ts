import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Notification } from "#lib/notification.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { openPushService } from "../../server/push/testing/push-service.ts";
import { howMany } from "../support/how-many.ts";
import { moreThanTen, runAndKill, withServerBackend } from "./kill-under-way.ts";
import { type AskedReminders, reminderKinds } from "./reminders-parts.ts";

const ROUNDS = howMany("REMINDERS_KILL_ROUNDS", { short: 3, full: 100 });
const PEOPLE = 10;
const script = new URL("./reminders-until-killed.ts", import.meta.url);

test(`R1: kill -9 while reminders are told: each comes, and a device shows each once (${ROUNDS} rounds)`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "foyer-reminders-"));
  await using service = await openPushService();
  const { port, ca } = service.web;
  const written = new Set<number>();
  try {
    const uids = await withServerBackend(dataDir, async (backend) => {
      const { push } = reminderKinds(backend, service.web);
      const made: string[] = [];
      for (let person = 0; person < PEOPLE; person += 1) {
        // oxlint-disable-next-line no-await-in-loop -- few
        const { uid } = await backend.createAccount({ email: `p${person}@example.com` });
        // oxlint-disable-next-line no-await-in-loop -- few
        await push.subscribe(uid, service.newSubscription(), "phone");
        made.push(uid);
      }
      return made;
    });
    for (let round = 0; round < ROUNDS; round += 1) {
      const asked: AskedReminders = { uids, first: Math.max(0, ...written) + 1, port, ca };
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      const output = await runAndKill({
        script,
        dataDir,
        asked,
        isUnderWay: moreThanTen("w"),
        afterMs: (round * 37) % 300,
      });
      for (const [, task] of output.matchAll(/^w (\d+)$/gm)) written.add(Number(task));
    }
    await withServerBackend(dataDir, async (backend) => {
      const { jobs, reminders } = reminderKinds(backend, service.web);
      jobs.start();
      reminders.start();
      const left = async () => {
        const waiting = await backend.findDocuments("jobs", {
          where: { isRecurring: false },
          limit: 5000,
        });
        const open = waiting.filter(({ data }) => data["state"] !== "done");
        return [open.length, (await told(backend)).length >= written.size];
      };
      await expect.poll(left, { timeout: 60_000 }).toEqual([0, true]);
      await reminders.close();
      await jobs.close();
      const notifications = await told(backend);
      const titles = notifications.map(({ title }) => title);
      expect(new Set(titles).size).toBe(titles.length);
      expect([...written].filter((task) => !titles.includes(`Task ${task}`))).toEqual([]);
      expect(notifications.every(({ sent }) => sent)).toBe(true);
      expect(await backend.listDocuments("reminders")).toEqual([]);
      // One that was killed between the push and its note is told again: with its topic and tag it takes the same place.
      const topics = Map.groupBy(service.taken, ({ headers }) => String(headers["topic"]));
      expect(topics.size).toBe(titles.length);
      for (const same of topics.values()) {
        expect(new Set(same.map(({ text }) => text.id)).size).toBe(1);
      }
      expect(service.taken.length - topics.size).toBeLessThanOrEqual(2 * ROUNDS);
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function told(backend: ServerBackend): Promise<Notification[]> {
  const { value } = await backend.getValue("notifications");
  const byAccount = Object.values((value ?? {}) as Record<string, Record<string, Notification>>);
  return byAccount.flatMap((notifications) => Object.values(notifications));
}
