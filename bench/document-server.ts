/**
 * The measured process of P9 and P9c: the backend's HTTP as the site mounts it, under open rules. Argument: the data
 * folder. Messages: `count` begins a count of groups, `report` answers it, `{seed}` makes a set of so many documents.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createBackend } from "#backend";
import { readRulesFiles } from "../server/config/rules-files.ts";
import { createBackendHandler } from "../server/http/backend-handler.ts";
import { type Exchange, splitTarget } from "../server/http/request-facts.ts";
import type { GroupReport } from "./database-server.ts";
import { ROOT, indexes, itemWrite, projectId, rules } from "./document-set.ts";

export type DocumentsMessage = "count" | "report" | { seed: number };

const DOCUMENTS_OF_A_COMMIT = 500;
const COMMITS_AT_ONCE = 4;

const say = (facts: object, message: string) => console.error(message, facts);
const backend = await createBackend({
  dataDir: process.argv[2] as string,
  projectId,
  rules: {
    ...(await readRulesFiles()),
    firestore: { file: "bench.rules", text: rules },
  },
  indexes: { file: "bench.indexes.json", text: JSON.stringify(indexes) },
  log: { info() {}, warn: say, error: say },
});
let commits = 0;
let groups = 0;
let inGroup = false;

// The events of one group are announced in one turn of the event loop.
backend.onCommit(() => {
  commits += 1;
  if (inGroup) return;
  inGroup = true;
  groups += 1;
  setImmediate(() => (inGroup = false));
});

const handle = createBackendHandler({ backend, origin: undefined });
const server = createServer((request, response) => {
  const { path, query } = splitTarget(request.url ?? "/");
  const client = () => "127.0.0.1";
  const exchange: Exchange = { request, response, id: "bench", path, query, client };
  handle(exchange).catch((error: Error) => response.destroy(error));
});
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});

process.on("message", (message: DocumentsMessage) => {
  if (message === "count") {
    commits = 0;
    groups = 0;
  } else if (message === "report") {
    process.send?.({ commits, groups } satisfies GroupReport);
  } else {
    void seed(message.seed).then(() => process.send?.("seeded"));
  }
});

// Whoever measures is gone.
process.on("disconnect", () => process.exit(1));
process.on("SIGTERM", () => {
  server.closeAllConnections();
  void backend.close().then(() => process.exit(0));
});

async function seed(size: number): Promise<void> {
  let next = 0;
  async function commitParts(): Promise<void> {
    while (next < size) {
      const first = next;
      next += DOCUMENTS_OF_A_COMMIT;
      const count = Math.min(DOCUMENTS_OF_A_COMMIT, size - first);
      const writes = Array.from({ length: count }, (_, offset) => itemWrite(size, first + offset));
      const body = JSON.stringify({ writes });
      // oxlint-disable-next-line no-await-in-loop
      const answered = await backend.adminFetch(
        new Request(`http://bench${ROOT}:commit`, { method: "POST", body }),
      );
      // oxlint-disable-next-line no-await-in-loop
      if (!answered.ok) throw new Error(await answered.text());
    }
  }
  await Promise.all(Array.from({ length: COMMITS_AT_ONCE }, commitParts));
  await backend.checkpoint();
}
