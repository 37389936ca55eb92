import { randomUUID } from "node:crypto";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createJobs } from "../../jobs/jobs.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Log } from "../../log.ts";
import { createNotifier } from "../../notifications/notify.ts";
import type { OutgoingFetch } from "../../outgoing/outgoing-fetch.ts";
import { createPush } from "../../push/send-push.ts";
import { createReminders } from "../reminders.ts";

/** Reminders and all that tells them, as one process of the server has it; without mail. */
export function openReminding(deps: {
  backend: ServerBackend;
  fetch: OutgoingFetch;
  log: Log;
  now: () => number;
  isOnlyCopy?: boolean;
}) {
  const { backend, log, now } = deps;
  const origin = () => "https://site.example";
  const push = createPush({ ...deps, hosts: [], origin });
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
    ...deps,
    newId: randomUUID,
    kinds: { ...notifier.jobKinds, ...reminders.jobKinds },
  });
  return { jobs, reminders, push };
}
