import { afterAll, beforeAll, expect, test } from "vitest";
import { recordingLog } from "../../../tests/support/log.ts";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { createFeed } from "../../todos/feed.ts";
import { createTodoEndpoints } from "./todos.ts";

let site: ServedSite;
let ann: SignedInClient;
let ben: SignedInClient;
beforeAll(async () => {
  site = await serveSite();
  ann = await signUp(createSdkClient(site.origin));
  ben = await signUp(createSdkClient(site.origin));
});
afterAll(async () => {
  await ann[Symbol.asyncDispose]();
  await ben[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

function open() {
  const backend = site.serverBackend;
  const now = () => 0;
  const { log } = recordingLog();
  const feed = createFeed({ backend, origin: () => "https://site.example", log, now });
  const endpoints = createTodoEndpoints({ backend, feed, now });
  return async (asked: string, client?: SignedInClient) => {
    const [method = "", path = ""] = asked.split(" ");
    const found = endpoints.find((one) => one.method === method && one.path === path);
    if (!found) throw new Error(`There is no ${asked}.`);
    const headers: Record<string, string> = client
      ? { authorization: `Bearer ${await client.idToken()}` }
      : {};
    const request = new Request("http://localhost/api/x", { method, headers });
    return found.answer({ request, body: "", client: "203.0.113.9" });
  };
}

test("the address is told to its account once; later only that there is one", async () => {
  const ask = open();
  expect(await (await ask("GET /api/todos/feed", ann)).json()).toEqual({ feed: null });
  const { path } = (await (await ask("POST /api/todos/feed/make", ann)).json()) as { path: string };
  expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/);
  expect(await (await ask("GET /api/todos/feed", ann)).json()).toEqual({
    feed: { createdAt: "1970-01-01T00:00:00.000Z", lastReadAt: null },
  });
  expect(await (await ask("GET /api/todos/feed", ben)).json()).toEqual({ feed: null });
  await ask("POST /api/todos/feed/revoke", ben);
  expect(await site.serverBackend.listDocuments("todoFeeds")).toHaveLength(1);
  expect((await ask("POST /api/todos/feed/revoke", ann)).status).toBe(204);
  expect(await (await ask("GET /api/todos/feed", ann)).json()).toEqual({ feed: null });
});

test("nobody is answered without an account, nor without end", async () => {
  const ask = open();
  expect((await ask("POST /api/todos/feed/make")).status).toBe(401);
  const answers = await Promise.all(
    Array.from({ length: 21 }, () => ask("GET /api/todos/feed", ben)),
  );
  expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1);
});
