import { afterAll, expect, test } from "vitest";
import { BackendError } from "#lib/server-backend.ts";
import { recordingLog } from "../../../tests/support/log.ts";
import { openSite } from "../../../tests/support/site.ts";
import type { Site } from "../../../tests/support/site.ts";
import { createPageViews } from "./page-views.ts";

const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36";

function open(
  site: Pick<Site, "serverBackend">,
  state = { now: Date.UTC(2026, 0, 1, 12) },
  limits: { maxPerNetwork?: number } = {},
) {
  const { log, entries } = recordingLog();
  const views = createPageViews({
    backend: site.serverBackend,
    log,
    now: () => state.now,
    flushEveryMs: 3_600_000,
    ...limits,
  });
  const send = async (
    body: unknown,
    headers: Record<string, string> = {},
    client = "203.0.113.9",
  ) => {
    const request = new Request("http://localhost/api/page-views", {
      method: "POST",
      headers: { "user-agent": browser, "accept-language": "en", host: "localhost", ...headers },
    });
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return (await views.endpoint.answer({ request, body: text, client })).status;
  };
  const stored = async () => {
    await views.flush();
    const documents = await site.serverBackend.listDocuments("pageViews");
    // Ids are random, times may be equal: by what was sent.
    const text = (data: object) => JSON.stringify(data);
    return documents.map(({ data }) => data).toSorted((a, b) => (text(a) < text(b) ? -1 : 1));
  };
  return { views, send, stored, state, entries };
}

test("a view is stored with its path, campaign, referrer's host and a visitor of that day", async () => {
  await using site = await openSite();
  const { send, stored } = open(site);
  const referrer = "https://search.example/q?secret=1";
  expect(await send({ path: "/about", campaign: { utm_source: "mail" }, referrer })).toBe(204);
  expect(await send({ path: "/resume" })).toBe(204);
  const [about, resume] = await stored();
  expect(about).toEqual({
    path: "/about",
    at: "2026-01-01T12:00:00.000Z",
    campaign: { utm_source: "mail" },
    referrerHost: "search.example",
    visitor: expect.stringMatching(/^[\w-]{16}$/) as string,
    session: 1,
    device: "desktop",
    browser: "Chrome",
  });
  expect(resume?.["visitor"]).toBe(about?.["visitor"]);
});

test("a visitor cannot be followed from one day to the next", async () => {
  await using site = await openSite();
  const { send, stored, state } = open(site);
  await send({ path: "/about" });
  state.now += 86_400_000;
  await send({ path: "/resume" });
  const [one, two] = await stored();
  expect(one?.["visitor"]).not.toBe(two?.["visitor"]);
});

test.each([{ dnt: "1" }, { "sec-gpc": "1" }])(
  "with %j the view is counted without visitor and referrer",
  async (headers) => {
    await using site = await openSite();
    const { send, stored } = open(site);
    await send({ path: "/about", referrer: "https://search.example/" }, headers);
    expect(await stored()).toEqual([
      { path: "/about", at: "2026-01-01T12:00:00.000Z", campaign: {} },
    ]);
  },
);

