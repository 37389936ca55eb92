/** Firebase's stand-in as a child process with a folder of its own, gone at the end; see firebase-stand-in-server.ts. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerBackend } from "#lib/server-backend.ts";
import { openHostedBackend } from "../../server/backend-port/open-hosted.ts";
import { createLog } from "../../server/log.ts";
import { startProcess } from "./start-process.ts";
import { standInOptions } from "./firebase-stand-in-hosts.ts";

type Fetch = typeof globalThis.fetch;

export type StandIn = {
  /** Of an HTTP proxy that leads a browser there. */
  port: number;
  /** Google's hosts, as a program in the network has them. */
  fetch: Fetch;
  /** What the owner can do in Firebase's console. */
  console: ServerBackend;
  /** Where it keeps what it has, gone at the end. */
  dataDir: string;
  /** Settings of a site that is hosted there. */
  env: Record<string, string>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startStandIn(): Promise<StandIn> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-firebase-"));
  const started = await startProcess({
    args: ["tests/support/firebase-stand-in-server.ts", folder],
    env: {},
    ready: /^\{"port":(\d+)\}$/m,
  });
  const port = Number(started.found);
  const fetch = fetchFromStandIn(port);
  const keyFile = join(folder, "service-account.json");
  const key = JSON.parse(readFileSync(keyFile, "utf8"));
  const settings = { key, options: standInOptions, ownerEmail: undefined };
  return {
    port,
    fetch,
    dataDir: join(folder, "data"),
    console: openHostedBackend(settings, { log: createLog("silent"), fetch }),
    env: {
      FOYER_BACKEND: "firebase",
      FOYER_SERVICE_ACCOUNT: keyFile,
      FOYER_FIREBASE_CONFIG: join(folder, "web-app.json"),
    },
    async [Symbol.asyncDispose]() {
      await started.stop("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function fetchFromStandIn(port: number): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { host, pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set("X-Stand-In-Host", host);
    const body = request.body === null ? undefined : await request.arrayBuffer();
    const { method, signal } = request;
    return globalThis.fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      method,
      headers,
      signal,
      ...(body && { body }),
    });
  };
}
