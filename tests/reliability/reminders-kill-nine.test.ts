import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createBackend } from "#backend";
import type { Notification } from "#lib/notification.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { readIndexesFile, readRulesFiles } from "../../server/config/rules-files.ts";
import { createLog } from "../../server/log.ts";
import { openPushService } from "../../server/push/testing/push-service.ts";
import { howMany } from "../support/how-many.ts";
import { reminderKinds } from "./reminders-parts.ts";
import type { AskedReminders } from "./reminders-parts.ts";

const ROUNDS = howMany("REMINDERS_KILL_ROUNDS", { short: 3, full: 100 });
const PEOPLE = 10;
const script = fileURLToPath(new URL("./reminders-until-killed.ts", import.meta.url));

test(`R1: kill -9 while reminders are told: each comes, and a device shows each once (${ROUNDS} rounds)`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "foyer-reminders-"));
  await using service = await openPushService();
  const { port, ca } = service.web;
  const written = new Set<number>();
  try {
    const uids = await withBackend(dataDir, async (backend) => {
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
      const asked = { uids, first: Math.max(0, ...written) + 1, port, ca };
      // oxlint-disable-next-line no-await-in-loop -- one round after the other
      const output = await remindAndKill(dataDir, asked, (round * 37) % 300);
      for (const [, task] of output.matchAll(/^w (\d+)$/gm)) written.add(Number(task));
    }
    await withBackend(dataDir, async (backend) => {
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

async function withBackend<Result>(
  dataDir: string,
  work: (backend: ServerBackend) => Promise<Result>,
): Promise<Result> {
  const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
  const backend = await createBackend({ dataDir, projectId: "kill", rules, indexes });
  try {
    const log = createLog("silent");
    return await work(createEmbeddedServerBackend(backend, { projectId: "kill", log }));
  } finally {
    await backend.close();
  }
}

/** Returns what it said. */
async function remindAndKill(
  dataDir: string,
  asked: AskedReminders,
  afterMs: number,
): Promise<string> {
  const child = spawn(process.execPath, [script, dataDir], { stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(JSON.stringify(asked));
  let output = "";
  let errors = "";
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
    const isUnderWay = (output.match(/^w /gm)?.length ?? 0) > 10;
    if (isUnderWay) timer ??= setTimeout(() => child.kill("SIGKILL"), afterMs);
  });
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  expect([code, signal, errors]).toEqual([null, "SIGKILL", ""]);
  return output;
}
