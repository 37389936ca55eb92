/** What one socket, and one address, may cost the others. */
import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { openDatabase } from "./testing/open-database.ts";

const KILOBYTE = 1024;
const MEGABYTE = 1024 * 1024;
const CLIENTS = { ann: { uid: "ann", token: {} } };

afterEach(() => void vi.useRealTimers());

test("before its sign-in a socket has short messages, however they are cut; after it long ones", async () => {
  await using server = await openDatabase({ clients: CLIENTS });
  const large = { p: "n", d: "x".repeat(256 * KILOBYTE) };
  const cut = await server.raw();
  // Answered before: the SDK sends again what was not.
  expect((await cut.ask("p", large)).s).toBe("too_big");
  expect((await cut.closed).code).toBe(1009);
  const whole = await server.raw();
  whole.socket.send(JSON.stringify({ t: "d", d: { r: 1, a: "p", b: large } }));
  expect((await whole.closed).code).toBe(1009);
  expect(await server.value("n")).toBe(null);
  const allowed = await server.raw();
  expect((await allowed.ask("p", { p: "n", d: "x".repeat(255 * KILOBYTE) })).s).toBe("ok");
  const signedIn = await server.raw("ann");
  expect((await signedIn.ask("p", large)).s).toBe("ok");
  await signedIn.ask("unauth", {});
  signedIn.post("p", large);
  expect((await signedIn.closed).code).toBe(1009);
});

test("a long message right behind a sign-in waits for its outcome, as the SDK sends it", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await using server = await openDatabase({ clients: CLIENTS, beforeSignIn: () => promise });
  const [honest, refused] = [await server.raw(), await server.raw()];
  honest.post("auth", { cred: "ann" });
  const written = honest.ask("p", { p: "n", d: "x".repeat(2 * MEGABYTE) });
  refused.post("auth", { cred: "nobody" });
  refused.post("p", { p: "bad", d: "x".repeat(2 * MEGABYTE) });
  // Enough for all of it to come, if it were read.
  const other = await server.raw();
  for (let i = 0; i < 50; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await other.ask("p", { p: "other", d: i });
  }
  resolve();
  expect((await written).s).toBe("ok");
  expect((await refused.closed).code).toBe(1009);
  expect(await server.value("bad")).toBe(null);
});

test("a message of too many values is refused with a reason, in its turn, and the next one is done", async () => {
  await using server = await openDatabase({ clients: CLIENTS });
  const client = await server.raw("ann");
  client.post("p", { p: "a", d: 1 });
  const many = client.post("p", { p: "b", d: Array.from({ length: 250_001 }, () => ({})) });
  client.post("p", { p: "c", d: 1 });
  expect(await client.answerOf(many)).toEqual({
    s: "too_big",
    d: expect.stringContaining("parts"),
  });
  expect((await client.ask("g", { p: "" })).d).toEqual({ a: 1, c: 1 });
  const numbers = client.received.map(({ r }) => r);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});

test("unfinished messages of one address have a bound, and other addresses are served", async () => {
  await using server = await openDatabase({ clients: CLIENTS });
  const hoarders = await Promise.all(
    Array.from({ length: 3 }, () => server.raw("ann", "10.0.0.1")),
  );
  for (const { socket } of hoarders) {
    socket.send("1000");
    for (let i = 0; i < 12; i += 1) socket.send("x".repeat(1_000_000));
  }
  const closed = await Promise.race(hoarders.map((hoarder) => hoarder.closed));
  expect(closed).toMatchObject({ code: 1009, reason: expect.stringContaining("too much") });
  const victim = await server.raw("ann", "10.0.0.2");
  expect((await victim.ask("p", { p: "n", d: "x".repeat(MEGABYTE) })).s).toBe("ok");
});

test("unanswered requests of one address have a bound over its sockets, and other addresses are served", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let gate: Promise<void> | undefined;
  await using server = await openDatabase({
    clients: CLIENTS,
    beforeWrite: async () => gate,
  });
  const hoarders = await Promise.all(
    Array.from({ length: 6 }, () => server.raw("ann", "10.0.0.1")),
  );
  const victim = await server.raw(undefined, "10.0.0.2");
  gate = promise;
  const data = "x".repeat(MEGABYTE);
  for (const hoarder of hoarders) {
    for (let i = 0; i < 16; i += 1) hoarder.post("p", { p: `n/${i}`, d: data });
  }
  const closed = await Promise.race(hoarders.map((hoarder) => hoarder.closed));
  expect(closed).toMatchObject({ code: 1013, reason: expect.stringContaining("answer") });
  expect((await victim.ask("g", { p: "n" })).s).toBe("ok");
  const written = victim.ask("p", { p: "n", d: "x".repeat(100 * KILOBYTE) });
  resolve();
  expect((await written).s).toBe("ok");
});

