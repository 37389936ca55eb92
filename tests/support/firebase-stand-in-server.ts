/**
 * Firebase for a site that is hosted there: an embedded backend that answers as Google's hosts do, over TLS for a
 * browser, which comes through a proxy that knows no other host, and over HTTP for the server, which names the host in a
 * header. `node firebase-stand-in-server.ts FOLDER` keeps everything in FOLDER and prints its ports as JSON.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { generate } from "selfsigned";
import { createBackend } from "#backend";
import { readIndexesFile } from "../../server/config/rules-files.ts";
import {
  browserHosts,
  placeOf,
  standInOptions,
  standInProject,
} from "./firebase-stand-in-hosts.ts";
import { answerRewrite } from "./firebase-stand-in-rewrite.ts";
import { readRulesOfGoogle } from "./firebase-stand-in-rules.ts";

const folder = process.argv[2] ?? "";
process.umask(0o077);

const [rules, indexes] = await Promise.all([readRulesOfGoogle(), readIndexesFile()]);
const dataDir = join(folder, "data");
await mkdir(dataDir, { recursive: true });
const backend = await createBackend({
  dataDir,
  projectId: standInProject,
  rules,
  indexes,
  // Nobody reads what it mails.
  mailer: { send: async () => {}, forget: async () => {} },
  actionUrl: () => `https://${standInOptions.authDomain}/__/auth/action`,
  apiKey: standInOptions.apiKey,
});
const key = await backend.createServiceAccount("https://oauth2.googleapis.com");
await writeFile(join(folder, "service-account.json"), JSON.stringify(key), { mode: 0o600 });
await writeFile(join(folder, "web-app.json"), JSON.stringify(standInOptions));

const certificate = await generate([{ name: "commonName", value: "stand-in.invalid" }], {
  keyType: "ec",
  algorithm: "sha256",
});
const tls = createTlsServer({ key: certificate.private, cert: certificate.cert });
const plain = createServer();
for (const server of [tls, plain]) {
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
}
tls.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
  const place = placeOf(hostOf(request), request.url ?? "");
  if (place === undefined) return void socket.destroy();
  request.url = place.target;
  backend.upgrade(request, socket, head, { client: clientOf(request), origin: place.origin });
});
const [tlsPort, plainPort] = await Promise.all([listen(tls), listen(plain)]);
plain.on("connect", (request: IncomingMessage, socket: Socket, head: Buffer) => {
  if (!browserHosts.some((host) => request.url === `${host}:443`)) {
    return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  }
  const onward = connect(tlsPort, "127.0.0.1", () => {
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    onward.write(head);
    socket.pipe(onward).pipe(socket);
  });
  socket.on("error", () => onward.destroy());
  onward.on("error", () => socket.destroy());
});
process.stdout.write(`${JSON.stringify({ port: plainPort })}\n`);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { origin } = request.headers;
  // As Google has it: who asks is echoed.
  if (origin !== undefined) {
    response.setHeader("Access-Control-Allow-Origin", origin);
    response.setHeader("Vary", "Origin");
    response.setHeader("Access-Control-Expose-Headers", exposed);
  }
  const place = placeOf(hostOf(request), request.url ?? "");
  if (place === undefined) return void response.writeHead(404).end("Not found.");
  if (request.method === "OPTIONS") {
    const wanted = request.headers["access-control-request-headers"];
    if (wanted !== undefined) response.setHeader("Access-Control-Allow-Headers", wanted);
    response.setHeader("Access-Control-Allow-Methods", "DELETE,GET,HEAD,PATCH,POST,PUT");
    response.setHeader("Access-Control-Max-Age", "3600");
    return void response.writeHead(200).end();
  }
  request.url = place.target;
  const { host } = new URL(place.origin);
  const asked = createRequest(request, response, { protocol: "https:", host });
  const facts = { client: clientOf(request), origin: place.origin };
  const given =
    place.rewrite === undefined
      ? await backend.fetch(asked, facts)
      : await answerRewrite(asked, place.rewrite, (one) => backend.fetch(one, facts));
  try {
    await sendResponse(response, given);
  } finally {
    await given.body?.cancel();
  }
}

const exposed = [
  "date",
  "etag",
  "x-goog-upload-chunk-granularity",
  "x-goog-upload-control-url",
  "x-goog-upload-size-received",
  "x-goog-upload-status",
  "x-goog-upload-url",
].join(",");

function hostOf({ headers }: IncomingMessage): string {
  const named = headers["x-stand-in-host"];
  return typeof named === "string" ? named : (headers.host ?? "");
}

/** Each test is a visitor from another address: see `site-test.ts`. */
function clientOf({ headers }: IncomingMessage): string {
  const forwarded = headers["x-forwarded-for"];
  return typeof forwarded === "string" ? forwarded : "127.0.0.1";
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}
