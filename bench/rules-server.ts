/**
 * The measured process of the rows `rules.P6`: the backend's HTTP and sockets behind a bare listener. Arguments: the
 * data folder; `site` for the site's rules of the Realtime Database, `open` for rules that allow all.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createBackend } from "#backend";
import { readRulesFiles } from "../server/config/rules-files.ts";
import { createBackendHandler } from "../server/http/backend-handler.ts";
import { type Exchange, splitTarget } from "../server/http/request-facts.ts";

const [dataDir = "", kind] = process.argv.slice(2);
const open = { rules: { ".read": true, ".write": true } };
const files = await readRulesFiles();
const say = (facts: object, message: string) => console.error(message, facts);
const backend = await createBackend({
  dataDir,
  projectId: "foyer",
  rules:
    kind === "site"
      ? files
      : { ...files, database: { file: "open.rules.json", text: JSON.stringify(open) } },
  log: { info() {}, warn: say, error: say },
});

const handle = createBackendHandler({ backend, origin: undefined });
const server = createServer((request, response) => {
  const { path, query } = splitTarget(request.url ?? "/");
  const client = () => "127.0.0.1";
  const exchange: Exchange = { request, response, id: "bench", path, query, client };
  handle(exchange).catch((error: Error) => response.destroy(error));
});
server.on("upgrade", (request, socket, head) => {
  const client = String(request.headers["x-forwarded-for"] ?? "127.0.0.1");
  backend.upgrade(request, socket, head, { client, origin: `http://${request.headers.host}` });
});
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
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