test("a message that is not complete within a minute ends its connection, even if nothing comes any more", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let nowMs = 1_000_000;
  await using server = await openDatabase({ clock: () => nowMs });
  const [slow, idle] = [await server.raw(), await server.raw()];
  await slow.ask("s", {});
  slow.socket.send("3");
  slow.socket.send("x");
  slow.socket.ping();
  await once(slow.socket, "pong");
  nowMs += 55_000;
  vi.advanceTimersByTime(55_000);
  slow.socket.send("x");
  slow.socket.ping();
  await once(slow.socket, "pong");
  nowMs += 5_000;
  vi.advanceTimersByTime(5_000);
  expect(await slow.closed).toMatchObject({ code: 1009, reason: expect.stringContaining("long") });
  expect((await idle.ask("s", {})).s).toBe("ok");
});

test("of a closed socket only what is at the store already is done", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let handedOver = 0;
  await using server = await openDatabase({
    beforeWrite: () => {
      handedOver += 1;
      return promise;
    },
  });
  const client = await server.raw();
  for (let i = 0; i < 900; i += 1) client.post("p", { p: `n/${i}`, d: i });
  client.socket.ping();
  await once(client.socket, "pong");
  expect(handedOver).toBe(128);
  client.socket.close();
  await client.closed;
  const closing = server.service.close();
  resolve();
  await closing;
  expect([handedOver, server.commits.length]).toEqual([128, 128]);
});

test("of costly requests few are at the store, from however many sockets; those of closed ones are dropped", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let handedOver = 0;
  await using server = await openDatabase({
    beforeGet: () => {
      handedOver += 1;
      return promise;
    },
  });
  const leaving = await Promise.all(Array.from({ length: 3 }, () => server.raw()));
  const staying = await server.raw();
  for (const client of [...leaving, staying]) {
    for (let i = 0; i < 20; i += 1) client.post("g", { p: `n/${i}` });
    client.socket.ping();
    // oxlint-disable-next-line no-await-in-loop
    await once(client.socket, "pong");
  }
  expect(handedOver).toBe(16);
  const gone = new AbortController();
  const facts = { client: "127.0.0.1", origin: server.origin() };
  const request = new Request("http://test/n.json", { signal: gone.signal });
  const dropped = server.service.fetch(request, facts);
  gone.abort();
  for (const client of leaving) {
    client.socket.close();
    // oxlint-disable-next-line no-await-in-loop
    await client.closed;
  }
  resolve();
  // The one that is left is served to its end, in its order.
  expect((await staying.ask("g", { p: "n/last" })).s).toBe("ok");
  expect((await dropped).status).toBe(499);
  expect(handedOver).toBe(16 + 20 + 1);
});

test("an address that is none refuses the socket and nothing more", async () => {
  await using server = await openDatabase({ socketOrigin: "http://localhost:99999" });
  const socket = new WebSocket(`${server.origin()}/.ws?v=5&ns=foyer`);
  const [error] = (await once(socket, "error")) as [Error];
  expect(error.message).toContain("400");
  expect(await server.value("")).toBe(null);
});

test("a client that pings but does not read is cut off", async () => {
  await using server = await openDatabase();
  const client = await server.raw();
  client.socket.pause();
  const data = "x".repeat(125);
  for (let i = 0; i < 400 && client.socket.readyState === client.socket.OPEN; i += 1) {
    for (let n = 0; n < 1_000; n += 1) client.socket.ping(data);
    // oxlint-disable-next-line no-await-in-loop
    while (client.socket.bufferedAmount > MEGABYTE) await setImmediate();
  }
  client.socket.resume();
  expect((await client.closed).code).toBe(1006);
}, 20_000);

test("a client that asks for answers but does not read them is cut off, however small they are", async () => {
  await using server = await openDatabase();
  const client = await server.raw();
  client.socket.pause();
  const ping = '{"t":"c","d":{"t":"p"}}';
  for (let i = 0; i < 300 && client.socket.readyState === client.socket.OPEN; i += 1) {
    for (let n = 0; n < 1_000; n += 1) client.socket.send(ping);
    // oxlint-disable-next-line no-await-in-loop
    while (client.socket.bufferedAmount > MEGABYTE) await setImmediate();
  }
  client.socket.resume();
  expect((await client.closed).code).toBe(1006);
}, 20_000);

test("a query's bounds are short, and name nothing but single values", async () => {
  await using server = await openDatabase();
  const client = await server.raw();
  for (const q of [
    { i: ".value", sp: "x".repeat(1_025) },
    { i: ".key", sn: { a: 1 } },
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await client.ask("q", { p: "n", h: "", t: 1, q })).s).toBe("invalid_query");
  }
});
