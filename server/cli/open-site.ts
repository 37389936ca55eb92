/**
 * Where a command finds its data: in the server that runs on the data folder, in the folder itself when none does, or at
 * Firebase.
 */
import type { ServerBackend } from "#lib/server-backend.ts";
import { createQuotaPolicy } from "../accounts/quota-policy.ts";
import { createEmbeddedServerBackend } from "../backend-port/embedded.ts";
import type { EmbeddedBackend } from "../backend-port/embedded.ts";
import { createHostedAdminFetch, openHostedBackend } from "../backend-port/open-hosted.ts";
import { createBackups } from "../backups/backups.ts";
import type { Settings } from "../config/settings.ts";
import type { CommandInput, CommandResult } from "../control/command-message.ts";
import { findServer, sendCommand } from "../control/control-client.ts";
import { createLog } from "../log.ts";
import { runCommand } from "./commands.ts";
import type { CommandSurroundings } from "./site-command.ts";

type AloneBackend = NonNullable<CommandSurroundings["embedded"]>;

/** Has the data folder open while `work` runs; only for when no server has. */
export type OpenAlone = <Result>(
  settings: Settings,
  work: (backend: EmbeddedBackend & AloneBackend) => Promise<Result>,
) => Promise<Result>;

/** Carries out what is done where the data is open. */
export type Ask = (input: CommandInput) => Promise<CommandResult>;

/** @param beforeAlone throws when the folder must not be opened. */
export async function openSite<Result>(
  settings: Settings,
  openAlone: OpenAlone,
  work: (ask: Ask) => Promise<Result>,
  beforeAlone: () => void,
): Promise<Result> {
  const { dataDir, firebase, projectId } = settings;
  const log = createLog("silent");
  const usualQuota = createQuotaPolicy({
    usualBytes: settings.userQuotaBytes,
    // Firebase does.
    sendsMail: firebase !== undefined || settings.mail !== undefined,
  });
  if (firebase !== undefined) {
    return work(askHere(openHostedBackend(firebase, { log, usualQuota })));
  }
  if ((await findServer(dataDir)) !== undefined) {
    return work(async (input) => {
      const result = await sendCommand(dataDir, input);
      if (result === undefined) throw new Error("The server has stopped meanwhile.");
      return result;
    });
  }
  beforeAlone();
  return openAlone(settings, (backend) => {
    const serverBackend = createEmbeddedServerBackend(backend, { projectId, usualQuota, log });
    return work(
      askHere(serverBackend, {
        embedded: backend,
        origin: () => originOf(settings),
        backups: createBackups({
          engine: backend.backups,
          backend: serverBackend,
          folder: settings.backupsDir,
          origin: () => originOf(settings),
          log,
          now: Date.now,
        }),
      }),
    );
  });
}

function askHere(backend: ServerBackend, surroundings: CommandSurroundings = {}): Ask {
  return (input) => runCommand(backend, input, Date.now(), surroundings);
}

/** Where the site will be reached, as the server says it when it has started. */
export function originOf({ origin, port }: Pick<Settings, "origin" | "port">): string {
  return origin?.origin ?? `http://localhost:${port}`;
}

export type Admin = {
  projectId: string;
  /** Acts as the server itself; the path says which service is meant. */
  fetch: (request: Request) => Promise<Response>;
};

/** @param beforeAlone as above. */
export async function openAdmin(
  settings: Settings,
  openAlone: OpenAlone,
  work: (admin: Admin) => Promise<void>,
  beforeAlone: () => void,
): Promise<void> {
  const { dataDir, firebase, projectId } = settings;
  if (firebase !== undefined) {
    return work({ projectId, fetch: createHostedAdminFetch(firebase, {}) });
  }
  const server = await findServer(dataDir);
  if (server !== undefined) return work({ projectId, fetch: server });
  beforeAlone();
  await openAlone(settings, (backend) =>
    work({ projectId, fetch: (request) => backend.adminFetch(request) }),
  );
}
