/** Puts the process together: pages, files and api around one HTTP server, whichever backend the settings name. */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { redirectOf } from "#lib/documents/redirects.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { keepBuild } from "./analytics-parts.ts";
import { openEndpoints } from "./api-endpoints.ts";
import type { MakeAvatar } from "./account-data/avatar.ts";
import type { Shrink } from "./drive/thumbs.ts";
import type { Settings } from "./config/settings.ts";
import { createContactHandler } from "./contact/contact-handler.ts";
import { openEmbeddedParts } from "./embedded-parts.ts";
import { openHostedParts } from "./hosted-parts.ts";
import type { Fetch } from "./hosted-parts.ts";
import { createApi } from "./http/api-router.ts";
import { bodyTimes, limitBodies } from "./http/body-deadline.ts";
import { createClientReader } from "./http/client-address.ts";
import { createFirebaseConfigHandler } from "./http/firebase-config.ts";
import { createHostRule } from "./http/host-rule.ts";
import type { Render } from "./http/render.ts";
import { createRequestHandler } from "./http/request-handler.ts";
import { createSecurityHeaders } from "./http/security-headers.ts";
import { createPageServer } from "./http/serve-page.ts";
import { loadStaticFiles } from "./http/static-files.ts";
import type { StaticFiles } from "./http/static-files.ts";
import { limitSlowReaders } from "./http/slow-readers.ts";
import { createStopper } from "./http/stop-http.ts";
import { busyWithPictures } from "./images/errors.ts";
import { openImages } from "./images/open-images.ts";
import { createLog } from "./log.ts";
import type { Log } from "./log.ts";
import { createOutgoingFetch } from "./outgoing/outgoing-fetch.ts";
import type { OutgoingFetch } from "./outgoing/outgoing-fetch.ts";
import { ownVersion } from "./own-version.ts";
import type { CleanPicture } from "./publishing/content-files.ts";
import { createFileHandler } from "./publishing/serve-file.ts";
import { openResumePdf } from "./resume-pdf/open-resume-pdf.ts";
import { createSiteFiles } from "./site-files/serve-site-file.ts";
import { createSiteFileMakers } from "./site-files/site-file-makers.ts";
import { createCodeColours } from "./code-colours/code-colours.ts";
import { createOgPictures } from "./og-images/og-pictures.ts";
import { createCoverReader } from "./og-images/read-cover.ts";
import { createPageCache } from "./page-cache/page-cache.ts";

