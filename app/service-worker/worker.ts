/**
 * The site without a connection: what was opened can be read again, and assets are loaded once. While there is a
 * connection a page is always the server's. docs/offline.md tells all of it.
 */
import { assetCache, findKept, forget, forgetOldBuilds, keep, keptPages, mayKeep } from "./kept.ts";
import { offlinePage } from "./offline-page.ts";
import { addressOf, openAddress, readData, shownOf } from "./push.ts";
import type { Windows } from "./push.ts";
import { dataPath, pageOf, requestKind } from "./request-kind.ts";
import type { RequestKind } from "./request-kind.ts";
import { saysGone } from "./says-gone.ts";

/** Paths of the files that every page needs; scripts/build-service-worker.ts fills it in. */
declare const __FOYER_ASSETS__: string[];

// TypeScript's own types of a worker exclude those of a page.
type WaitingEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type RequestEvent = WaitingEvent & {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
};
type ToldEvent = WaitingEvent & { data: unknown; source: { url: string } | null };
type PushEvent = WaitingEvent & { data: { text: () => string } | null };
type TapEvent = WaitingEvent & { notification: { data: unknown; close: () => void } };
type Tabs = Windows & { claim: () => Promise<void> };

const scope = globalThis as unknown as {
  clients: Tabs;
  registration: { showNotification: (title: string, options: object) => Promise<void> };
  skipWaiting: () => Promise<void>;
};

/** Most addresses that a page may name: what it has loaded is far fewer. */
const maxTold = 100;

addEventListener("install", (event) => {
  (event as WaitingEvent).waitUntil(install());
});

addEventListener("activate", (event) => {
  (event as WaitingEvent).waitUntil(activate());
});

addEventListener("fetch", (event) => {
  const asked = event as RequestEvent;
  const { request } = asked;
  const kind = requestKind(
    {
      method: request.method,
      url: request.url,
      navigates: request.mode === "navigate",
      headers: request.headers,
    },
    location.origin,
  );
  if (kind === undefined) return;
  const isFixed = kind.kind === "asset" || kind.kind === "picture";
  asked.respondWith(isFixed ? keptFirst(kind, asked) : networkFirst(kind, asked));
});

// The first page of a visit loads before there is a worker: it tells what it loaded.
addEventListener("message", (event) => {
  const told = event as Event as ToldEvent;
  const { data, source } = told;
  if (!Array.isArray(data) || source === null) return;
  const urls = [source.url, ...data.slice(0, maxTold).map(String)].filter((url) =>
    URL.canParse(url),
  );
  told.waitUntil(Promise.all(urls.map((url) => keepTold(url, url === source.url))));
});

addEventListener("push", (event) => {
  const pushed = event as PushEvent;
  const { title, options } = shownOf(readData(pushed.data));
  pushed.waitUntil(scope.registration.showNotification(title, options));
});

addEventListener("notificationclick", (event) => {
  const tapped = event as TapEvent;
  const { notification } = tapped;
  notification.close();
  tapped.waitUntil(openAddress(scope.clients, addressOf(notification.data, location.origin)));
});

async function install(): Promise<void> {
  const cache = await caches.open(assetCache);
  await cache.addAll(__FOYER_ASSETS__);
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const tabs = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  await forgetOldBuilds(tabs.length > 0);
  await scope.clients.claim();
}

async function keptFirst(kind: RequestKind, event: RequestEvent): Promise<Response> {
  const kept = await findKept(kind);
  if (kept !== undefined) return kept;
  const response = await fetch(event.request);
  if (mayKeep(kind, response)) event.waitUntil(keep(kind, response.clone()));
  return response;
}

async function networkFirst(kind: RequestKind, event: RequestEvent): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(event.request);
  } catch {
    const kept = await findKept(kind);
    if (kept !== undefined) {
      event.waitUntil(keep(kind, kept.clone()));
      return kept;
    }
    return kind.kind === "page" ? offlinePage(await keptPages()) : Response.error();
  }
  if (saysGone(response)) event.waitUntil(forget(kind));
  else if (mayKeep(kind, response)) {
    event.waitUntil(Promise.all([keep(kind, response.clone()), keepOtherHalf(kind)]));
  }
  return response;
}

/** A page that is opened as a document may be led to by a link later, and the other way round. */
async function keepOtherHalf(kind: RequestKind): Promise<void> {
  const { connection } = navigator as { connection?: { saveData: boolean } };
  const page = pageOf(kind);
  if (page === undefined || connection?.saveData) return;
  if (kind.kind === "page") await keepAnew({ kind: "data", key: dataPath(page) });
  else await keepAnew({ kind: "page", key: page });
}

async function keepTold(url: string, isPage: boolean): Promise<void> {
  const facts = { method: "GET", url, navigates: isPage, headers: new Headers() };
  const kind = requestKind(facts, location.origin);
  if (kind === undefined || (kind.kind === "page") !== isPage) return;
  await keepAnew(kind);
  if (isPage) await keepOtherHalf(kind);
}

/** Once: what changes is kept anew when it is opened. */
async function keepAnew(kind: RequestKind): Promise<void> {
  if ((await findKept(kind)) !== undefined) return;
  try {
    const response = await fetch(kind.key);
    if (mayKeep(kind, response)) await keep(kind, response);
  } catch {
    // The connection is gone: then it is not kept.
  }
}
