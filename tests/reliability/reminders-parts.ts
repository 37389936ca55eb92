/** What both sides of the test of reminders put together: the process that is killed, and the one that looks afterwards. */
import { randomUUID } from "node:crypto";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createJobs } from "../../server/jobs/jobs.ts";
import type { Jobs } from "../../server/jobs/jobs.ts";
import { createLog } from "../../server/log.ts";
import { createNotifier } from "../../server/notifications/notify.ts";
import { dialWith } from "../../server/outgoing/dial-tls.ts";
import { createOutgoingFetch } from "../../server/outgoing/outgoing-fetch.ts";
import { createPush } from "../../server/push/send-push.ts";
import { createReminders } from "../../server/todos/reminders.ts";
import { storedItem } from "../../server/todos/testing/stored-item.ts";

export type AskedReminders = { uid: string; first: number; port: number; ca: string };

export function reminderKinds(
  backend: ServerBackend,
  { port, ca }: Pick<AskedReminders, "port" | "ca">,
) {
  const log = createLog("silent");
  const now = Date.now;
  const origin = () => "https://site.example";
  const fetch = createOutgoingFetch({
    userAgent: "Foyer/test",
    resolve: async () => [{ address: "93.184.216.34" }],
    dial: (target) => dialWith(target, { host: "127.0.0.1", port, ca }),
  });
  const push = createPush({ backend, fetch, hosts: [], origin, log, now });
  const notifier = createNotifier({
    backend,
    push,
    mail: undefined,
    jobs: () => jobs,
    origin,
    log,
    now,
  });
  const reminders = createReminders({ backend, jobs: () => jobs, notifier, log, now });
  const jobs: Jobs = createJobs({
    backend,
    log,
    now,
    newId: randomUUID,
    kinds: { ...notifier.jobKinds, ...reminders.jobKinds },
    isOnlyCopy: true,
  });
  return { jobs, reminders, push };
}

/** Its reminder is due at once. */
export function taskValue(task: number) {
  const at = Date.now();
  return storedItem(at, {
    title: { v: `Task ${task}` },
    place: { list: "", parent: "", order: "a0", column: "" },
    remind: { v: "2026-12-01T09:00", zone: "UTC", at: new Date(at).toISOString() },
  });
}
