/** Back-ups of a process that is its own backend: its jobs, its endpoints and where a back-up is fetched. */
import type { Backend } from "#backend";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createBackupEndpoints } from "./api/backups/backups.ts";
import type { Audit } from "./audit/audit.ts";
import { createBackupJobs } from "./backups/backup-jobs.ts";
import { createBackups } from "./backups/backups.ts";
import { createFailureMail } from "./backups/failure-mail.ts";
import type { Backups } from "./backups/backups.ts";
import { backupPrefix, createDownloadDesk } from "./backups/download-desk.ts";
import { ownerAddress } from "./contact/contact-notice.ts";
import type { Endpoint } from "./http/api-router.ts";
import type { Handler } from "./http/request-facts.ts";
import type { JobKinds, Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import type { Mail } from "./mail/mail.ts";
import { createAdminDoor } from "./user-admin/admin-door.ts";

export type BackupParts = {
  backups: Backups;
  kinds: JobKinds;
  endpoints: Endpoint[];
  /** Answers the addresses of back-ups, and leaves others to `next`. */
  withDownloads(next: Handler): Handler;
  /** Once the jobs have begun. Never rejects. */
  start(): Promise<void>;
};

export function createBackupParts(deps: {
  backend: Backend;
  serverBackend: ServerBackend;
  audit: Audit;
  folder: string;
  jobs: () => Pick<Jobs, "schedule">;
  mail: Pick<Mail, "sends" | "send" | "onEnd">;
  origin: () => string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}): BackupParts {
  const { backend, serverBackend, audit, folder, jobs, mail, origin, log, now } = deps;
  const backups = createBackups({
    engine: backend.backups,
    backend: serverBackend,
    folder,
    origin,
    log,
    now,
  });
  const tellFailure = createFailureMail({
    backups,
    mail,
    address: () => ownerAddress(serverBackend),
    origin,
    log,
    now,
  });
  const backupJobs = createBackupJobs({ backups, jobs, tellFailure, now, random: Math.random });
  const desk = createDownloadDesk({ backend: serverBackend, folder, now });
  const door = createAdminDoor({ backend: serverBackend, now });
  return {
    backups,
    kinds: backupJobs.kinds,
    endpoints: createBackupEndpoints({ door, audit, backups, jobs: backupJobs, desk, log }),
    withDownloads: (next) => (exchange) =>
      exchange.path.startsWith(backupPrefix) ? desk.handler(exchange) : next(exchange),
    async start() {
      try {
        await backupJobs.schedule();
      } catch (error) {
        log.error({ err: error }, "the next back-up could not be scheduled");
      }
    },
  };
}
