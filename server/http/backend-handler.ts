/** Hands requests of the backend's protocols to the embedded backend, and its answers back. */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { createRequest, sendResponse } from "@remix-run/node-fetch-server";
import { networkOf } from "#lib/network-of.ts";
import { answerText } from "./answer.ts";
import { isCrossSite } from "./cross-site.ts";
import type { Exchange, Handler } from "./request-facts.ts";
import { splitTarget } from "./request-facts.ts";
import { bareContentSecurityPolicy } from "./security-headers.ts";

/** See `RequestFacts` of the backend. */
type Facts = { client: string; origin: string };

type MountedBackend = {
  fetch(request: Request, facts: Facts): Promise<Response>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, facts: Facts): void;
};

const backendPaths =
  /^\/(?:v1\/projects\/|v0\/b\/|(?:identitytoolkit|securetoken)\.googleapis\.com\/|token$|\.well-known\/jwks\.json$)/;

export function isBackendPath(path: string): boolean {
  return backendPaths.test(path);
}

/** Of the Realtime Database's REST, what can be told from a request for a file of the site. */
export function isDatabaseRequest({ request, path, query }: Exchange): boolean {
  if (!path.endsWith(".json")) return false;
  return (
    !["GET", "HEAD"].includes(request.method ?? "") ||
    request.headers.authorization !== undefined ||
    /[?&](?:ns|auth|access_token)=/.test(query)
  );
}

type Deps = {
  backend: MountedBackend;
  /** Of the site, when it is configured. Otherwise it is the one by which the client came. */
  origin: URL | undefined;
};

function originOf({ origin }: Deps, request: IncomingMessage): string {
  return origin?.origin ?? `http://${request.headers.host}`;
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export function createBackendHandler(deps: Deps): Handler {
  return async (exchange) => {
    const { request, response } = exchange;
    if (!methods.includes(request.method ?? "")) {
      return answerText(exchange, 405, "This method is not known.", { Allow: methods.join(", ") });
    }
    // Credentials travel in headers, so nothing could be stolen; but no page of another site may keep a server busy.
    if (!["GET", "HEAD"].includes(request.method ?? "") && isCrossSite(exchange)) {
      return answerText(exchange, 403, "Requests from other sites are refused.");
    }
    const origin = originOf(deps, request);
    const { protocol, host } = new URL(origin);
    const answer = await deps.backend.fetch(createRequest(request, response, { protocol, host }), {
      client: networkOf(exchange.client()),
      origin,
    });
    if (!answer.headers.has("content-security-policy")) {
      response.setHeader("Content-Security-Policy", bareContentSecurityPolicy);
    }
    if (!answer.headers.has("cache-control")) response.setHeader("Cache-Control", "no-store");
    try {
      await sendResponse(response, answer);
    } finally {
      // Nobody reads on: HEAD, or the client has gone. What waits in it is to be given back.
      await answer.body?.cancel();
    }
    // What is left of a refused body stands before the connection's next request; the Request would hold it back.
    if (!request.complete) request.removeAllListeners("data").resume();
  };
}

/** WebSockets at `/.ws`, only under our host name and for pages of ours. */
export function mountSockets(
  http: Server,
  deps: Deps & {
    servesHost: (host: string | undefined) => boolean;
    clientOf: (request: IncomingMessage) => string;
    /** Whether somebody else takes the sockets of other paths: Vite, in development. */
    leaveOthers: boolean;
  },
): void {
  const { servesHost, clientOf, leaveOthers, backend } = deps;
  http.on("upgrade", (request, socket, head) => {
    const { path } = splitTarget(request.url ?? "/");
    if (path !== "/.ws") {
      if (!leaveOthers) refuse(socket, "404 Not Found");
      return;
    }
    if (!servesHost(request.headers.host)) return refuse(socket, "421 Misdirected Request");
    const origin = originOf(deps, request);
    // A page of another site could otherwise speak from its visitor's browser.
    const from = request.headers.origin;
    if (from !== undefined && from !== origin) return refuse(socket, "403 Forbidden");
    backend.upgrade(request, socket, head, { client: networkOf(clientOf(request)), origin });
  });
}

function refuse(socket: Duplex, status: string): void {
  // The other side may be gone already; there is nobody left to tell.
  socket.on("error", () => socket.destroy());
  // Half open, it would be held for as long as the other side likes.
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
    socket.destroy(),
  );
}
