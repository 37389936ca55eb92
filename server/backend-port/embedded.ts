import type {
  CommitEvent,
  ObjectChangeListener,
  ProvedIdentity,
  ServerBackend,
} from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { byBackend, verifyByBackend } from "./accounts-client-embedded.ts";
import { createClients, urlsOnOrigin } from "./clients.ts";
import { claimsOf } from "./hosted-usage.ts";
import type { UsualQuota } from "./hosted-usage.ts";
import { createEmbeddedCopy } from "./objects-client.ts";
import { createPublicContent } from "./public-content.ts";
import { refuseServerClaims } from "./server-claims.ts";

/** What this port needs of the embedded backend: its door in the process, and word of each commit. */
export type EmbeddedBackend = {
  adminFetch(request: Request): Promise<Response>;
  fetch(
    request: Request,
    facts: { client: string; origin: string; isServer?: boolean },
  ): Promise<Response>;
  /** @throws an error named CredentialError */
  authenticate(
    credential: string,
  ): Promise<"admin" | { uid: string; token: Record<string, unknown> }>;
  /** These three @throws an error named OperationError with a `code` */
  createCustomToken(uid: string, claims?: Record<string, unknown>): Promise<string>;
  createIdpCredential(identity: ProvedIdentity): Promise<string>;
  pendingSignIn(credential: string): Promise<{ uid: string }>;
  onCommit(listener: (event: CommitEvent) => void): () => void;
  onObjectChange(listener: ObjectChangeListener): () => void;
};

/** Nothing resolves it. */
const origin = "http://embedded.invalid";

/** ServerBackend on the backend in this process: no socket, and no admin token on any wire. */
export function createEmbeddedServerBackend(
  backend: EmbeddedBackend,
  options: {
    projectId: string;
    /** Without it nobody has a limit that is not the account's own. */
    usualQuota?: UsualQuota | undefined;
    log: Log;
  },
): ServerBackend {
  const { projectId, usualQuota, log } = options;
  const clients = createClients({
    urls: urlsOnOrigin(origin),
    projectId,
    namespace: projectId,
    bucket: projectId,
    hasSessions: true,
    fetch: (request) => backend.adminFetch(request),
    fetchAsCaller: (request) => backend.fetch(request, { client: "", origin, isServer: true }),
    clock: Date.now,
  });
  const copy = createEmbeddedCopy({
    baseUrl: origin,
    bucket: projectId,
    fetch: (request) => backend.adminFetch(request),
  });
  const content = createPublicContent(clients, log);
  backend.onCommit((event) => content.onCommit(event));
  return {
    ...clients,
    verifyIdToken: verifyByBackend((credential) => backend.authenticate(credential)),
    async createCustomToken(uid, claims = {}) {
      refuseServerClaims(claims);
      return byBackend(() => backend.createCustomToken(uid, claims));
    },
    createIdpCredential: (identity) => byBackend(() => backend.createIdpCredential(identity)),
    pendingSignIn: (credential) => byBackend(() => backend.pendingSignIn(credential)),
    async storageUsage(uid) {
      const usage = await clients.storageUsage(uid);
      if (uid === "" || usage.isOwnLimit || usualQuota === undefined) return usage;
      // The backend knows the usual limit of who asks, and that is the server.
      return { ...usage, limitBytes: usualQuota(await claimsOf(clients, uid)) };
    },
    async copyObject(asked) {
      const limit = usualQuota?.(await claimsOf(clients, asked.owner)) ?? null;
      return copy(asked, limit);
    },
    onObjectChange: (listener) => backend.onObjectChange(listener),
    publicData: content.publicData,
    publicVersion: content.publicVersion,
  };
}