const pageCacheBytes = 64 * 1024 * 1024;
const publicBoardBytes = 16 * 1024 * 1024;

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
  /** The way to Firebase, where that is the backend. */
  fetch?: Fetch;
  /** The way to all other sites. */
  outgoing?: OutgoingFetch;
}): Promise<RunningServer> {
  const { settings, development, fetch = globalThis.fetch } = options;
  const { outgoing = createOutgoingFetch({ userAgent: `Foyer/${ownVersion()}` }) } = options;
  const log = createLog(settings.logLevel);
  // What is open would keep a process alive that could not start.
  await using opened = new AsyncDisposableStack();
  const { firebase } = settings;
  // The pictures' processes are opened once there is a backend.
  let shrink: Shrink | undefined;
  let clean: CleanPicture | undefined;
  const shrinkPicture: Shrink = async (bytes, size) => {
    if (shrink === undefined) throw busyWithPictures();
    return shrink(bytes, size);
  };
  const makeAvatar: MakeAvatar = shrinkPicture;
  const cleanPicture: CleanPicture = async (bytes, from) => {
    if (clean === undefined) throw busyWithPictures();
    return clean(bytes, from);
  };
  const parts =
    firebase === undefined
      ? await openEmbeddedParts({
          settings,
          development,
          log,
          makeAvatar,
          shrink: shrinkPicture,
          cleanPicture,
          outgoing,
          opened,
        })
      : await openHostedParts({
          firebase,
          userQuotaBytes: settings.userQuotaBytes,
          signInProviders: settings.signInProviders,
          gitHubToken: settings.gitHubToken,
          pushHosts: settings.pushHosts,
          ai: settings.ai,
          log,
          makeAvatar,
          shrink: shrinkPicture,
          cleanPicture,
          outgoing,
          opened,
          fetch,
        });
  const { serverBackend } = parts;

  const http = createServer({
    connectionsCheckingInterval: 5_000,
    requestTimeout: bodyTimes.uploadMs,
    headersTimeout: 20_000,
    keepAliveTimeout: 65_000,
  });
  // A client that reads nothing of its answer holds the connection no longer than this.
  http.timeout = 120_000;
  opened.defer(limitBodies(http));
  opened.defer(limitSlowReaders(http, isBehindProxy(settings)));
  const stopHttp = createStopper(http, 10_000);
  const app = development ? await startDevApp(http) : await loadBuiltApp(settings);
  opened.defer(app.close);
  const images = await openImages({
    backend: serverBackend,
    // On Firebase a copy of the server keeps nothing.
    folder: firebase === undefined ? join(settings.dataDir, "cache", "images") : undefined,
    maxCacheBytes: settings.imageCacheBytes,
    isHosted: firebase !== undefined,
    log,
  });
  opened.defer(() => images.close());
  shrink = (bytes, size) => images.shrink(bytes, size);
  clean = (bytes, from) => images.clean(bytes, from);
  const ogPictures = createOgPictures({
    readCover: createCoverReader(serverBackend),
    log,
    now: Date.now,
  });
  opened.defer(() => ogPictures.close());
  const codeColours = createCodeColours({ log, now: Date.now });
  opened.defer(() => codeColours.close());
  const resumePdf = openResumePdf({ backend: serverBackend, log, now: Date.now });
  opened.defer(() => resumePdf.close());
  const endpoints = await openEndpoints({
    backend: serverBackend,
    countriesDb: settings.countriesDb,
    parts,
    log,
    now: Date.now,
    opened,
  });
  const currentVersion = () => serverBackend.publicVersion();
  const cache = createPageCache({ currentVersion, now: Date.now, maxBytes: pageCacheBytes });
  let ready = false;
  let origin = settings.origin?.origin ?? "";
  const securityHeaders = createSecurityHeaders(settings.origin, {
    // Firebase's window for another provider speaks to the page that opened it.
    speaksToPopups: firebase !== undefined && settings.signInProviders.length > 0,
  });
  const servesHost = createHostRule(settings.origin);
  const clientOf = createClientReader(settings.trustProxy);
  const pageServer = createPageServer({
    render: app.render,
    backend: serverBackend,
    cache: development ? undefined : cache,
    origin: () => origin,
    securityHeaders,
    otherHosts: parts.otherHosts,
    map: settings.map,
    newContactToken: () => parts.contact.newToken(),
    serviceWorker: !development && settings.serviceWorker,
    publicBoards: {
      boards: parts.publicBoards,
      cache: development
        ? undefined
        : createPageCache({ currentVersion, now: Date.now, maxBytes: publicBoardBytes }),
      now: Date.now,
    },
    sharedLinks: { links: parts.sharedLinks.visits, now: Date.now },
    log,
  });
  const pages = parts.profiles.watch(pageServer);
  http.on(
    "request",
    createRequestHandler({
      log,
      servesHost,
      clientOf,
      securityHeaders,
      isReady: async () => ready && (await canRead(serverBackend, log)),
      pages,
      staticFiles: app.staticFiles,
      siteFiles: createSiteFiles({
        makers: createSiteFileMakers({
          now: Date.now,
          heavy: [ogPictures.maker, resumePdf.maker, codeColours.maker],
        }),
        backend: serverBackend,
        cache,
        origin: () => origin,
        now: Date.now,
      }),
      api: createApi(endpoints),
      backend: parts.handler,
      images: images.handler,
      files: createFileHandler({ backend: serverBackend }),
      async redirectOf(path) {
        return redirectOf((await serverBackend.publicData()).redirects, path);
      },
      tickets: parts.tickets,
      calendar: parts.calendar,
      sharedLinks: parts.sharedLinks.handler,
      signIn: parts.signIn,
      contact: createContactHandler({ contact: parts.contact, pages, now: Date.now }),
      firebaseConfig: createFirebaseConfigHandler(parts.firebaseConfig, settings.map.tiles),
    }),
  );
  parts.mountSockets(http, { servesHost, clientOf });
  const port = await listen(http, settings);
  opened.defer(stopHttp);
  opened.defer(() => parts.closeSockets());
  origin ||= `http://localhost:${port}`;
  const ownerLink = await parts.start(origin);
  images.mend();
  if (!development) {
    const stamp = new URL("../build/source-hash", import.meta.url);
    void keepBuild(serverBackend, { stamp, log, now: Date.now });
  }
  ready = true;
  log.info({ origin, port, backend: firebase === undefined ? "embedded" : "firebase" }, "ready");

  const running = opened.move();
  return {
    origin,
    port,
    ownerLink,
    async close() {
      ready = false;
      log.info("stopping");
      await running.disposeAsync();
      log.info("stopped");
      log.flush();
    },
  };
}

function isBehindProxy({ trustProxy }: Settings): boolean {
  return typeof trustProxy === "number" ? trustProxy > 0 : trustProxy.length > 0;
}

type App = { render: Render; staticFiles: StaticFiles; close: () => Promise<void> };

async function startDevApp(http: Server): Promise<App> {
  // Vite is no part of a production start.
  const { createDevApp } = await import("./dev/dev-app.ts");
  return createDevApp(http);
}

async function loadBuiltApp({ serviceWorker }: Settings): Promise<App> {
  const bundle = new URL("../build/server/index.js", import.meta.url);
  if (!existsSync(bundle))
    throw new Error("There is no build yet. Run `npm start`, or `npm run build` first.");
  const { render } = (await import(bundle.href)) as { render: Render };
  const client = fileURLToPath(new URL("../build/client", import.meta.url));
  return {
    render,
    staticFiles: await loadStaticFiles(client, serviceWorker),
    close: async () => {},
  };
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
