import type { BackendUrls, ServerBackend, Write } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { createHostedTokens } from "./accounts-client-hosted.ts";
import { createCheckedContent } from "./checked-content.ts";
import { createClients } from "./clients.ts";
import { createObjectChanges, tellingClient } from "./object-changes.ts";
import type { ObjectChanges } from "./object-changes.ts";
import { createHostedUsage } from "./hosted-usage.ts";
import type { UsualQuota } from "./hosted-usage.ts";
import { createHostedCopy } from "./objects-client.ts";
import { createPublicContent, isPublicDocument } from "./public-content.ts";
import type { ServiceAccountKey } from "../config/firebase-settings.ts";
import { withPlainMedia } from "./plain-media.ts";
import { createServiceAccountFetch } from "./service-account.ts";

export type HostedServerBackend = ServerBackend & {
  /** For what a client did there, once it is known here; see `onObjectChange`. */
  tellObjectChange: ObjectChanges["tell"];
};

/** ServerBackend over the network, as a service account: Firebase, or an embedded backend in another process. */
export function createHostedServerBackend(options: {
  urls: BackendUrls;
  projectId: string;
  bucket: string;
  /** Of the Realtime Database; undefined where its host says it. */
  namespace: string | undefined;
  key: ServiceAccountKey;
  log: Log;
  /** Without it nobody has a limit that is not the account's own. */
  usualQuota?: UsualQuota | undefined;
  /** Milliseconds since 1970. */
  clock?: () => number;
  fetch?: (request: Request) => Promise<Response>;
}): HostedServerBackend {
  const { urls, projectId, bucket, namespace, key, log } = options;
  const { clock = Date.now, usualQuota = () => null } = options;
  const fetch = withPlainMedia(options.fetch ?? globalThis.fetch);
  const asServer = createServiceAccountFetch({ key, clock, fetch: (request) => fetch(request) });
  const clients = createClients({
    urls,
    projectId,
    bucket,
    namespace,
    hasSessions: false,
    clock,
    fetch: asServer,
    fetchAsCaller: fetch,
  });
  const copy = createHostedCopy({
    baseUrl: urls.objects,
    bucket,
    fetch: asServer,
    getObject: clients.getObject,
  });
  const changes = createObjectChanges(log);
  const content = createPublicContent(clients, log);
  const checked = createCheckedContent({
    clock,
    read() {
      content.invalidate();
      return content.publicData();
    },
  });
  return {
    ...clients,
    async commit(writes) {
      await clients.commit(writes);
      if (writes.some(isOfContent)) checked.expire();
    },
    ...createHostedTokens({ key, clock }),
    ...tellingClient(clients, changes.tell),
    async copyObject(asked) {
      const info = await copy(asked);
      if (info) await changes.tell({ name: info.name, generation: Number(info.generation) });
      return info;
    },
    ...createHostedUsage(clients, usualQuota),
    onObjectChange: changes.onObjectChange,
    tellObjectChange: changes.tell,
    publicData: checked.publicData,
    publicVersion: checked.publicVersion,
  };
}

function isOfContent(write: Write): boolean {
  const path = "set" in write ? write.set : "update" in write ? write.update : write.delete;
  return isPublicDocument(path);
}
