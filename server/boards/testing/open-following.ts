import { randomUUID } from "node:crypto";
import { createBoardUpdates } from "../board-updates.ts";
import { createBoards } from "../boards.ts";
import { createBoardDue } from "../due.ts";
import { createFollowLog } from "../follow-log.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createJobs } from "../../jobs/jobs.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Log } from "../../log.ts";
import { createNotifier } from "../../notifications/notify.ts";
import type { OutgoingFetch } from "../../outgoing/outgoing-fetch.ts";
import { createPush } from "../../push/send-push.ts";

/** Boards and all that follows of their changes, as one process of the server has it; without mail. */
export function openFollowing(deps: {
  backend: ServerBackend;
  log: Log;
  now: () => number;
  isOnlyCopy?: boolean;
  /** The way to devices; nobody has one unless said. */
  fetch?: OutgoingFetch;
}) {
  const { backend, log, now } = deps;
  const origin = () => "https://site.example";
  const nowhere = () => Promise.reject(new Error("Nobody has a device."));
  const { fetch = nowhere } = deps;
  const push = createPush({ ...deps, fetch, hosts: [], origin });
  const jobsOf = () => jobs;
  const notifier = createNotifier({ ...deps, push, mail: undefined, jobs: jobsOf, origin });
  const due = createBoardDue({ backend, jobs: jobsOf, notifier, now });
  const follow = createFollowLog({ backend, notifier, due, jobs: jobsOf, log, now });
  const update = createBoardUpdates({ backend, log, changed: follow.changed });
  const boards = createBoards({ backend, log, update, now });
  const jobs: Jobs = createJobs({
    ...deps,
    newId: randomUUID,
    kinds: { ...notifier.jobKinds, ...due.jobKinds, ...follow.jobKinds },
  });
  return { boards, due, follow, jobs, notifier, push, update };
}
