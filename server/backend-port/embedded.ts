import type { CommitEvent, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { verifyByBackend } from "./accounts-client-embedded.ts";
import { createClients, urlsOnOrigin } from "./clients.ts";
import { createPublicContent } from "./public-content.ts";

/** What this port needs of the embedded backend: its door in the process, and word of each commit. */
export type EmbeddedBackend = {
  adminFetch(request: Request): Promise<Response>;
  /** @throws an error named CredentialError */
  authenticate(
    credential: string,
  ): Promise<"admin" | { uid: string; token: Record<string, unknown> }>;
  onCommit(listener: (event: CommitEvent) => void): () => void;
};

/** ServerBackend on the backend in this process: no socket, and no admin token on any wire. */
export function createEmbeddedServerBackend(
  backend: EmbeddedBackend,
  options: { projectId: string; log: Log },
): ServerBackend {
  const { projectId, log } = options;
  const clients = createClients({
    urls: urlsOnOrigin("http://embedded.invalid"),
    projectId,
    namespace: projectId,
    hasSessions: true,
    fetch: (request) => backend.adminFetch(request),
    clock: Date.now,
  });
  const content = createPublicContent(clients, log);
  backend.onCommit((event) => content.onCommit(event));
  return {
    ...clients,
    verifyIdToken: verifyByBackend((credential) => backend.authenticate(credential)),
    publicData: content.publicData,
    publicVersion: content.publicVersion,
  };
}
