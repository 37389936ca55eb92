import { afterEach, expect, test, vi } from "vitest";
import type { DatabaseValue } from "../rules/index.ts";
import { openDatabase } from "./testing/open-database.ts";
import { seededRandom } from "./testing/random.ts";
import { withChild } from "./value.ts";

const MEGABYTE = 1024 * 1024;
const RULES = {
  rules: {
    open: { ".read": true, ".write": true, list: { ".indexOn": "t" } },
    room: { ".read": "root.child('door').val() === true" },
    own: { $uid: { ".read": "auth.uid === $uid" } },
  },
};
const ANN = { uid: "ann", token: { exp: 2_000 } };

type Server = Awaited<ReturnType<typeof openDatabase>>;
// Data of many shapes; a test says what it expects of them.
// oxlint-disable-next-line typescript/no-explicit-any
type StreamEvent = { event: string; data: any };

afterEach(() => {
  vi.useRealTimers();
});

async function listen(
  { service, origin }: Server,
  path: string,
  { client = "10.0.0.1", as = "client" } = {},
) {
  const [pathname, search] = path.split("?");
  const gone = new AbortController();
  const request = new Request(`http://test/${pathname}.json?${search ?? ""}`, {
    headers: { accept: "text/event-stream" },
    signal: gone.signal,
  });
  const response = await (as === "admin"
    ? service.adminFetch(request)
    : service.fetch(request, { client, origin: origin() }));
  if (response.headers.get("content-type") !== "text/event-stream") {
    throw new Error(`${response.status} ${await response.text()}`);
  }
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";

  /** Undefined when the stream has ended. */
  async function next(): Promise<StreamEvent | undefined> {
    while (!text.includes("\n\n")) {
      // oxlint-disable-next-line no-await-in-loop
      const read = await reader?.read();
      if (read === undefined || read.done) return undefined;
      text += decoder.decode(read.value, { stream: true });
    }
    const [block = ""] = text.split("\n\n", 1);
    text = text.slice(block.length + 2);
    const [, event = "", data = ""] = /^event: ([a-z_-]+)\ndata: (.*)$/.exec(block) ?? [];
    return { event, data: JSON.parse(data) };
  }

  return { response, next, leave: () => gone.abort(), cancel: () => reader?.cancel() };
}

const put = (path: string, data: unknown) => ({ event: "put", data: { path, data } });
const patch = (path: string, data: unknown) => ({ event: "patch", data: { path, data } });

test("a stream begins with the whole value and goes on with what changes", async () => {
  await using server = await openDatabase({ rules: RULES });
  const stream = await listen(server, "open");
  expect(stream.response.headers.get("cache-control")).toBe("no-store");
  expect(await stream.next()).toEqual(put("/", null));
  await server.rest("PUT", "open/a", { list: ["x", "y"], é: 1 });
  expect(await stream.next()).toEqual(put("/a", { list: ["x", "y"], é: 1 }));
  await server.rest("PATCH", "open/a", { b: 2, "c/d": 3 });
  expect(await stream.next()).toEqual(patch("/", { "a/b": 2, "a/c/d": 3 }));
  await server.rest("PUT", "open", "line\nbreak");
  expect(await stream.next()).toEqual(put("/", "line\nbreak"));
  await server.rest("DELETE", "open");
  expect(await stream.next()).toEqual(put("/", null));
});

test("priorities are told in the export format only", async () => {
  await using server = await openDatabase({ rules: RULES });
  await server.admin("PUT", "open/a", { ".value": 1, ".priority": 2 });
  const plain = await listen(server, "open");
  const exported = await listen(server, "open?format=export");
  expect(await plain.next()).toEqual(put("/", { a: 1 }));
  expect(await exported.next()).toEqual(put("/", { a: { ".value": 1, ".priority": 2 } }));
  await server.rest("PUT", "open/a/.priority", 3);
  expect(await exported.next()).toMatchObject({ event: "put" });
  await server.rest("PATCH", "open", { "a/.priority": 4, b: 5 });
  await exported.next();
  await server.rest("PUT", "open/c", [6]);
  const told = [await plain.next(), await plain.next()];
  expect(told).toEqual([expect.objectContaining({}), put("/c", [6])]);
  expect(JSON.stringify(told)).not.toContain("priority");
});

