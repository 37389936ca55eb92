/** A Firebase project as the settings name it, played by the embedded backend at the addresses that Google's hosts have. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { placeOf, standInOptions } from "../../tests/support/firebase-stand-in-hosts.ts";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import type { FirebaseSettings } from "../config/firebase-settings.ts";
import { firebaseSources } from "./firebase-urls.ts";
import { createHostedAdminFetch, openHostedBackend } from "./open-hosted.ts";
import { answersWithin } from "./within-time.ts";

let site: Site;
let firebase: FirebaseSettings;
const asked: string[] = [];

beforeAll(async () => {
  site = await openSite();
  const key = await site.backend.createServiceAccount("https://oauth2.googleapis.com");
  firebase = { key, options: standInOptions, ownerEmail: undefined };
});
afterAll(() => site[Symbol.asyncDispose]());

/** Knows Google's addresses only. */
async function google(request: Request): Promise<Response> {
  const { host, pathname, search } = new URL(request.url);
  const place = placeOf(host, pathname + search);
  if (place === undefined) return new Response("Not found.", { status: 404 });
  asked.push(`${host}${pathname}`);
  const { method, headers } = request;
  const body = request.body === null ? {} : { body: await request.arrayBuffer() };
  const there = new Request(new URL(place.target, place.origin), { method, headers, ...body });
  return site.backend.fetch(there, { client: "127.0.0.1", origin: place.origin });
}

test("documents, values and accounts are at Google's addresses", async () => {
  const backend = openHostedBackend(firebase, { log: recordingLog().log, fetch: google });
  await backend.commit([{ set: "inbox/a", data: { text: "hello" } }]);
  expect((await backend.getDocument("inbox/a"))?.data).toEqual({ text: "hello" });
  await backend.updateValues({ "server/a/b": 1 });
  const { value, etag } = await backend.getValue("server/a");
  expect(value).toEqual({ b: 1 });
  expect(await backend.putValue("server/a", { b: 2 }, etag)).toBe(true);
  expect((await backend.listAccounts()).accounts).toEqual([]);
  await expect(backend.verifyIdToken("owner")).rejects.toMatchObject({ status: "UNAUTHENTICATED" });
  const contentType = "text/plain";
  await backend.putObject("public/a", new TextEncoder().encode("hello"), { contentType });
  expect(await (await backend.openObject("public/a")).text()).toBe("hello");
  expect([...new Set(asked)].toSorted()).toEqual(
    expect.arrayContaining([
      "firebasestorage.googleapis.com/v0/b/foyer/o",
      "firebasestorage.googleapis.com/v0/b/foyer/o/public%2Fa",
      "firestore.googleapis.com/v1/projects/foyer/databases/(default)/documents:commit",
      "foyer.firebaseio.com/.json",
      "foyer.firebaseio.com/server/a.json",
      "identitytoolkit.googleapis.com/v1/projects/foyer/accounts:batchGet",
      "oauth2.googleapis.com/token",
    ]),
  );
});

test("a command reaches each service by the paths that the embedded backend has", async () => {
  const fetch = createHostedAdminFetch(firebase, { fetch: google });
  const json = async (path: string, init?: RequestInit) =>
    (await fetch(new Request(`http://any.invalid${path}`, init))).json();
  await json("/server/c.json?ns=foyer", { method: "PUT", body: "[1]" });
  expect(await json("/server/c.json?ns=foyer&shallow=true")).toEqual({ "0": true });
  const documents = "/v1/projects/foyer/databases/(default)/documents";
  const write = { update: { name: `${documents.slice(4)}/inbox/c`, fields: {} } };
  const commit = { method: "POST", body: JSON.stringify({ writes: [write] }) };
  expect(await json(`${documents}:commit`, commit)).toHaveProperty("commitTime");
  const accounts = "/identitytoolkit.googleapis.com/v1/projects/foyer/accounts:batchGet";
  expect(await json(accounts)).not.toHaveProperty("error");
});

test("what the browser needs of Google is named one by one, and its code only for windows of providers", () => {
  const google = ["identitytoolkit", "securetoken", "firestore", "firebasestorage"].map(
    (name) => `https://${name}.googleapis.com`,
  );
  const mine = { databaseURL: "https://mine-default-rtdb.firebaseio.com", authDomain: "a.example" };
  const connect = [
    ...google,
    "https://mine-default-rtdb.firebaseio.com",
    "wss://mine-default-rtdb.firebaseio.com",
    "wss://*.firebaseio.com",
  ];
  expect(firebaseSources(mine, { popups: false })).toEqual({ connect, scripts: [], frames: [] });
  expect(firebaseSources(mine, { popups: true })).toEqual({
    connect,
    scripts: ["https://apis.google.com"],
    frames: ["https://a.example"],
  });
  const elsewhere = { databaseURL: "https://mine.europe-west1.firebasedatabase.app" };
  expect(firebaseSources(elsewhere, { popups: false }).connect.slice(4)).toEqual([
    "https://mine.europe-west1.firebasedatabase.app",
    "wss://mine.europe-west1.firebasedatabase.app",
    "wss://*.europe-west1.firebasedatabase.app",
  ]);
});

test("who may ask for no access token just now is told to come later, and one that is refused is not let in", async () => {
  for (const [answer, status] of [
    [429, "UNAVAILABLE"],
    [503, "UNAVAILABLE"],
    [401, "UNAUTHENTICATED"],
  ] as const) {
    const backend = openHostedBackend(firebase, {
      log: recordingLog().log,
      fetch: async () => new Response("No.", { status: answer }),
    });
    await expect(backend.listAccounts(), String(answer)).rejects.toMatchObject({ status });
  }
});

test("an access token that is refused is not used again", async () => {
  let refused = 0;
  const tokens = () => asked.filter((address) => address.endsWith("/token")).length;
  const backend = openHostedBackend(firebase, {
    log: recordingLog().log,
    async fetch(request) {
      const isFirst = refused === 0 && !request.url.endsWith("/token");
      if (!isFirst) return google(request);
      refused += 1;
      return Response.json({ error: { code: 401, status: "UNAUTHENTICATED" } }, { status: 401 });
    },
  });
  const before = tokens();
  await expect(backend.listAccounts()).rejects.toMatchObject({ status: "UNAUTHENTICATED" });
  expect(refused).toBe(1);
  await backend.listAccounts();
  await backend.listAccounts();
  expect(tokens() - before).toBe(2);
});

test("an answer that has begun may take its time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let signal: AbortSignal | undefined;
  const reach = answersWithin(50, async (request) => {
    ({ signal } = request);
    return new Response("much");
  });
  const answer = await reach(new Request("http://127.0.0.1/"));
  vi.advanceTimersByTime(60);
  expect(signal?.aborted).toBe(false);
  expect(await answer.text()).toBe("much");
});

test("a host that does not answer, or is not there, is unavailable", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as AddressInfo;
  const reach = answersWithin(50, (request) => globalThis.fetch(request));
  const request = () => new Request(`http://127.0.0.1:${port}/`);
  await expect(reach(request())).rejects.toMatchObject({ status: "UNAVAILABLE" });
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
  await expect(reach(request())).rejects.toMatchObject({
    status: "UNAVAILABLE",
    message: `127.0.0.1:${port} cannot be reached.`,
  });
});
