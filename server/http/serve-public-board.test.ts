import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { PublicBoard } from "#lib/boards/public-board.ts";
import { BackendError } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createPageCache } from "../page-cache/page-cache.ts";
import { splitTarget } from "./request-facts.ts";
import type { Render } from "./render.ts";
import { createSecurityHeaders } from "./security-headers.ts";
import { createPageServer } from "./serve-page.ts";
import type { ShownBoards } from "./serve-public-board.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(async () => site[Symbol.asyncDispose]());

const slug = "abcdefghijklmnopqrstuvwxyz";
const path = `/TaskManager/${slug}`;
/** What is stored. */
let shown: { seq: number; since: number; index: boolean; title: string } | undefined;
let isBroken = false;
let now = 1_200_000;
/** How long a board is read. */
let readMs = 0;
beforeEach(() => {
  readMs = 0;
  shown = { seq: 1, since: 1, index: false, title: "House" };
  isBroken = false;
});

const boards: ShownBoards = {
  async find(asked) {
    if (isBroken) throw new BackendError("UNAVAILABLE", "No.");
    return shown && asked === slug ? { board: "plan", ...shown } : undefined;
  },
  async read(): Promise<PublicBoard | undefined> {
    now += readMs;
    return shown && { title: shown.title, columns: [], isCut: false };
  },
};

async function open() {
  const { log, entries } = recordingLog();
  let renders = 0;
  const render: Render = async (_request, { visit = "none" }) => {
    renders += 1;
    const headers = { "Content-Type": "text/html; charset=utf-8" };
    const response =
      visit === "none"
        ? new Response(null, { status: 302, headers: { Location: "/" } })
        : visit === "failed"
          ? new Response("It cannot be shown.", { status: 503, headers })
          : new Response(visit.board.title, { headers });
    return { response, complete: true };
  };
  const currentVersion = () => site.serverBackend.publicVersion();
  const newCache = () => createPageCache({ currentVersion, now: () => now, maxBytes: 1e6 });
  const [cache, ofBoards] = [newCache(), newCache()];
  const pages = createPageServer({
    render,
    backend: site.serverBackend,
    cache,
    origin: () => "http://localhost",
    securityHeaders: createSecurityHeaders(undefined),
    publicBoards: { boards, cache: ofBoards, now: () => now },
    log,
  });
  const http = createServer((request, response) => {
    const target = splitTarget(request.url ?? "/");
    const client = () => String(request.headers["x-client"] ?? "203.0.113.9");
    const exchange = { request, response, id: "test", ...target, client };
    if (!pages.serveCached(exchange)) void pages.serve(exchange, target.path.replace(".data", ""));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    ask: (asked = path, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}${asked}`, { redirect: "manual", headers }),
    renders: () => renders,
    kept: () => cache.size,
    entries,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

test("it is rendered once for each change, and no other program is asked to keep it", async () => {
  await using server = await open();
  const first = await server.ask();
  expect([first.status, await first.text()]).toEqual([200, "House"]);
  expect(first.headers.get("cache-control")).toBe("private, max-age=0, must-revalidate");
  expect(first.headers.get("x-robots-tag")).toBe("noindex");
  expect(first.headers.get("referrer-policy")).toBe("no-referrer");
  await server.ask();
  expect(server.renders()).toBe(1);
  const etag = first.headers.get("etag") ?? "";
  expect((await server.ask(path, { "if-none-match": etag })).status).toBe(304);
  shown = { seq: 2, since: 1, index: false, title: "Home" };
  now += 10_000;
  expect(await (await server.ask()).text()).toBe("Home");
  expect(server.renders()).toBe(2);
  expect(server.kept()).toBe(0);
});

test("a board that is changed all the time is rendered every two seconds", async () => {
  await using server = await open();
  for (let seq = 1; seq <= 20; seq += 1) {
    shown = { seq, since: 1, index: false, title: `${seq}` };
    now += 200;
    // oxlint-disable-next-line no-await-in-loop
    await server.ask();
  }
  expect(server.renders()).toBe(2);
});

test("a large board that is changed all the time is rendered a fifth of the time", async () => {
  await using server = await open();
  readMs = 4_000;
  for (let seq = 1; seq <= 30; seq += 1) {
    shown = { seq, since: 1, index: false, title: `${seq}` };
    now += 1_000;
    // oxlint-disable-next-line no-await-in-loop
    expect((await server.ask()).status).toBe(200);
  }
  expect(server.renders()).toBe(2);
});

test("what takes long counts for several: no network has all of the time", async () => {
  await using server = await open();
  readMs = 3_000;
  const client = { "x-client": "203.0.113.12" };
  const said: number[] = [];
  for (let since = 1; since <= 30; since += 1) {
    shown = { seq: 1, since, index: false, title: "House" };
    // oxlint-disable-next-line no-await-in-loop
    said.push((await server.ask(path, client)).status);
  }
  expect(said.filter((status) => status === 200).length).toBeLessThan(20);
  expect(said.at(-1)).toBe(429);
});

test("switched off it is gone at once, also what was kept; another choice holds at once", async () => {
  await using server = await open();
  await server.ask();
  shown = { seq: 1, since: 2, index: true, title: "Less" };
  const less = await server.ask();
  expect(await less.text()).toBe("Less");
  expect(less.headers.get("x-robots-tag")).toBeNull();
  shown = undefined;
  for (const asked of [path, `${path}.data`]) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await server.ask(asked);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

test("what is no address of a board leads where unknown pages lead, and guessing has an end", async () => {
  await using server = await open();
  expect((await server.ask("/TaskManager/abc")).headers.get("location")).toBe("/");
  const client = { "x-client": "203.0.113.10" };
  const guess = (at: number) => `/TaskManager/${String.fromCharCode(97 + (at % 26)).repeat(26)}`;
  const answers = await Promise.all(
    Array.from({ length: 61 }, (_, at) => server.ask(guess(at), client)),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await server.ask(path, { "x-client": "203.0.113.11" })).status).toBe(200);
  // What is kept costs nothing.
  expect((await server.ask(path, client)).status).toBe(200);
});

test("a network asks 600 times at once, whatever is kept", async () => {
  await using server = await open();
  const client = { "x-client": "203.0.113.13" };
  const said: number[] = [];
  for (let count = 0; count < 601; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    said.push((await server.ask(path, client)).status);
  }
  expect(said.filter((status) => status === 200)).toHaveLength(600);
  expect(said.at(-1)).toBe(429);
});

test("while nothing can be read it says so, and the log has no address", async () => {
  await using server = await open();
  isBroken = true;
  expect((await server.ask()).status).toBe(503);
  expect(server.entries).toMatchObject([{ path: "/TaskManager/…" }]);
  isBroken = false;
  expect((await server.ask()).status).toBe(200);
});