test("a query's stream is told of its window", async () => {
  await using server = await openDatabase({ rules: RULES });
  await server.admin("PUT", "open/list", { a: { t: 1 }, b: { t: 2 }, c: { t: 3 } });
  const stream = await listen(server, "open/list?orderBy=%22t%22&limitToLast=2");
  expect(await stream.next()).toEqual(put("/", { b: { t: 2 }, c: { t: 3 } }));
  await server.rest("PUT", "open/list/d", { t: 4 });
  expect(await stream.next()).toEqual(patch("/", { d: { t: 4 }, b: null }));
  await server.rest("PUT", "open/list/a/t", 0);
  await server.rest("PUT", "open/list/c/x", 1);
  expect(await stream.next()).toEqual(put("/c/x", 1));
});

test("what is told adds up to what is read, also of queries and priorities", async () => {
  const random = seededRandom(4);
  await using server = await openDatabase();
  const paths = ["n?format=export", "n?format=export&orderBy=%22$priority%22&limitToFirst=3"];
  const readers = await Promise.all(
    paths.map(async (path) => ({ path, stream: await listen(server, path) })),
  );
  const values = new Map<string, DatabaseValue>(paths.map((path) => [path, null]));
  for (let step = 1; step <= 60; step += 1) {
    const path = `n/${random.pick(["a", "b", "c", "d", "1", "2"])}`;
    const priority = random.pick([null, 1, 2, "x"]);
    const writes = random.pick<Record<string, unknown>>([
      { [path]: random.value(2) },
      { [path]: { ".value": step, ".priority": priority } },
      { [`${path}/.priority`]: priority },
      { [path]: null },
      { [`${path}/${random.pick(["p", "q"])}`]: random.value(1), "n/e": step },
    ]);
    // oxlint-disable-next-line no-await-in-loop
    expect(await server.admin("PATCH", "", writes)).toMatchObject({ status: 200 });
  }
  // What begins now is told last.
  await (await listen(server, "n")).next();
  await server.service.close();
  for (const { path, stream } of readers) {
    for (let told = await stream.next(); told !== undefined; told = await stream.next()) {
      const { path: at, data } = told.data;
      const places = told.event === "put" ? { [at]: data } : prefixed(at, data);
      let value = values.get(path) ?? null;
      for (const [place, placed] of Object.entries(places)) {
        value = withChild(
          value,
          place.split("/").filter((key) => key !== ""),
          placed,
        );
      }
      values.set(path, value);
    }
    expect(values.get(path)).toEqual((await server.admin("GET", path)).body);
  }
});

function prefixed(at: string, data: Record<string, DatabaseValue>): Record<string, DatabaseValue> {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [`${at}/${key}`, value]));
}

test("a stream that may not begin is refused as a read is", async () => {
  const clients = { ann: ANN };
  await using server = await openDatabase({ rules: RULES, clock: () => 0, clients });
  const cases: [string, string][] = [
    ["own/ann", '401 {"error":"Permission denied"}'],
    ["own/bob?auth=ann", '401 {"error":"Permission denied"}'],
    ["own/ann?auth=nobody", '401 {"error":"Nobody has this token."}'],
    ["own/ann?auth=owner", '401 {"error":"There is no such credential."}'],
    ["own/ann?auth=temporary", "500 The server failed; try again."],
    ["open?shallow=true", '400 {"error":"shallow is not possible with an event stream."}'],
    ["open?orderBy=t", '400 {"error":"orderBy must be a valid JSON encoded path"}'],
    ["a.b", expect.stringContaining("400 ")],
    ["open?ns=other", expect.stringContaining("404 ")],
  ];
  for (const [path, refusal] of cases) {
    // oxlint-disable-next-line no-await-in-loop
    const error: Error = await listen(server, path).then(
      () => new Error("not refused"),
      (reason) => reason,
    );
    expect([path, error.message]).toEqual([path, refusal]);
  }
  await expect(listen(server, "open?orderBy=%22x%22")).rejects.toThrow(
    String.raw`400 {"error":"Index not defined, add \".indexOn\": \"x\", for path \"/open\", to the rules"}`,
  );
  const posted = await server.rest("POST", "open", 1, { accept: "text/event-stream" });
  expect(posted).toMatchObject({ status: 200, body: { name: expect.any(String) } });
});

test("a stream is cancelled when the rules refuse it later", async () => {
  await using server = await openDatabase({ rules: RULES });
  await server.admin("PUT", "", { door: true, room: "inside" });
  const stream = await listen(server, "room");
  const admin = await listen(server, "room", { as: "admin" });
  expect(await stream.next()).toEqual(put("/", "inside"));
  await admin.next();
  await server.admin("PATCH", "", { door: false, room: "secret" });
  expect(await stream.next()).toEqual({
    event: "cancel",
    data: expect.stringContaining("Permission denied"),
  });
  expect(await stream.next()).toBe(undefined);
  expect(await admin.next()).toEqual(put("/", "secret"));
});

