import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { createFeed } from "./feed.ts";
import type { Feed } from "./feed.ts";
import { storedItem } from "./testing/stored-item.ts";

const start = Date.parse("2026-11-22T15:00:00Z");
const place = { list: "", parent: "", order: "a0", column: "" };

let site: Site;
let uid: string;
let now: number;
const servers: Server[] = [];
beforeEach(async () => {
  now = start;
  site = await openSite();
  ({ uid } = await site.serverBackend.createAccount({ email: "ann@example.com" }));
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await site[Symbol.asyncDispose]();
});

async function open(backend: Partial<ServerBackend> = {}) {
  const { log, entries } = recordingLog();
  const feed: Feed = createFeed({
    backend: { ...site.serverBackend, ...backend },
    origin: () => "https://site.example",
    log,
    now: () => now,
  });
  let client = "203.0.113.9";
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    feed
      .handler({ request, response, id: "test", path, query: "", client: () => client })
      .catch((error: unknown) => response.destroy(error as Error));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    feed,
    entries,
    from: (address: string) => void (client = address),
    read: (path: string, init?: RequestInit) => fetch(origin + path, init),
  };
}

const task = (id: string, registers: Record<string, object>, of = uid) =>
  site.serverBackend.updateValues({
    [`todos/${of}/tasks/${id}`]: storedItem(start, { title: { v: id }, place, ...registers }),
  });

const titlesIn = (text: string) =>
  [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title ?? "");

test("its address has the open tasks that have a day, of that account alone, in universal time", async () => {
  const { feed, read } = await open();
  await task("day", { due: { v: "2026-12-01", zone: "" } });
  await task("timed", { due: { v: "2026-12-02T09:00", zone: "Europe/Berlin" } });
  await task("dateless", {});
  await task("done", { due: { v: "2026-12-01" }, done: { v: "done", day: "2026-11-20" } });
  await task("again", { due: { v: "2026-12-03", zone: "" }, done: { v: "", day: "" } });
  await task("gone", { due: { v: "2026-12-01" }, gone: { v: true, t: start * 1000 + 1 } });
  await task("foreign", { due: { v: "2026-12-01", zone: "" } }, "ben");
  const answer = await read(await feed.make(uid));
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "cache-control": "private, max-age=300",
    "x-robots-tag": "noindex",
  });
  expect(titlesIn(text)).toEqual(["day", "timed", "again"]);
  expect(text).toContain("DTSTART;VALUE=DATE:20261201\r\n");
  expect(text).toContain("DTSTART:20261202T080000Z\r\n");
  expect(text).toContain("UID:day@site.example\r\n");
});

test("what comes again is there with its next times, until its series is taken away", async () => {
  const { feed, read } = await open();
  const path = await feed.make(uid);
  const rule = {
    v: "FREQ=WEEKLY;BYDAY=MO;WKST=MO",
    mode: "schedule",
    start: "2026-11-23",
    zone: "",
  };
  const series = `todos/${uid}/series/s`;
  await site.serverBackend.updateValues({ [series]: storedItem(start, { rule }) });
  await task("s-1", { due: { v: "2026-11-23", zone: "" }, series: { v: "s", n: 1 } });
  const days = async () =>
    [...(await (await read(path)).text()).matchAll(/^DTSTART;VALUE=DATE:(\d+)\r$/gm)].map(
      ([, day]) => day,
    );
  expect((await days()).slice(0, 3)).toEqual(["20261123", "20261130", "20261207"]);
  expect((await days()).length).toBeGreaterThan(10);
  const gone = { v: true, t: start * 1000 + 1 };
  await site.serverBackend.updateValues({ [series]: storedItem(start, { rule, gone }) });
  expect(await days()).toEqual(["20261123"]);
});

