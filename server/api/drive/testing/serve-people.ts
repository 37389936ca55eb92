import { randomUUID } from "node:crypto";
import type { DriveAct, DriveActResult } from "#lib/drive/acts.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../../../tests/support/log.ts";
import { serveEndpoints } from "../../../../tests/support/serve-endpoints.ts";
import { createAccess } from "../../../drive/access.ts";
import { createDriveActs } from "../../../drive/acts.ts";
import { createCopyObject } from "../../../drive/copy-object.ts";
import { createDrivePeople } from "../../../drive/people.ts";
import { createDriveStore } from "../../../drive/store.ts";
import { createJobs } from "../../../jobs/jobs.ts";
import type { Jobs } from "../../../jobs/jobs.ts";
import { createNotifier } from "../../../notifications/notify.ts";
import { createPush } from "../../../push/send-push.ts";
import { createDrivePeopleEndpoints } from "../people.ts";

/** People of shared folders on a port of 127.0.0.1, with drives that they may change. */
export async function servePeople(deps: {
  backend: ServerBackend;
  /** Milliseconds since 1970. */
  now: () => number;
}) {
  const { backend, now } = deps;
  const { log } = recordingLog();
  const origin = () => "https://site.example";
  const fetchNothing = () => Promise.reject(new Error("Nobody has a device."));
  const push = createPush({ ...deps, log, fetch: fetchNothing, hosts: [], origin });
  const jobsOf = () => jobs;
  const common = { backend, log, now, jobs: jobsOf };
  const notifier = createNotifier({ ...common, push, mail: undefined, origin });
  const store = createDriveStore({ backend, now });
  const access = createAccess({ backend, store });
  const pinged: string[] = [];
  const ping = async (uids: readonly string[]) => {
    pinged.push(...uids);
  };
  const people = createDrivePeople({ ...common, store, access, ping, notifier });
  const kinds = { ...notifier.jobKinds, ...people.jobKinds };
  const jobs: Jobs = createJobs({ backend, log, now, newId: randomUUID, kinds });
  const acts = createDriveActs({
    backend,
    store,
    copyObject: createCopyObject({ backend }),
    changed: () => {},
    purgeSoon: async () => {},
    log,
    now,
  });
  const endpoints = createDrivePeopleEndpoints({ backend, people, now });
  const { ask, close } = await serveEndpoints(endpoints);

  /** As `POST /api/drive/acts` does them. */
  async function act(uid: string, owner: string, one: DriveAct): Promise<DriveActResult> {
    const [result] = await acts.run(uid, owner, [one]);
    if (result === undefined) throw new Error("No answer.");
    return result;
  }

  return {
    ask,
    act,
    access,
    people,
    store,
    jobs,
    pinged,
    endpoints: endpoints.map(({ method, path }) => `${method} ${path}`),
    async [Symbol.asyncDispose]() {
      await close();
    },
  };
}
