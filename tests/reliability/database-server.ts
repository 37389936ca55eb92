/**
 * The embedded backend on a port of 127.0.0.1, mounted as in the site's own process, with the rules of a test:
 * `database-server.ts FOLDER SETTINGS`. It says its port to the process that started it, and what it holds as often as
 * it is asked. Run it with --expose-gc.
 */
import { type IncomingMessage, createServer } from "node:http";
import { queryObjects } from "node:v8";
import { createBackend } from "#backend";
import { readRulesFiles } from "../../server/config/rules-files.ts";
import { createBackendHandler, mountSockets } from "../../server/http/backend-handler.ts";
import { hasLeft } from "../../server/http/has-left.ts";
import { type Exchange, type Handler, splitTarget } from "../../server/http/request-facts.ts";
import { createJudgingApi } from "./judging-api.ts";

/** As JSON. */
export type ServerSettings = {
  /** The Realtime Database's; without them, the site's. */
  rules?: object;
  /** Firestore's rules, and its indexes as in firebase/firestore.indexes.json. */
  documents?: { rules: string; indexes?: object };
  /** The rules of files. */
  files?: string;
  /** How much of files is kept. */
  space?: { siteBytes?: number; keepFreeBytes?: number };
  /** Where its clock stands still. */
  nowMs?: number;
  /** Otherwise one that is free. */
  port?: number;
  /** It takes what members change of boards, and says on each that does not hold. */
  judgesBoards?: boolean;
};

export type Held = {
  /** Of the main thread, after a full collection. */
  heapBytes: number;
  /** Open sockets of the socket protocol. */
  sockets: number;
  /** Live objects of the main thread; every view, session and place that is listened to has some. */
  sets: number;
  maps: number;
};

const [dataDir, settingsText] = process.argv.slice(2) as [string, string];
const settings = JSON.parse(settingsText) as ServerSettings;
const { rules, documents, files, space, nowMs, port = 0, judgesBoards } = settings;
const say = (facts: object, message: string) =>
  process.stderr.write(`${message} ${JSON.stringify(facts, errorsAsText)}\n`);
const siteRules = await readRulesFiles();
const backend = await createBackend({
  dataDir,
  projectId: "foyer",
  rules: {
    ...siteRules,
    ...(rules && { database: { file: "test.rules.json", text: JSON.stringify({ rules }) } }),
    ...(documents && { firestore: { file: "test.rules", text: documents.rules } }),
    ...(files !== undefined && { storage: { file: "test.storage.rules", text: files } }),
  },
  indexes: {
    file: "test.indexes.json",
    text: JSON.stringify(documents?.indexes ?? { indexes: [] }),
  },
  log: { info() {}, warn: say, error: say },
  ...(space && { storage: space }),
  ...(nowMs !== undefined && { clock: () => nowMs }),
});
const handleBackend = createBackendHandler({ backend, origin: undefined });
const api = judgesBoards ? createJudgingApi(backend, say) : undefined;
const handle: Handler = (exchange) =>
  api && exchange.path.startsWith("/api/") ? api(exchange) : handleBackend(exchange);
const upgraded = new Set<object>();

// As the site's own process: else a client that waited for others of its own finds its connection closed.
const http = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const { path, query } = splitTarget(request.url ?? "/");
  const client = () => clientOf(request);
  const exchange: Exchange = { request, response, id: "test", path, query, client };
  Promise.resolve(handle(exchange)).catch((error: Error) => {
    if (hasLeft(exchange, error)) return;
    say({ err: error }, "A request failed");
    response.destroy();
  });
});
http.on("upgrade", (_request, socket) => {
  upgraded.add(socket);
  socket.once("close", () => upgraded.delete(socket));
});
mountSockets(http, {
  backend,
  origin: undefined,
  servesHost: () => true,
  clientOf,
  leaveOthers: false,
});
http.listen(port, "127.0.0.1", () => {
  const address = http.address();
  process.send?.({ port: typeof address === "object" ? address?.port : undefined });
});

process.on("message", () => {
  gc?.();
  const held: Held = {
    heapBytes: process.memoryUsage().heapUsed,
    sockets: upgraded.size,
    sets: queryObjects(Set, { format: "count" }),
    maps: queryObjects(Map, { format: "count" }),
  };
  process.send?.(held);
});
// The test is gone.
process.on("disconnect", () => process.exit(1));

/** One process is as many visitors: sockets are limited for each address. */
function clientOf(request: IncomingMessage): string {
  return String(request.headers["x-forwarded-for"] ?? "127.0.0.1");
}

function errorsAsText(_key: string, value: unknown): unknown {
  return value instanceof Error ? value.stack : value;
}
