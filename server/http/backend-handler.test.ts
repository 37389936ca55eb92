import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocket } from "ws";
import { expect, test } from "vitest";
import { createBackendHandler, mountSockets } from "./backend-handler.ts";
import { createHostRule } from "./host-rule.ts";
import { splitTarget } from "./request-facts.ts";

/** Sockets that reach the backend are closed there with what it was told about them. */
async function openSockets(origin?: URL) {
  const http = createServer();
  mountSockets(http, {
    backend: {
      fetch: async () => new Response(),
      upgrade: (_request, socket, _head, facts) =>
        void socket.end(`HTTP/1.1 418 ${JSON.stringify(facts)}\r\n\r\n`),
    },
    origin,
    servesHost: createHostRule(origin),
    clientOf: () => "203.0.113.9",
    leaveOthers: false,
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return {
    port,
    async ask(path: string, headers: Record<string, string> = {}) {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
      // The error that follows says the same.
      socket.on("error", () => {});
      const [, response] = (await once(socket, "unexpected-response")) as [
        unknown,
        { statusCode: number; statusMessage: string; resume(): void },
      ];
      response.resume();
      return [response.statusCode, response.statusMessage] as const;
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  };
}

test("a socket at /.ws reaches the backend with the client and the origin by which it came", async () => {
  await using sockets = await openSockets();
  const facts = { client: "203.0.113.9", origin: `http://127.0.0.1:${sockets.port}` };
  const reached = [418, JSON.stringify(facts)];
  expect(await sockets.ask("/.ws?v=5&ns=foyer")).toEqual(reached);
  expect(await sockets.ask("/.ws", { origin: facts.origin })).toEqual(reached);
});

test("the origin is the configured one, whatever the port behind the proxy", async () => {
  await using sockets = await openSockets(new URL("https://site.example"));
  const [status, facts] = await sockets.ask("/.ws", {
    host: "site.example",
    origin: "https://site.example",
  });
  expect([status, JSON.parse(facts)]).toEqual([
    418,
    { client: "203.0.113.9", origin: "https://site.example" },
  ]);
  expect((await sockets.ask("/.ws"))[0]).toBe(421);
  expect(
    (await sockets.ask("/.ws", { host: "site.example", origin: "http://site.example" }))[0],
  ).toBe(403);
});

test("an answer that nobody reads on is given back: of HEAD, and when the client goes", async () => {
  const cancelled: string[] = [];
  const gone = Promise.withResolvers<void>();
  const handle = createBackendHandler({
    backend: {
      async fetch(request) {
        const endless = new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
          cancel() {
            cancelled.push(request.method);
            if (request.method === "GET") gone.resolve();
          },
        });
        return new Response(endless);
      },
      upgrade: () => {},
    },
    origin: undefined,
  });
  const http = createServer((request, response) => {
    const exchange = { ...splitTarget(request.url ?? ""), request, response };
    void handle({ ...exchange, id: "1", client: () => "203.0.113.9" });
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1/projects/p`;
  await fetch(url, { method: "HEAD" });
  expect(cancelled).toEqual(["HEAD"]);
  const reading = await fetch(url);
  await reading.body?.cancel();
  await gone.promise;
  expect(cancelled).toEqual(["HEAD", "GET"]);
  http.closeAllConnections();
  http.close();
});

test.each([
  ["/other", {}, 404],
  ["/", {}, 404],
  ["/.ws/x", {}, 404],
  ["/.ws", { host: "evil.example" }, 421],
  ["/.ws", { host: "localhost:99999" }, 421],
  ["/.ws", { origin: "http://evil.example" }, 403],
  ["/.ws", { origin: "null" }, 403],
  ["/.ws", { origin: "" }, 403],
])("a socket at %s with %j is refused with %i", async (path, headers, status) => {
  await using sockets = await openSockets();
  expect((await sockets.ask(path, headers as Record<string, string>))[0]).toBe(status);
});
