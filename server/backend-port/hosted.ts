import type { BackendUrls, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { createClients } from "./clients.ts";
import { createPublicContent } from "./public-content.ts";
import { type ServiceAccountKey, createServiceAccountFetch } from "./service-account.ts";

/** So long may public pages show what was before a change that another copy of the server has made. */
const publicTtlMs = 5_000;

/** ServerBackend over the network, as a service account: Firebase, or an embedded backend in another process. */
export function createHostedServerBackend(options: {
  urls: BackendUrls;
  projectId: string;
  /** Of the Realtime Database. */
  namespace: string;
  key: ServiceAccountKey;
  log: Log;
  /** Milliseconds since 1970. */
  clock?: () => number;
  fetch?: (request: Request) => Promise<Response>;
}): ServerBackend {
  const { urls, projectId, namespace, key, log } = options;
  const { clock = Date.now, fetch = globalThis.fetch } = options;
  const clients = createClients({
    urls,
    projectId,
    namespace,
    clock,
    fetch: createServiceAccountFetch({ key, clock, fetch: (request) => fetch(request) }),
  });
  const content = createPublicContent(clients, log);
  let freshUntil = 0;

  // No commit events come over the network.
  function refreshWhenOld(): void {
    if (clock() < freshUntil) return;
    freshUntil = clock() + publicTtlMs;
    content.invalidate();
  }

  return {
    ...clients,
    publicData() {
      refreshWhenOld();
      return content.publicData();
    },
    publicVersion() {
      refreshWhenOld();
      return content.publicVersion();
    },
  };
}
