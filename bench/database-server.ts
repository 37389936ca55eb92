/**
 * The measured process of P7 and P8: the backend's sockets behind a bare listener, under rules of the bench.
 * Argument: the data folder. Messages: `count` begins a count of groups, `report` answers it, `{seed}` makes a node
 * with so many children.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createBackend } from "#backend";
import { readRulesFiles } from "../server/config/rules-files.ts";
import { childKey, namespace, nodePath, rules } from "./bench-tree.ts";

export type ServerMessage = "count" | "report" | { seed: number };
export type GroupReport = { commits: number; groups: number };

const SEED_AT_ONCE = 10_000;

const backend = await createBackend({
  dataDir: process.argv[2] as string,
  projectId: namespace,
  rules: {
    ...(await readRulesFiles()),
    database: { file: "bench.rules.json", text: JSON.stringify(rules) },
  },
});
let commits = 0;
let groups = 0;
let inGroup = false;

// The events of one group are announced in one turn of the event loop.
backend.onDatabaseCommit(() => {
  commits += 1;
  if (inGroup) return;
  inGroup = true;
  groups += 1;
  setImmediate(() => (inGroup = false));
});

const server = createServer((_request, response) => response.writeHead(404).end());
server.on("upgrade", (request, socket, head) => {
  const client = String(request.headers["x-forwarded-for"] ?? "127.0.0.1");
  backend.upgrade(request, socket, head, { client, origin: `http://${request.headers.host}` });
});
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});

process.on("message", (message: ServerMessage) => {
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
  void backend
    .closeSockets()
    .then(() => backend.close())
    .then(() => process.exit(0));
});

/** Children `k000000` and so on, ordered by `t` as by their keys. */
async function seed(children: number): Promise<void> {
  for (let from = 0; from < children; from += SEED_AT_ONCE) {
    const size = Math.min(SEED_AT_ONCE, children - from);
    const entries = Array.from({ length: size }, (_, offset) => [
      childKey(from + offset),
      { t: from + offset, v: "a small value" },
    ]);
    const url = `http://bench/${nodePath(children)}.json`;
    const body = JSON.stringify(Object.fromEntries(entries));
    // oxlint-disable-next-line no-await-in-loop
    const answered = await backend.adminFetch(new Request(url, { method: "PATCH", body }));
    if (!answered.ok) throw new Error(await answered.text());
  }
}
