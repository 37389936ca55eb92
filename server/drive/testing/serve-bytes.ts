/** What sends bytes of drives, on a port of 127.0.0.1: several of one backend are copies of a server. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { DriveNode } from "#lib/drive/node.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../../tests/support/log.ts";
import { createDriveByteParts } from "../../drive-byte-parts.ts";
import { answerText } from "../../http/answer.ts";
import { createApi } from "../../http/api-router.ts";
import { splitTarget } from "../../http/request-facts.ts";
import type { Exchange } from "../../http/request-facts.ts";
import { createAccess } from "../access.ts";
import { createDriveStore } from "../store.ts";
import type { Shrink } from "../thumbs.ts";

export type ServedBytes = Awaited<ReturnType<typeof serveBytes>>;

export async function serveBytes(options: {
  backend: ServerBackend;
  shrink?: Shrink;
  sendsMail?: boolean;
  secret?: string;
  now?: () => number;
}) {
  const { backend, now = Date.now, sendsMail = false } = options;
  const { log, entries } = recordingLog();
  const store = createDriveStore({ backend, now });
  const access = createAccess({ backend, store });
  const parts = createDriveByteParts({
    backend,
    store,
    access,
    changed: async () => {},
    secret: options.secret,
    knowsTypes: true,
    shrink: options.shrink ?? (() => Promise.reject(new Error("Nobody shrinks here."))),
    sendsMail: () => sendsMail,
    origin: () => "https://site.example",
    log,
    now,
  });
  const api = createApi(parts.endpoints);
  const tickets = parts.withDrives(async (exchange) => answerText(exchange, 404, "No ticket."));
  const http = createServer((request, response) => {
    const { path, query } = splitTarget(request.url ?? "/");
    const from = request.headers["x-test-client"];
    const client = () => (typeof from === "string" ? from : "203.0.113.9");
    const exchange: Exchange = { request, response, id: "test", path, query, client };
    const handler = path.startsWith("/api/")
      ? api
      : path.startsWith("/ticket/")
        ? tickets
        : parts.sharedLinks.handler;
    handler(exchange).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    ...parts,
    store,
    origin,
    entries,
    /** @param endpoint `POST /api/drive/zip` */
    async ask(endpoint: string, idToken: string | undefined, body?: unknown) {
      const [method = "", path = ""] = endpoint.split(" ");
      const answer = await fetch(origin + path, {
        method,
        headers: idToken === undefined ? {} : { authorization: `Bearer ${idToken}` },
        ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
      });
      const text = await answer.text();
      return { status: answer.status, json: text === "" ? null : JSON.parse(text) };
    },
    get: (path: string, init: RequestInit = {}) =>
      fetch(origin + path, { redirect: "manual", ...init }),
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

const newId = () => randomUUID().replaceAll("-", "").slice(0, 20);
const shared = { trashedAt: null, starred: false, links: 0, shared: false };

/** Puts files and folders into a drive as its acts would. */
export function createPlanter(backend: ServerBackend, owner: string) {
  const store = createDriveStore({ backend, now: Date.now });
  const put = async (node: DriveNode): Promise<DriveNode> => {
    await store.update(owner, async () => ({
      result: undefined,
      writes: [{ put: node }],
      added: 1,
    }));
    return node;
  };
  const common = (name: string, parent: string) => {
    const at = new Date().toISOString();
    return { id: newId(), parent, name, createdAt: at, updatedAt: at, ...shared };
  };
  return {
    put,
    folder: (name: string, parent = "") => put({ kind: "folder", ...common(name, parent) }),
    async file(name: string, bytes: Uint8Array<ArrayBuffer> | string, type: string, parent = "") {
      const content = new Uint8Array(typeof bytes === "string" ? Buffer.from(bytes) : bytes);
      const object = newId();
      await backend.putObject(`users/${owner}/files/${object}`, content, { contentType: type });
      const at = new Date().toISOString();
      const version = { object, size: content.length, type, sha256: null, at, by: owner };
      return put({ kind: "file", ...common(name, parent), version, older: [] });
    },
    trash: (node: DriveNode) => put({ ...node, trashedAt: new Date().toISOString() }),
    gone: (id: string) =>
      store.update(owner, async () => ({
        result: undefined,
        writes: [
          {
            gone: {
              id,
              parent: "",
              goneAt: new Date().toISOString(),
              left: false,
              objects: [],
              waitsUntil: null,
              known: false,
            },
          },
        ],
      })),
  };
}