test("a stream ends when its token does", async () => {
  let nowMs = 1_999_000;
  await using server = await openDatabase({
    rules: RULES,
    clock: () => nowMs,
    clients: { ann: ANN },
  });
  const stream = await listen(server, "own/ann?auth=ann");
  expect(await stream.next()).toEqual(put("/", null));
  nowMs = 2_000_000;
  await server.admin("PUT", "own/ann", "too late");
  const revoked = { event: "auth_revoked", data: "credential is no longer valid" };
  expect(await stream.next()).toEqual(revoked);
  expect(await stream.next()).toBe(undefined);
  await expect(listen(server, "own/ann?auth=ann")).rejects.toThrow("401");
});

test("a stream ends when its token is revoked, and only that one", async () => {
  await using server = await openDatabase({
    rules: RULES,
    clock: () => 0,
    clients: { ann: ANN, other: ANN },
  });
  const [revoked, kept, anonymous] = await Promise.all([
    listen(server, "own/ann?auth=ann"),
    listen(server, "own/ann?auth=other"),
    listen(server, "open"),
  ]);
  for (const stream of [revoked, kept, anonymous]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await stream.next()).toEqual(put("/", null));
  }
  server.revoke("ann");
  await server.service.recheckAuth((caller) => caller !== "admin" && caller.uid === "ann");
  expect(await revoked.next()).toMatchObject({ event: "auth_revoked" });
  expect(await revoked.next()).toBe(undefined);
  await server.admin("PATCH", "", { "own/ann": 1, open: 2 });
  expect(await kept.next()).toEqual(put("/", 1));
  expect(await anonymous.next()).toEqual(put("/", 2));
});

test("an address has so many streams and no more, until it ends one", async () => {
  await using server = await openDatabase({ rules: RULES, maxSocketsPerClient: 2 });
  const [first, second] = [await listen(server, "open"), await listen(server, "open")];
  await expect(listen(server, "open")).rejects.toThrow("429");
  await listen(server, "open", { client: "10.0.0.2" });
  await listen(server, "open", { as: "admin" });
  first.leave();
  const third = await listen(server, "open");
  await second.cancel();
  await listen(server, "open");
  await expect(listen(server, "open")).rejects.toThrow("429");
  expect(await third.next()).toEqual(put("/", null));
  for (let i = 0; i < 3; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await expect(listen(server, "room", { client: "10.0.0.3" })).rejects.toThrow("401");
  }
});

test("of all addresses together there are a thousand streams and no more", async () => {
  await using server = await openDatabase();
  const clients = Array.from({ length: 1_000 }, (_, i) => `10.1.${i >> 8}.${i & 255}`);
  const [first] = await Promise.all(clients.map((client) => listen(server, "n", { client })));
  await expect(listen(server, "n")).rejects.toThrow("503 There are too many streams.");
  first?.leave();
  expect(await (await listen(server, "n")).next()).toEqual(put("/", null));
});

test("who does not read is cut off, and nobody else", async () => {
  await using server = await openDatabase();
  const [slow, quick] = [await listen(server, "n"), await listen(server, "n")];
  expect(await quick.next()).toEqual(put("/", null));
  for (let i = 0; i < 5; i += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await server.admin("PUT", "n", `${i}${"x".repeat(8 * MEGABYTE)}`);
    // oxlint-disable-next-line no-await-in-loop
    expect((await quick.next())?.data.data[0]).toBe(String(i));
  }
  expect(await slow.next()).toBe(undefined);
  await server.admin("PUT", "n", 1);
  expect(await quick.next()).toEqual(put("/", 1));
}, 20_000);

test("a stream says every half minute that it lives", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await using server = await openDatabase();
  const stream = await listen(server, "n");
  expect(await stream.next()).toEqual(put("/", null));
  vi.advanceTimersByTime(30_000);
  expect(await stream.next()).toEqual({ event: "keep-alive", data: null });
});

test("closing the service ends all streams and lets no new one begin", async () => {
  await using server = await openDatabase();
  const stream = await listen(server, "n");
  await server.service.close();
  expect(await stream.next()).toEqual(put("/", null));
  expect(await stream.next()).toBe(undefined);
  await expect(listen(server, "n")).rejects.toThrow("503");
});
