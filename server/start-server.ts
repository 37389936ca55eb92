/** Puts the process together: backend, ports, pages, files, api and the control socket around one HTTP server. */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createBackend } from "#backend";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createUserMirror } from "./accounts/mirror-users.ts";
import { openOwnerLink } from "./accounts/owner-link.ts";
import type { OwnerLink } from "./accounts/owner-link.ts";
import { createOwnerEndpoint } from "./api/owner/owner.ts";
import { createPageViews } from "./api/page-views/page-views.ts";
import { createApi } from "./http/api-router.ts";
import type { Render } from "./http/render.ts";
import { createEmbeddedServerBackend } from "./backend-port/embedded.ts";
import { runCommand } from "./cli/commands.ts";
import { indexesPath, readIndexesFile, readRulesFiles } from "./config/rules-files.ts";
import type { Settings } from "./config/settings.ts";
import { loadStarterContent } from "./content/starter-content.ts";
import { openControlSocket } from "./control/control-socket.ts";
import { createIndexAdder } from "./dev/add-indexes.ts";
import { createBackendHandler, mountSockets } from "./http/backend-handler.ts";
import { createClientReader } from "./http/client-address.ts";
import { createFirebaseConfigHandler, embeddedConfig } from "./http/firebase-config.ts";
import { createHostRule } from "./http/host-rule.ts";
import { createRequestHandler } from "./http/request-handler.ts";
import { createSecurityHeaders } from "./http/security-headers.ts";
import { createPageServer } from "./http/serve-page.ts";
import { createStopper } from "./http/stop-http.ts";
import { loadStaticFiles } from "./http/static-files.ts";
import type { StaticFiles } from "./http/static-files.ts";
import { createLog } from "./log.ts";
import type { Log } from "./log.ts";
import { createMissingIndexLog } from "./log-missing-indexes.ts";
import { createPageCache } from "./page-cache/page-cache.ts";

const pageCacheBytes = 64 * 1024 * 1024;

export type RunningServer = {
  /** Where visitors reach it. */
  origin: string;
  port: number;
  /** Opened, it makes an account the owner's; undefined when the site has an admin. */
  ownerLink: string | undefined;
  /** Finishes the requests under way, writes what waits and checkpoints. */
  close(): Promise<void>;
};

export async function startServer(options: {
  settings: Settings;
  development: boolean;
}): Promise<RunningServer> {
  const { settings, development } = options;
  const { dataDir, projectId } = settings;
  const log = createLog(settings.logLevel);
  const [rules, indexes] = await Promise.all([readRulesFiles(), readIndexesFile()]);
  const backend = await createBackend({ dataDir, projectId, log, rules, indexes });
  // The threads of an open backend would keep a process alive that could not start.
  await using opened = new AsyncDisposableStack();
  opened.defer(() => backend.close());
  if (development) {
    const adder = createIndexAdder({ path: indexesPath, setIndexes: backend.setIndexes, log });
    backend.onMissingIndex(adder.add);
    opened.defer(() => adder.settled());
  } else {
    backend.onMissingIndex(createMissingIndexLog(log));
  }
  const serverBackend = createEmbeddedServerBackend(backend, { projectId, log });
  const loaded = await loadStarterContent(serverBackend, Date.now());
  if (loaded > 0) log.info({ documents: loaded }, "loaded the starter content");

  const http = createServer({
    connectionsCheckingInterval: 5_000,
    requestTimeout: 60_000,
    headersTimeout: 20_000,
    keepAliveTimeout: 65_000,
  });
  // A client that reads nothing of its answer holds the connection no longer than this.
  http.timeout = 120_000;
  const stopHttp = createStopper(http, 10_000);
  const app = development ? await startDevApp(http) : await loadBuiltApp();
  opened.defer(app.close);
  const pageViews = createPageViews({
    backend: serverBackend,
    log,
    now: Date.now,
    flushEveryMs: 2000,
  });
  opened.defer(() => pageViews.close());
  const users = createUserMirror({ backend: serverBackend, log });
  backend.onDatabaseCommit(({ writes }) => {
    for (const { path, value } of writes) users.onWrite(path, value);
  });
  opened.defer(() => users.settled());
  let ownerLink: OwnerLink | undefined;
  const cache = createPageCache({
    currentVersion: () => serverBackend.publicVersion(),
    now: Date.now,
    maxBytes: pageCacheBytes,
  });
  let ready = false;
  let origin = settings.origin?.origin ?? "";
  const securityHeaders = createSecurityHeaders(settings.origin);
  const servesHost = createHostRule(settings.origin);
  const clientOf = createClientReader(settings.trustProxy);
  http.on(
    "request",
    createRequestHandler({
      log,
      servesHost,
      clientOf,
      securityHeaders,
      isReady: async () => ready && (await canRead(serverBackend, log)),
      pages: createPageServer({
        render: app.render,
        backend: serverBackend,
        cache: development ? undefined : cache,
        origin: () => origin,
        securityHeaders,
        log,
      }),
      staticFiles: app.staticFiles,
      api: createApi([
        pageViews.endpoint,
        createOwnerEndpoint({ backend: serverBackend, ownerLink: () => ownerLink, now: Date.now }),
      ]),
      backend: createBackendHandler({ backend, origin: settings.origin }),
      firebaseConfig: createFirebaseConfigHandler(embeddedConfig(projectId)),
    }),
  );
  mountSockets(http, {
    backend,
    origin: settings.origin,
    servesHost,
    clientOf,
    leaveOthers: development,
  });
  const control = await openControlSocket(
    dataDir,
    {
      run: (input) => runCommand(serverBackend, input, Date.now()),
      fetch: (request) => backend.adminFetch(request),
    },
    log,
  );
  opened.defer(() => control.close());
  const port = await listen(http, settings);
  opened.defer(stopHttp);
  opened.defer(() => backend.closeSockets());
  origin ||= `http://localhost:${port}`;
  ownerLink = await openOwnerLink({ backend: serverBackend, dataDir, origin });
  ready = true;
  users.repair().catch((error: unknown) => {
    log.error({ err: error }, "profiles and claims could not be repaired");
  });
  log.info({ origin, port, dataDir }, "ready");

  const running = opened.move();
  return {
    origin,
    port,
    ownerLink: ownerLink.address(),
    async close() {
      ready = false;
      log.info("stopping");
      await running.disposeAsync();
      log.info("stopped");
      log.flush();
    },
  };
}

type App = { render: Render; staticFiles: StaticFiles; close: () => Promise<void> };

async function startDevApp(http: Server): Promise<App> {
  // Vite is no part of a production start.
  const { createDevApp } = await import("./dev/dev-app.ts");
  return createDevApp(http);
}

async function loadBuiltApp(): Promise<App> {
  const bundle = new URL("../build/server/index.js", import.meta.url);
  if (!existsSync(bundle))
    throw new Error("There is no build yet. Run `npm start`, or `npm run build` first.");
  const { render } = (await import(bundle.href)) as { render: Render };
  const client = fileURLToPath(new URL("../build/client", import.meta.url));
  return { render, staticFiles: await loadStaticFiles(client), close: async () => {} };
}

function listen(http: Server, { port, host }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, host, () => {
      http.off("error", reject);
      resolve((http.address() as AddressInfo).port);
    });
  });
}

async function canRead(backend: ServerBackend, log: Log): Promise<boolean> {
  try {
    await backend.getDocument("server/ready");
    return true;
  } catch (error) {
    log.error({ err: error }, "the data cannot be read");
    return false;
  }
}
