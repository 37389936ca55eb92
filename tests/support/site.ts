/** A real site's data for tests of the server: the embedded backend in a folder of its own, gone at the end. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBackend } from "#backend";
import type { Backend } from "#backend";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createEmbeddedServerBackend } from "../../server/backend-port/embedded.ts";
import { createLog } from "../../server/log.ts";
import type { Log } from "../../server/log.ts";

export type Site = {
  dataDir: string;
  backend: Backend;
  serverBackend: ServerBackend;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function openSite(log: Log = createLog("silent")): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), "foyer-test-"));
  const backend = await createBackend({ dataDir, projectId: "foyer", log });
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
