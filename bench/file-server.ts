/**
 * The measured process of P10: the backend's files behind a bare listener, under rules and limits that allow any size.
 * Argument: the data folder. It says its port and its process to whoever started it.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createBackend } from "#backend";
import { readRulesFiles } from "../server/config/rules-files.ts";
import { createBackendHandler } from "../server/http/backend-handler.ts";
import { limitBodies } from "../server/http/body-deadline.ts";
import { splitTarget } from "../server/http/request-facts.ts";
import { bucket } from "./file-transfer.ts";

const rules = `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o/{path=**} {
    allow read, write;
  }
}`;

const backend = await createBackend({
  dataDir: process.argv[2] as string,
  projectId: bucket,
  rules: { ...(await readRulesFiles()), storage: { file: "bench.rules", text: rules } },
});
const handle = createBackendHandler({ backend, origin: undefined });

const server = createServer((request, response) => {
  const { path, query } = splitTarget(request.url ?? "/");
  const client = () => "127.0.0.1";
  handle({ request, response, id: "bench", path, query, client }).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
limitBodies(server);
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port, pid: process.pid });
});

// Whoever measures is gone.
process.on("disconnect", () => process.exit(1));
process.on("SIGTERM", () => {
  server.closeAllConnections();
  void backend.close().then(() => process.exit(0));
});
