import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { bodyTimes, createBodyDeadline } from "./body-deadline.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const KIB = 1024;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers with the length of the body, as soon as it is there. */
const readAll: Answer = (request, response) => {
  let bytes = 0;
  request.on("data", (chunk: Buffer) => (bytes += chunk.length));
  request.on("end", () => response.end(String(bytes)));
};

/** A server whose clock is moved by hand. */
async function startServer(answer: Answer = readAll) {
  let nowMs = 0;
  const deadline = createBodyDeadline({ now: () => nowMs });
  const http = createServer({ requestTimeout: bodyTimes.uploadMs });
  const requests: IncomingMessage[] = [];
  http.on("request", deadline.watch);
  http.on("request", (request, response) => {
    requests.push(request);
    answer(request, response);
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return {
    deadline,
    requests,
    /** Checked as often as in the process. */
    pass(ms: number) {
      for (const end = nowMs + ms; nowMs < end;) {
        nowMs = Math.min(end, nowMs + 5 * SECOND);
        deadline.check();
      }
    },
    connect: () => connectTo(port),
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  };
}

async function connectTo(port: number) {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  let wake = () => {};
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString();
    wake();
  });
  // Whoever is cut off while it sends learns so by an error.
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await once(socket, "connect");
  return {
    send: (text: string) => void socket.write(text),
    async receives(text: string) {
      while (!received.includes(text)) await new Promise<void>((resolve) => (wake = resolve));
      received = received.slice(received.indexOf(text) + text.length);
    },
    /** What came until the server ended it. */
    async ended() {
      await closed;
      return received;
    },
    isOpen: () => !socket.destroyed,
  };
}

type Served = Awaited<ReturnType<typeof startServer>>;

const upload = (bytes: number) =>
  `POST /v0/b/foyer/o?name=x HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`;

/** Until the server has seen so many bytes of the connection. */
async function arrives(served: Served, bytes: number): Promise<void> {
  while ((served.requests.at(-1)?.socket.bytesRead ?? 0) < bytes) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("an upload on a slow line takes as long as it takes", async () => {
  await using served = await startServer();
  const client = await served.connect();
  const head = upload(1024 * KIB);
  client.send(head);
  // 17 KiB a second: a minute is 1020 KiB.
  for (let sent = 64; sent < 1024; sent += 64) {
    client.send("x".repeat(64 * KIB));
    await arrives(served, head.length + sent * KIB);
    served.pass(3.7 * SECOND);
  }
  client.send("x".repeat(64 * KIB));
  await client.receives(String(1024 * KIB));
  expect(served.deadline.count()).toBe(0);
});

test("an upload of many minutes is not cut while bytes come fast enough, and is after an hour", async () => {
  await using served = await startServer();
  const client = await served.connect();
  const head = upload(1e9);
  client.send(head);
  for (let minute = 1; minute <= 60; minute += 1) {
    client.send("x".repeat(1000 * KIB));
    await arrives(served, head.length + minute * 1000 * KIB);
    served.pass(MINUTE);
  }
  expect(client.isOpen()).toBe(true);
  served.pass(10 * SECOND);
  expect(await client.ended()).toContain("408");
});

test("an upload that sends nothing for a minute is ended with 408", async () => {
  await using served = await startServer();
  const client = await served.connect();
  const head = upload(4000 * KIB);
  client.send(head + "x".repeat(3000 * KIB));
  await arrives(served, head.length + 3000 * KIB);
  served.pass(5 * SECOND);
  served.pass(55 * SECOND);
  expect(client.isOpen()).toBe(true);
  served.pass(10 * SECOND);
  expect(await client.ended()).toContain("408 Request Timeout");
  expect(served.deadline.count()).toBe(0);
});

test("an upload that trickles is ended after the first minute", async () => {
  await using served = await startServer();
  const client = await served.connect();
  const head = upload(1000 * KIB);
  client.send(head);
  for (let second = 1; second <= 60; second += 1) {
    client.send("x".repeat(KIB));
    await arrives(served, head.length + second * KIB);
    served.pass(SECOND);
  }
  expect(client.isOpen()).toBe(true);
  served.pass(SECOND);
  expect(await client.ended()).toContain("408");
});

test.each([
  ["POST /api/page-views", "Content-Length: 100000"],
  ["PATCH /v0/b/foyer/o/x", "Content-Length: 100000"],
  ["GET /", "Transfer-Encoding: chunked"],
])("any other body, of %s, has a minute in all", async (start, lengthHeader) => {
  await using served = await startServer();
  const client = await served.connect();
  const head = `${start} HTTP/1.1\r\nHost: localhost\r\n${lengthHeader}\r\n\r\n`;
  client.send(head);
  await arrives(served, head.length);
  for (let sent = 1; sent <= 12; sent += 1) {
    client.send("1\r\nx\r\n");
    await arrives(served, head.length + sent * 6);
    served.pass(5 * SECOND);
  }
  expect(client.isOpen()).toBe(true);
  served.pass(SECOND);
  expect(await client.ended()).toContain("408");
});

test("what waits for the server is not the client's fault", async () => {
  await using served = await startServer(() => {});
  const client = await served.connect();
  const head = upload(1000 * KIB);
  client.send(head + "x".repeat(1000 * KIB));
  await arrives(served, 64 * KIB);
  served.pass(30 * MINUTE);
  expect(client.isOpen()).toBe(true);
  const [request] = served.requests;
  request?.resume();
  await once(request as IncomingMessage, "end");
  expect(served.deadline.count()).toBe(0);
});

test("a refused body may be sent to its end, and the connection goes on", async () => {
  await using served = await startServer((request, response) => {
    response.writeHead(request.method === "GET" ? 200 : 413).end();
    request.resume();
  });
  const client = await served.connect();
  client.send(upload(3000 * KIB) + "x".repeat(1000 * KIB));
  await client.receives("413");
  served.pass(50 * SECOND);
  client.send("x".repeat(2000 * KIB));
  await once(served.requests[0] as IncomingMessage, "end");
  client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await client.receives("200 OK");
  served.pass(10 * MINUTE);
  expect(client.isOpen()).toBe(true);
});

test("a refused body that never ends is cut a minute after the answer", async () => {
  await using served = await startServer((request, response) => {
    response.writeHead(413).end();
    request.resume();
  });
  const client = await served.connect();
  const head = upload(1e12);
  client.send(head);
  for (let sent = 1; sent <= 7; sent += 1) {
    client.send("x".repeat(1000 * KIB));
    await arrives(served, head.length + sent * 1000 * KIB);
    expect(client.isOpen()).toBe(true);
    served.pass(10 * SECOND);
  }
  expect(await client.ended()).not.toContain("408");
});

test("requests without a body are not watched", async () => {
  let watched = -1;
  await using served = await startServer((_request, response) => {
    watched = served.deadline.count();
    response.end("ok");
  });
  const client = await served.connect();
  for (const more of ["", "Content-Length: 0\r\n"]) {
    client.send(`POST /v0/b/x/o HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`);
    await client.receives("ok");
    expect(watched).toBe(0);
  }
});