test("who has read it and nothing has changed gets no more than that", async () => {
  const { feed, read } = await open();
  await task("day", { due: { v: "2026-12-01", zone: "" } });
  const path = await feed.make(uid);
  const etag = (await read(path)).headers.get("etag") ?? "";
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    // oxlint-disable-next-line no-await-in-loop -- few
    const answer = await read(path, { headers: { "if-none-match": known } });
    expect([answer.status, await answer.text()]).toEqual([304, ""]);
  }
  const head = await read(path, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  await task("more", { due: { v: "2026-12-02", zone: "" } });
  const answer = await read(path, { headers: { "if-none-match": etag } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("etag")).not.toBe(etag);
});

test("only a hash of the secret is kept, a new address voids the old one, and one can be taken back", async () => {
  const { feed, read } = await open();
  expect(await feed.state(uid)).toBeNull();
  const first = await feed.make(uid);
  const second = await feed.make(uid);
  expect(first).toMatch(/^\/calendar\/[\w-]{43}\.ics$/);
  expect((await read(first)).status).toBe(404);
  expect((await read(second)).status).toBe(200);
  const secret = second.slice("/calendar/".length, -".ics".length);
  const stored = await site.serverBackend.listDocuments("todoFeeds");
  expect(stored.map(({ id }) => id)).toEqual([createHash("sha256").update(secret).digest("hex")]);
  expect(JSON.stringify(stored)).not.toContain(secret);
  expect(await feed.state(uid)).toEqual({
    createdAt: new Date(start).toISOString(),
    lastReadAt: "2026-11-22",
  });
  await feed.revoke(uid);
  await feed.revoke(uid);
  expect((await read(second)).status).toBe(404);
  expect(await feed.state(uid)).toBeNull();
});

test("of addresses that are made at the same moment one is left, and it can be taken back", async () => {
  const { feed, read } = await open();
  const paths = await Promise.all(Array.from({ length: 30 }, () => feed.make(uid)));
  const readable = async () => {
    const answers = await Promise.all(paths.map(async (path) => (await read(path)).status));
    return answers.filter((status) => status === 200).length;
  };
  expect(await readable()).toBe(1);
  expect(await site.serverBackend.listDocuments("todoFeeds")).toHaveLength(1);
  await feed.revoke(uid);
  expect(await feed.state(uid)).toBeNull();
});

test("an unknown, a voided and a disabled account's address answer alike", async () => {
  const { feed, read } = await open();
  const voided = await feed.make(uid);
  const path = await feed.make(uid);
  await site.serverBackend.updateAccount(uid, { disabled: true });
  const answers = await Promise.all(
    [voided, path, `/calendar/${"a".repeat(43)}.ics`, "/calendar/", "/calendar/x.ics"].map(
      async (address) => {
        const answer = await read(address);
        const { date: _date, ...headers } = Object.fromEntries(answer.headers);
        return { status: answer.status, text: await answer.text(), headers };
      },
    ),
  );
  expect(answers[0]?.status).toBe(404);
  expect(answers).toEqual(answers.map(() => answers[0]));
  await site.serverBackend.updateAccount(uid, { disabled: false });
  expect((await read(path)).status).toBe(200);
  await site.serverBackend.deleteAccount(uid);
  expect((await read(path)).status).toBe(404);
});

test("it is read thirty times an hour, and a network tries no addresses without end", async () => {
  const { feed, read, from } = await open();
  const path = await feed.make(uid);
  for (let count = 0; count < 30; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    expect((await read(path)).status).toBe(200);
  }
  const limited = await read(path);
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "120"]);
  from("198.51.100.7");
  expect((await read(path)).status).toBe(429);
  for (let count = 1; count < 60; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    expect((await read(`/calendar/${"a".repeat(43)}.ics`)).status).toBe(404);
  }
  expect((await read(`/calendar/${"a".repeat(43)}.ics`)).status).toBe(429);
  from("192.0.2.1");
  now += 3_600_000;
  expect((await read(path)).status).toBe(200);
});

test("it is served though its reading could not be noted, and says so while nothing can be read", async () => {
  const { feed } = await open();
  const path = await feed.make(uid);
  const commit = () => Promise.reject(new Error("no disk"));
  const noted = await open({ commit });
  expect((await noted.read(path)).status).toBe(200);
  const getDocument = () => Promise.reject(new BackendError("UNAVAILABLE", "down"));
  const away = await (await open({ getDocument })).read(path);
  expect([away.status, away.headers.get("retry-after")]).toEqual([503, "60"]);
  const secret = path.slice("/calendar/".length, -".ics".length);
  expect(JSON.stringify(noted.entries)).not.toContain(secret);
});

test("programs that ask at the same moment have it made once", async () => {
  let asked = 0;
  const { feed, read } = await open({
    queryValues(path, query) {
      if (path.endsWith("/tasks")) asked += 1;
      return site.serverBackend.queryValues(path, query);
    },
  });
  await task("day", { due: { v: "2026-12-01", zone: "" } });
  const path = await feed.make(uid);
  const texts = await Promise.all(
    Array.from({ length: 20 }, async () => (await read(path)).text()),
  );
  expect(titlesIn(texts[0] ?? "")).toEqual(["day"]);
  expect(new Set(texts).size).toBe(1);
  expect(asked).toBeLessThan(20);
});

test("of many tasks that come again the two hundred soonest have their next times, the others their own", async () => {
  const rule = { v: "FREQ=DAILY", mode: "schedule", start: "2026-11-01", zone: "" };
  const values = Array.from({ length: 300 }, (_one, index) => {
    const due = { v: index < 100 ? "2026-12-25" : "2026-12-24", zone: "" };
    const registers = { title: { v: `t${index}` }, place, due, series: { v: "s", n: 1 } };
    return [`todos/${uid}/tasks/t${index}`, storedItem(start, registers)] as const;
  });
  await site.serverBackend.updateValues({
    [`todos/${uid}/series/s`]: storedItem(start, { rule }),
    ...Object.fromEntries(values),
  });
  const { feed, read } = await open();
  const titles = titlesIn(await (await read(await feed.make(uid))).text());
  expect(titles.filter((title) => title === "t100").length).toBeGreaterThan(1);
  expect(titles.filter((title) => title === "t0")).toHaveLength(1);
});

test("ten thousand open tasks are the two thousand soonest events", async () => {
  const { feed, read } = await open();
  const values = Array.from({ length: 10_000 }, (_one, index) => {
    const day = new Date(start + (index % 3000) * 86_400_000).toISOString().slice(0, 10);
    const due = { v: day, zone: "" };
    return [
      `todos/${uid}/tasks/t${index}`,
      storedItem(start, { title: { v: "x" }, place, due }),
    ] as const;
  });
  for (let from = 0; from < values.length; from += 2500) {
    const part = Object.fromEntries(values.slice(from, from + 2500));
    // oxlint-disable-next-line no-await-in-loop -- one write takes no more
    await site.serverBackend.updateValues(part);
  }
  const text = await (await read(await feed.make(uid))).text();
  expect(titlesIn(text)).toHaveLength(2000);
});
