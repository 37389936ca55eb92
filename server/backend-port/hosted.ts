import type { BackendUrls, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { createCheckedContent } from "./checked-content.ts";
import { createClients } from "./clients.ts";
import { createPublicContent } from "./public-content.ts";
import type { ServiceAccountKey } from "../config/firebase-settings.ts";
import { createServiceAccountFetch } from "./service-account.ts";

/** ServerBackend over the network, as a service account: Firebase, or an embedded backend in another process. */
export function createHostedServerBackend(options: {
  urls: BackendUrls;
  projectId: string;
  /** Of the Realtime Database; undefined where its host says it. */
  namespace: string | undefined;
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
    hasSessions: false,
    clock,
    fetch: createServiceAccountFetch({ key, clock, fetch: (request) => fetch(request) }),
  });
  const content = createPublicContent(clients, log);
  return {
    ...clients,
    ...createCheckedContent({
      clock,
      read() {
        content.invalidate();
        return content.publicData();
      },
    }),
  };
}
