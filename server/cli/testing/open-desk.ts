/** A data folder, a folder for files, and commands on both. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recordingLog } from "../../../tests/support/log.ts";
import { openSite } from "../../../tests/support/site.ts";
import type { Site } from "../../../tests/support/site.ts";
import { openOwnerLink } from "../../accounts/owner-link.ts";
import type { OwnerLink } from "../../accounts/owner-link.ts";
import { openControlSocket } from "../../control/control-socket.ts";
import { runCommand as runSiteCommand } from "../commands.ts";
import { runCommand } from "./run-command.ts";
import type { Ended } from "./run-command.ts";
import { runHere } from "./run-here.ts";

export type Desk = {
  dataDir: string;
  /** Empty at first. */
  folder: string;
  run: (...args: string[]) => Promise<Ended>;
  runWithInput: (input: string | Uint8Array, ...args: string[]) => Promise<Ended>;
} & AsyncDisposable;

/** No server has the data folder; each command is a process. */
export async function openAloneDesk(): Promise<Desk> {
  const [folder, dataDir] = await Promise.all([makeFolder(), makeFolder()]);
  return {
    dataDir,
    folder,
    run: (...args) => runCommand(dataDir, args),
    runWithInput: (input, ...args) => runCommand(dataDir, args, { input }),
    async [Symbol.asyncDispose]() {
      await Promise.all([folder, dataDir].map((path) => rm(path, { recursive: true })));
    },
  };
}

/** The data folder is open in this process as in the server's, and so are the commands. */
export async function openServedDesk(): Promise<Desk & { site: Site; ownerLink: OwnerLink }> {
  const origin = "http://localhost:3000";
  const actionUrl = () => `${origin}/forgot-password`;
  const [site, folder] = await Promise.all([openSite(undefined, { actionUrl }), makeFolder()]);
  const { dataDir, backend, serverBackend } = site;
  const ownerLink = await openOwnerLink({ backend: serverBackend, dataDir, origin });
  const surroundings = { embedded: backend, origin: () => origin, ownerLink: () => ownerLink };
  const control = await openControlSocket(
    dataDir,
    {
      run: (input) => runSiteCommand(serverBackend, input, Date.now(), surroundings),
      fetch: (request) => backend.adminFetch(request),
    },
    recordingLog().log,
  );
  return {
    site,
    ownerLink,
    dataDir,
    folder,
    run: (...args) => runHere(dataDir, args),
    runWithInput: (input, ...args) => runHere(dataDir, args, { input }),
    async [Symbol.asyncDispose]() {
      await control.close();
      await site[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "foyer-cli-"));
}
