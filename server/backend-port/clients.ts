import type { BackendUrls, ServerBackend } from "#lib/server-backend.ts";
import type { HostedTokens } from "./accounts-client-hosted.ts";
import { createAccountsClient } from "./accounts-client.ts";
import { createDatabaseClient } from "./database-client.ts";
import { createFirestoreClient } from "./firestore-client.ts";
import { createObjectsClient } from "./objects-client.ts";

/** The part of ServerBackend that is the same code wherever the backend is; `fetch` acts as the server. */
export function createClients(options: {
  urls: BackendUrls;
  projectId: string;
  bucket: string;
  /** Of the Realtime Database; undefined where its host says it. */
  namespace: string | undefined;
  /** Whether the backend has a list of an account's sessions; Firebase has none. */
  hasSessions: boolean;
  fetch: (request: Request) => Promise<Response>;
  /** Without any rights of the server. */
  fetchAsCaller: (request: Request) => Promise<Response>;
  /** Milliseconds since 1970. */
  clock: () => number;
}): Omit<
  ServerBackend,
  "publicData" | "publicVersion" | "onObjectChange" | "copyObject" | keyof HostedTokens
> {
  const { urls, projectId, namespace, hasSessions, fetch, clock } = options;
  const { bucket, fetchAsCaller } = options;
  return {
    ...createFirestoreClient({ baseUrl: urls.documents, projectId, fetch }),
    ...createDatabaseClient({ baseUrl: urls.database, namespace, fetch }),
    ...createAccountsClient({
      baseUrl: urls.accounts,
      keysUrl: urls.keys,
      projectId,
      hasSessions,
      fetch,
      clock,
    }),
    ...createObjectsClient({ baseUrl: urls.storage, bucket, fetch, fetchAsCaller }),
  };
}

/** All services on one origin, as the embedded backend has them. */
export function urlsOnOrigin(origin: string): BackendUrls {
  return {
    accounts: `${origin}/identitytoolkit.googleapis.com`,
    database: origin,
    documents: origin,
    keys: `${origin}/.well-known/jwks.json`,
    storage: origin,
    objects: origin,
  };
}
