import { once } from "node:events";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import { type AddressInfo, type Socket, connect } from "node:net";
import { expect, test, vi } from "vitest";
import { createSlowReaders, readerLimits } from "./slow-readers.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const BLOCK = Buffer.alloc(128 * 1024);
/** As they are told apart: an IPv4 address, and two of one customer. */
const home = "192.0.2.1";
const [site, sameSite] = ["2001:db8:1:1::1", "2001:db8:1:2::1"];

/** A server of an endless file, whose clock is moved by hand. */
async function startServer(options: { limits?: Partial<typeof readerLimits>; proxy?: boolean }) {
  let nowMs = 0;
  const limits = { ...readerLimits, ...options.limits };
  const isBehindProxy = options.proxy === true;
  const readers = createSlowReaders({ now: () => nowMs, isBehindProxy, limits });
  const sockets: Socket[] = [];
  let address = home;
  const http = createServer({ keepAliveTimeout: 0 });
  http.on("connection", (socket) => {
    Object.defineProperty(socket, "remoteAddress", { value: address });
    readers.watch(socket);
  });
  http.on("request", ({ url }, response) => {
    sockets.push(response.socket as Socket);
    if (url === "/small") response.end("small");
    else sendEndlessly(response);
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  const clients: Socket[] = [];
  return {
    pass(ms: number) {
      for (const end = nowMs + ms; nowMs < end;) {
        nowMs = Math.min(end, nowMs + SECOND);
        readers.check();
      }
    },
    /** Resolves when the server can send no more of it. */
    async ask(path = "/file", from = home) {
      address = from;
      const before = sockets.length;
      const client = connect({ port, host: "127.0.0.1" }).pause();
      clients.push(client);
      client.on("error", () => {});
      client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      if (path === "/small") await once(client, "readable");
      else await stalls(() => (sockets.length > before ? sockets.at(-1) : undefined));
      return { client, socket: sockets.at(-1) as Socket };
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy();
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  };
}

type Served = Awaited<ReturnType<typeof startServer>>;

function sendEndlessly(response: ServerResponse): void {
  while (!response.destroyed && response.write(BLOCK));
  response.once("drain", () => sendEndlessly(response));
}

/** The system takes some megabytes of what nobody reads, in several goes. */
async function stalls(find: () => Socket | undefined, wantedLooks = 8): Promise<void> {
  let looks = 0;
  let bytes = -1;
  await vi.waitUntil(
    () => {
      const socket = find();
      if (socket === undefined) return false;
      looks = socket.bytesWritten === bytes ? looks + 1 : 0;
      bytes = socket.bytesWritten;
      return looks >= wantedLooks;
    },
    { interval: 10, timeout: 10_000 },
  );
}

async function take(client: Socket, bytes: number): Promise<void> {
  for (let left = bytes; left > 0;) {
    const block = client.read(Math.min(left, client.readableLength)) as Buffer | null;
    left -= block?.length ?? 0;
    // oxlint-disable-next-line no-await-in-loop
    if (block === null) await once(client, "readable");
  }
}

/** One after another, ten seconds apart. */
async function askFrom(served: Served, addresses: readonly string[]): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (const from of addresses) {
    // oxlint-disable-next-line no-await-in-loop
    sockets.push((await served.ask("/file", from)).socket);
    served.pass(10 * SECOND);
  }
  return sockets;
}

const areEnded = (sockets: readonly Socket[]) => sockets.map(({ destroyed }) => destroyed);

test("who pauses a film finds it as it was, as long as there are not too many", async () => {
  await using served = await startServer({ limits: { ofSite: 1, inAll: 1 } });
  const { socket } = await served.ask();
  served.pass(60 * MINUTE);
  expect(socket.destroyed).toBe(false);
});

test("who reads 30 KB a second is not slow, though the system takes nothing for most of a minute", async () => {
  await using served = await startServer({ limits: { ofSite: 0, inAll: 0 } });
  const { client, socket } = await served.ask();
  const before = socket.bytesWritten;
  for (let seconds = 0; seconds < 240; seconds += 5) {
    // oxlint-disable-next-line no-await-in-loop
    await take(client, 5 * 30_000);
    // oxlint-disable-next-line no-await-in-loop
    await stalls(() => socket, 1);
    served.pass(5 * SECOND);
    expect(socket.destroyed, `${seconds} s`).toBe(false);
  }
  expect(socket.bytesWritten).toBeGreaterThan(before + BLOCK.length);
});

test("nobody is slow in the first 30 seconds, nor before the average of a minute says so", async () => {
  await using served = await startServer({
    limits: { ofSite: 0, inAll: 0, bytesPerSecond: Infinity },
  });
  const young = (await served.ask()).socket;
  served.pass(29 * SECOND);
  expect(young.destroyed).toBe(false);
  served.pass(2 * SECOND);
  expect(young.destroyed).toBe(true);

  await using usual = await startServer({ limits: { ofSite: 0, inAll: 0 } });
  const { socket } = await usual.ask();
  usual.pass(MINUTE);
  expect(socket.destroyed).toBe(false);
  usual.pass(MINUTE);
  expect(socket.destroyed).toBe(true);
});

test("who has read its answer may keep its connection", async () => {
  await using served = await startServer({ limits: { ofSite: 0, inAll: 0 } });
  const { client } = await served.ask("/small");
  served.pass(10 * MINUTE);
  client.resume().write("GET /small HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const [answer] = (await once(client, "data")) as [Buffer];
  expect(answer.toString()).toContain("200 OK");
});

test("of the slow ones of an end site those who have been at it longest give way, once there are too many", async () => {
  await using served = await startServer({ limits: { ofSite: 2 } });
  const sockets = await askFrom(served, [site, sameSite, site, home, sameSite]);
  expect(areEnded(sockets)).toEqual([false, false, false, false, false]);
  served.pass(2 * MINUTE);
  expect(areEnded(sockets)).toEqual([true, true, false, false, false]);
});

test("the slowest give way before others, however long those have been at it", async () => {
  await using served = await startServer({ limits: { ofSite: 1, bytesPerSecond: 1024 * 1024 } });
  const { client, socket } = await served.ask();
  served.pass(10 * SECOND);
  const slower = (await served.ask()).socket;
  const before = socket.bytesWritten;
  await take(client, 4 * 1024 * 1024);
  await expect.poll(() => socket.bytesWritten).toBeGreaterThan(before + BLOCK.length);
  served.pass(35 * SECOND);
  expect(areEnded([socket, slower])).toEqual([false, true]);
});

test("when there are too many in all, the end site with most of them gives way", async () => {
  await using served = await startServer({ limits: { inAll: 2 } });
  const sockets = await askFrom(served, [home, site, site, sameSite]);
  served.pass(2 * MINUTE);
  expect(areEnded(sockets)).toEqual([false, true, true, false]);
});

test("a proxy is one client for many people: only how many there are in all counts", async () => {
  await using served = await startServer({ proxy: true, limits: { ofSite: 1, inAll: 2 } });
  const sockets = await askFrom(served, [home, home, home]);
  served.pass(2 * MINUTE);
  expect(areEnded(sockets)).toEqual([true, false, false]);
});
