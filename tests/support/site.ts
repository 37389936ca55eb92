/** A real site's data for tests of the server: the embedded backend in a folder of its own, gone at the end. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBackend } from "#backend";
import type { Backend, BackendOptions } from "#backend";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { readIndexesFile, readRulesFiles } from "../../server/config/rules-files.ts";
import { createLog } from "../../server/log.ts";
import type { Log } from "../../server/log.ts";

export type Site = {
  dataDir: string;
  backend: Backend;
  serverBackend: ServerBackend;
  [Symbol.asyncDispose](): Promise<void>;
};

let template: Promise<string> | undefined;

export type SiteOptions = Omit<
  BackendOptions,
  "dataDir" | "projectId" | "log" | "rules" | "indexes"
> & { fresh?: boolean; rules?: BackendOptions["rules"] };

/** `fresh`: with a signing key of its own. Making one takes long, so the others of a test file share one. */
export async function openSite(
  log: Log = createLog("silent"),
  { fresh = false, ...options }: SiteOptions = {},
): Promise<Site> {
  const dataDir = fresh ? await makeFolder() : await copyTemplate();
  const backend = await openBackend(dataDir, log, options);
  return {
    dataDir,
    backend,
    serverBackend: createEmbeddedServerBackend(backend, { projectId: "foyer", log }),
    async [Symbol.asyncDispose]() {
      await backend.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "foyer-test-"));
}

async function openBackend(dataDir: string, log: Log, options: SiteOptions = {}): Promise<Backend> {
  const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
  return createBackend({ rules, ...options, dataDir, projectId: "foyer", log, indexes });
}

async function copyTemplate(): Promise<string> {
  template ??= makeFolder().then(async (folder) => {
    await (await openBackend(folder, createLog("silent"))).close();
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  });
  const [from, to] = await Promise.all([template, makeFolder()]);
  await cp(from, to, { recursive: true });
  return to;
}
