/** What an owner looks after beside the content, the same whichever backend there is: inbox, mail, files, links, health. */
import { setTimeout as wait } from "node:timers/promises";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createGitHubImportEndpoints } from "./api/github-import/github-import.ts";
import { createHealthEndpoint } from "./api/health/health.ts";
import { createInboxEndpoints, inboxSweep } from "./api/inbox/inbox.ts";
import { createLinkCheckEndpoint } from "./api/link-checks/link-checks.ts";
import { createMailTestEndpoints, mailTestPath } from "./api/mail-test/mail-test.ts";
import { createMediaEndpoints } from "./api/media/media.ts";
import type { Audit } from "./audit/audit.ts";
import { createInboxReplies } from "./contact/inbox-replies.ts";
import { createGitHubImport } from "./github-import/github-import.ts";
import { createHealth } from "./health/health-checks.ts";
import type { HealthDeps } from "./health/health-checks.ts";
import type { Endpoint } from "./http/api-router.ts";
import { editorCaller } from "./http/editor-caller.ts";
import type { JobKinds, Jobs } from "./jobs/jobs.ts";
import { createLinkChecker } from "./link-checks/check-link.ts";
import { createLinkChecks } from "./link-checks/link-checks.ts";
import { expiryReminders } from "./link-checks/remind-expiry.ts";
import type { Log } from "./log.ts";
import type { Mail } from "./mail/mail.ts";
import { createMediaLibrary } from "./media/media-library.ts";
import type { OutgoingFetch } from "./outgoing/outgoing-fetch.ts";
import { ownVersion } from "./own-version.ts";
import { createAdminDoor } from "./user-admin/admin-door.ts";

export function createCareParts(deps: {
  backend: ServerBackend;
  audit: Audit;
  /** They are made with the kinds that are given back here. */
  jobs: () => Pick<Jobs, "list">;
  /** Undefined at Firebase. */
  mail: Mail | undefined;
  /** Undefined at Firebase. */
  dataDir: string | undefined;
  origin: () => string;
  /** Names of other sites by which people may sign in. */
  providers: readonly string[];
  gitHubToken: string | undefined;
  /** The way to other sites. */
  fetch: OutgoingFetch;
  profileProblems: HealthDeps["profileProblems"];
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): { jobKinds: JobKinds; endpoints: Endpoint[] } {
  const { backend, audit, jobs, mail, dataDir, origin, providers, fetch, log, now } = deps;
  const version = ownVersion();
  const admins = createAdminDoor({ backend, now });
  const editors = createAdminDoor({ backend, callerOf: editorCaller, now });
  const check = createLinkChecker({ fetch });
  const links = createLinkChecks({
    backend,
    check,
    // A site that is always there.
    isOnline: async () => ((await check("https://github.com/"))?.status ?? 0) !== 0,
    now,
    sleep: (ms, signal) => wait(ms, undefined, signal && { signal }),
  });
  const replies = createInboxReplies({ backend, mail, origin, now });
  const look = createHealth({
    backend,
    jobs,
    mail,
    links,
    profileProblems: deps.profileProblems,
    dataDir,
    origin,
    version,
    startedAt: now(),
    providers,
    mailTestPath,
    log,
    now,
  });
  return {
    jobKinds: {
      ...inboxSweep({ backend, now }),
      ...links.jobKinds,
      ...(mail && expiryReminders({ backend, mail, origin, now })),
    },
    endpoints: [
      ...createInboxEndpoints({ door: admins, backend, replies, audit, now }),
      ...createMailTestEndpoints({ door: admins, backend, mail, origin, now }),
      ...createMediaEndpoints({
        admins,
        editors,
        library: createMediaLibrary({ backend, now }),
        audit,
      }),
      ...createGitHubImportEndpoints({
        editors,
        github: createGitHubImport({ fetch, token: deps.gitHubToken, now }),
        now,
      }),
      createLinkCheckEndpoint({ editors, checks: links, now }),
      createHealthEndpoint({ door: admins, look }),
    ],
  };
}
