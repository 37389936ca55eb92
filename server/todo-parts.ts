/** The todo list's side of the server, the same on both backends: reminders, notifications, pushes, calendar, archive. */
import type { DatabaseJson, ServerBackend } from "#lib/server-backend.ts";
import { createNotificationEndpoints } from "./api/notifications/notifications.ts";
import { createTodoEndpoints } from "./api/todos/todos.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { Handler } from "./http/request-facts.ts";
import type { JobKinds, Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import type { Mail } from "./mail/mail.ts";
import { digestMail } from "./notifications/digest.ts";
import { type Notifier, createNotifier } from "./notifications/notify.ts";
import { notificationSweep } from "./notifications/sweep.ts";
import type { OutgoingFetch } from "./outgoing/outgoing-fetch.ts";
import { createPush } from "./push/send-push.ts";
import { todoArchive } from "./todos/archive.ts";
import { createFeed } from "./todos/feed.ts";
import { createReminders } from "./todos/reminders.ts";
import { createTasksDue } from "./todos/tasks-due.ts";

export type TodoParts = {
  jobKinds: JobKinds;
  endpoints: Endpoint[];
  /** Its kinds of jobs are among those above. */
  notifier: Pick<Notifier, "notify">;
  /** Answers `/calendar/…`. */
  calendar: Handler;
  /** To be told of every write to the Realtime Database. */
  onWrite(path: string, value: DatabaseJson): void;
  /** What follows of an account's tasks. @throws BackendError */
  mend(uid: string): Promise<void>;
  /** Looks for what an earlier process left undone; nobody waits for it. */
  start(): void;
  close(): Promise<void>;
};

export function createTodoParts(deps: {
  backend: ServerBackend;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "schedule" | "get">;
  /** Undefined at Firebase. */
  mail: Pick<Mail, "sends" | "send"> | undefined;
  /** The way to other sites. */
  fetch: OutgoingFetch;
  /** Where pushes may be sent beside the services of browsers. */
  pushHosts: readonly string[];
  origin: () => string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): TodoParts {
  const { backend, mail, pushHosts, now } = deps;
  const push = createPush({ ...deps, hosts: pushHosts });
  const notifier = createNotifier({ ...deps, push });
  const reminders = createReminders({ ...deps, notifier });
  const feed = createFeed(deps);
  return {
    jobKinds: {
      ...notifier.jobKinds,
      ...reminders.jobKinds,
      "sweep-notifications": notificationSweep(deps),
      "archive-todos": todoArchive(deps),
      ...(mail && {
        "send-digests": digestMail({ ...deps, mail, tasksDue: createTasksDue(backend) }),
      }),
    },
    endpoints: [
      ...createNotificationEndpoints({ backend, push, sendsMail: mail?.sends === true, now }),
      ...createTodoEndpoints({ backend, feed, now }),
    ],
    notifier,
    calendar: feed.handler,
    onWrite: (path, value) => reminders.onWrite(path, value),
    mend: (uid) => reminders.plan(uid),
    start: () => reminders.start(),
    close: () => reminders.close(),
  };
}