test("a robot is counted as one", async () => {
  await using site = await openSite();
  const { send, stored } = open(site);
  await send(
    { path: "/about" },
    { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" },
  );
  expect(await stored()).toMatchObject([{ bot: true }]);
});

let untouched: Promise<Site> | undefined;
afterAll(async () => (await untouched)?.[Symbol.asyncDispose]());

test.each([
  "",
  "null",
  "{",
  "[]",
  { path: "/nope" },
  { path: "/about?token=secret" },
  { path: "/project/../admin" },
  { path: `/project/${"x".repeat(300)}` },
  { path: 7 },
  { path: "/about", campaign: { utm_source: "\ud800" } },
  { path: "/about", campaign: { utm_source: 7 } },
  { path: "/about", campaign: ["utm_source"] },
])("the beacon %j is refused and nothing is stored", async (body) => {
  const { send, stored } = open(await (untouched ??= openSite()));
  expect(await send(body)).toBe(400);
  expect(await stored()).toEqual([]);
});

test("of a campaign's words what is too much is left out, and the view is counted", async () => {
  await using site = await openSite();
  const { send, stored } = open(site);
  const campaign = { utm_source: `${"x".repeat(99)}😀`, evil: "x", utm_Bad: "x", utm_: "x" };
  const more = Object.fromEntries(
    "a b c d e f g h".split(" ").map((letter) => [`utm_${letter}`, letter]),
  );
  expect(await send({ path: "/about", campaign: { ...campaign, ...more } })).toBe(204);
  const [view] = await stored();
  expect(view?.["campaign"]).toEqual({
    utm_source: `${"x".repeat(99)}\uFFFD`,
    utm_a: "a",
    utm_b: "b",
    utm_c: "c",
    utm_d: "d",
    utm_e: "e",
  });
});

test("public boards and share links are not counted: whoever has their addresses may look at them", async () => {
  await using site = await openSite();
  const { send, stored } = open(site);
  expect(await send({ path: "/TaskManager/abcdefghijklmnopqrstuvwxyz" })).toBe(204);
  expect(await send({ path: "/FileStorageApp/abcdefghijklmnopqrstuvwxyzab" })).toBe(204);
  expect(await stored()).toEqual([]);
});

test("one address cannot count without end", async () => {
  await using site = await openSite();
  const { send } = open(site);
  const statuses = await Promise.all(Array.from({ length: 241 }, () => send({ path: "/about" })));
  expect(statuses.at(-1)).toBe(429);
  expect(await send({ path: "/about" }, {}, "203.0.113.10")).toBe(204);
});

test("while nothing can be written, views wait, bounded, and are written later", async () => {
  await using site = await openSite();
  let broken = true;
  const serverBackend = {
    ...site.serverBackend,
    commit: (writes: Parameters<typeof site.serverBackend.commit>[0]) =>
      broken ? Promise.reject(new Error("down")) : site.serverBackend.commit(writes),
  };
  const { send, stored, views, entries } = open({ ...site, serverBackend });
  const statuses = [];
  for (let view = 0; view < 1001; view += 1) {
    statuses.push(await send({ path: "/about" }, {}, `203.0.${view >> 8}.${view & 255}`));
  }
  expect(statuses.filter((status) => status === 204)).toHaveLength(1000);
  expect(statuses.at(-1)).toBe(503);
  await views.flush();
  expect(entries.some(({ msg }) => msg === "page views could not be written yet")).toBe(true);
  broken = false;
  expect(await stored()).toHaveLength(1000);
});

test("when the answer of a batch that was written is lost, views that came meanwhile are counted, too", async () => {
  await using site = await openSite();
  let isLost = true;
  const serverBackend = {
    ...site.serverBackend,
    async commit(writes: Parameters<typeof site.serverBackend.commit>[0]) {
      await site.serverBackend.commit(writes);
      if (isLost) throw new BackendError("DEADLINE_EXCEEDED", "late");
    },
  };
  const { send, stored, views } = open({ ...site, serverBackend });
  await send({ path: "/" });
  await send({ path: "/about" });
  await views.flush();
  isLost = false;
  for (const path of ["/resume", "/project", "/contact"]) await send({ path });
  expect(await stored()).toHaveLength(5);
});

test("one network cannot end the counting of a day for everybody, and made-up pages are none", async () => {
  await using site = await openSite();
  const { send, stored } = open(site, { now: Date.UTC(2026, 0, 1, 12) }, { maxPerNetwork: 3 });
  for (let view = 0; view < 5; view += 1) expect(await send({ path: "/about" })).toBe(204);
  expect(await send({ path: "/resume" }, {}, "203.0.113.10")).toBe(204);
  expect(await send({ path: "/project/made-up" }, {}, "203.0.113.10")).toBe(204);
  const paths = (await stored()).map(({ path }) => path);
  expect(paths.filter((path) => path === "/about")).toHaveLength(3);
  expect(new Set(paths)).toEqual(new Set(["/about", "/resume"]));
});
