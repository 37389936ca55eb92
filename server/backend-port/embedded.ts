import type { CommitEvent, ServerBackend } from "#lib/server-backend.ts";
import type { Log } from "../log.ts";
import { createFirestoreClient } from "./firestore-client.ts";
import { createPublicContent } from "./public-content.ts";

/** What this port needs of the embedded backend: its door in the process, and word of each commit. */
export type EmbeddedBackend = {
  adminFetch(request: Request): Promise<Response>;
  onCommit(listener: (event: CommitEvent) => void): () => void;
};

/** ServerBackend on the backend in this process: no socket, and no admin token on any wire. */
export function createEmbeddedServerBackend(
  backend: EmbeddedBackend,
  options: { projectId: string; log: Log },
): ServerBackend {
  const client = createFirestoreClient({
    baseUrl: "http://embedded.invalid",
    projectId: options.projectId,
    fetch: (request) => backend.adminFetch(request),
  });
  const content = createPublicContent(client, options.log);
  backend.onCommit((event) => content.onCommit(event));
  return { ...client, publicData: content.publicData, publicVersion: content.publicVersion };
}
