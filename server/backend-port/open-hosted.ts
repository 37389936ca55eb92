/** ServerBackend on a Firebase project, as the settings name it. */
import type { BackendUrls } from "#lib/server-backend.ts";
import type { FirebaseSettings } from "../config/firebase-settings.ts";
import type { Log } from "../log.ts";
import { firebaseUrls } from "./firebase-urls.ts";
import type { UsualQuota } from "./hosted-usage.ts";
import { createHostedServerBackend } from "./hosted.ts";
import type { HostedServerBackend } from "./hosted.ts";
import { createServiceAccountFetch } from "./service-account.ts";
import { type Wait, askingAgain } from "./try-again.ts";
import { answersWithin } from "./within-time.ts";

type Fetch = (request: Request) => Promise<Response>;

const patienceMs = 10_000;
/** Of an upload, which is answered when all of it is there. */
const uploadPatienceMs = 120_000;

export type HostedOptions = {
  log: Log;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** The way to Google. */
  fetch?: Fetch;
  /** Without it nobody has a limit that is not the account's own. */
  usualQuota?: UsualQuota;
  /** Between tries. */
  wait?: Wait;
};

export function openHostedBackend(
  { key, options }: FirebaseSettings,
  { log, clock = Date.now, fetch = globalThis.fetch, usualQuota, wait }: HostedOptions,
): HostedServerBackend {
  const urls = firebaseUrls(options.databaseURL);
  const isOfFiles = ({ url }: Request) =>
    [urls.storage, urls.objects].some((host) => url.startsWith(`${host}/`));
  const soon = answersWithin(patienceMs, (request) => fetch(request));
  const afterUpload = answersWithin(uploadPatienceMs, (request) => fetch(request));
  return createHostedServerBackend({
    urls,
    projectId: options.projectId,
    bucket: options.storageBucket,
    // The host says which database it is.
    namespace: undefined,
    key,
    log,
    usualQuota,
    clock,
    fetch: askingAgain(
      (request) =>
        request.method === "POST" && isOfFiles(request) ? afterUpload(request) : soon(request),
      {
        isSafe: (request) => isSafeTwice(request, urls.documents),
        // Of documents it says that an answer would be too large.
        hasBusy: isOfFiles,
        ...(wait && { wait }),
      },
    ),
  });
}

/** Readings that Google takes by POST, deletions of files, and copies, whose name may not be taken yet. */
function isSafeTwice({ method, url }: Request, documents: string): boolean {
  const { origin, pathname } = new URL(url);
  if (origin === documents) return /:(?:batchGet|runQuery)$/.test(pathname);
  return method === "DELETE" ? /\/o\/[^/]+$/.test(pathname) : pathname.includes("/rewriteTo/");
}

/** As `adminFetch` of the embedded backend: the path says which service is meant, whatever the origin. */
export function createHostedAdminFetch(
  { key, options }: FirebaseSettings,
  { clock = Date.now, fetch = globalThis.fetch }: Pick<HostedOptions, "clock" | "fetch">,
): Fetch {
  const urls = firebaseUrls(options.databaseURL);
  const authorized = createServiceAccountFetch({
    key,
    clock,
    fetch: answersWithin(patienceMs, (request) => fetch(request)),
  });
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const body = request.body === null ? undefined : await request.arrayBuffer();
    const url = new URL(hostedAddress(urls, pathname));
    for (const [name, value] of searchParams) {
      if (name !== "ns") url.searchParams.append(name, value);
    }
    const { method, headers } = request;
    return authorized(new Request(url, { method, headers, ...(body && { body }) }));
  };
}

function hostedAddress(urls: BackendUrls, pathname: string): string {
  const auth = "/identitytoolkit.googleapis.com/";
  if (pathname.startsWith(auth)) return `${urls.accounts}/${pathname.slice(auth.length)}`;
  if (pathname.startsWith("/v1/projects/")) return urls.documents + pathname;
  return urls.database + pathname;
}
