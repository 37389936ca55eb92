/** The journal's side of the server, the same on both backends: the reminder to write. */
import type { ServerBackend } from "#lib/server-backend.ts";
import { createJournalEndpoints } from "./api/journals/journals.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { JobKinds, Jobs } from "./jobs/jobs.ts";
import { createWritingReminders } from "./journals/reminders.ts";
import type { Log } from "./log.ts";
import type { Notifier } from "./notifications/notify.ts";

export type JournalParts = { jobKinds: JobKinds; endpoints: Endpoint[] };

export function createJournalParts(deps: {
  backend: ServerBackend;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule" | "cancel">;
  notifier: Pick<Notifier, "notify">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): JournalParts {
  const reminders = createWritingReminders(deps);
  return {
    jobKinds: reminders.jobKinds,
    endpoints: createJournalEndpoints({ ...deps, reminders }),
  };
}
