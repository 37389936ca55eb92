import { afterAll, expect, test } from "vitest";
import { openStorage } from "../testing/open-storage.ts";

const storage = await openStorage({ siteBytes: 10_000, quotaOf: () => 9000 });
afterAll(() => storage[Symbol.asyncDispose]());

const bucket = `${storage.origin}/v0/b/test-bucket`;

function ask(token: string | null, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(token !== null && { authorization: `Firebase ${token}` }) };
  return fetch(`${bucket}/${path}`, { ...init, headers });
}

const askAsServer = (path: string, init: RequestInit = {}) =>
  storage.service.adminFetch(new Request(`http://local/v0/b/test-bucket/${path}`, init));
const limit = (body: string) => ({ method: "PATCH", body });

test("an account asks what it keeps and may keep, the server of every account and of the site", async () => {
  await storage.upload("ada", "users/ada/a", "12345");
  const adas = {
    uid: "ada",
    objects: 1,
    usedBytes: 4096,
    reservedBytes: 0,
    limitBytes: 9000,
    isOwnLimit: false,
  };
  expect(await (await ask("ada", "usage/ada")).json()).toEqual(adas);
  const set = await askAsServer("usage/ada", limit('{"limitBytes":8191}'));
  const own = { ...adas, limitBytes: 8191, isOwnLimit: true };
  expect(await set.json()).toEqual(own);
  expect(await (await ask("ada", "usage/ada")).json()).toEqual(own);
  expect((await storage.upload("ada", "users/ada/b", "12")).status).toBe(402);
  await askAsServer("usage/ada", limit('{"limitBytes":null}'));
  expect((await storage.upload("ada", "users/ada/b", "12")).status).toBe(200);
  expect(await (await askAsServer("usage")).json()).toEqual({
    uid: "",
    objects: 2,
    usedBytes: 8192,
    reservedBytes: 0,
    limitBytes: 10_000,
    isOwnLimit: false,
  });
});

test("nobody asks about others or sets a limit, the own one neither", async () => {
  for (const token of ["bob", null]) {
    for (const path of ["usage/ada", "usage"]) {
      expect((await ask(token, path)).status).toBe(403);
      expect([403, 405]).toContain((await ask(token, path, limit('{"limitBytes":1}'))).status);
    }
  }
  expect((await ask("ada", "usage/ada", limit('{"limitBytes":99999}'))).status).toBe(403);
  expect((await ask("nobody", "usage/ada")).status).toBe(401);
});

test("what is no uid, no limit or no method is refused", async () => {
  for (const body of [
    "",
    "null",
    "5",
    "{}",
    '{"limitBytes":-1}',
    '{"limitBytes":1.5}',
    '{"limitBytes":"5"}',
    '{"limitBytes":1e300}',
  ]) {
    expect((await askAsServer("usage/ada", limit(body))).status, body).toBe(400);
  }
  const large = limit(`{"limitBytes":${" ".repeat(2000)}5}`);
  expect((await askAsServer("usage/ada", large)).status).toBe(413);
  expect((await askAsServer(`usage/${"x".repeat(129)}`)).status).toBe(400);
  expect((await askAsServer("usage/a%00b")).status).toBe(400);
  expect((await askAsServer("usage/a/b")).status).toBe(400);
  expect((await askAsServer("usage", limit('{"limitBytes":5}'))).status).toBe(405);
  expect((await askAsServer("usage/ada", { method: "DELETE" })).status).toBe(405);
  expect((await askAsServer("usage/ada", { method: "POST", body: "x" })).status).toBe(405);
});
