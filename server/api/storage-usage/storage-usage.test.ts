import { afterAll, beforeAll, expect, test } from "vitest";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { createStorageUsageEndpoint } from "./storage-usage.ts";

let site: ServedSite;
let ada: SignedInClient;
beforeAll(async () => {
  site = await serveSite();
  ada = await signUp(createSdkClient(site.origin));
});
afterAll(async () => {
  await ada[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

function openEndpoint() {
  const { answer } = createStorageUsageEndpoint({
    backend: site.serverBackend,
    quotaOf: (claims) => (claims["admin"] === true ? null : 1000),
    now: () => 0,
  });
  return async (idToken?: string) => {
    const headers = idToken === undefined ? {} : { authorization: `Bearer ${idToken}` };
    const request = new Request("http://localhost/api/storage-usage", { headers });
    return answer({ request, body: "", client: "192.0.2.1" });
  };
}

test("an account is told what it keeps and how much it may, by its own limit or the usual one", async () => {
  const ask = openEndpoint();
  const upload = new Request(`${site.origin}/v0/b/foyer/o?name=users%2F${ada.uid}%2Fx`, {
    method: "POST",
    headers: {
      authorization: `Firebase ${await ada.idToken()}`,
      "content-type": "multipart/related; boundary=b",
      "x-goog-upload-protocol": "multipart",
    },
    body: "--b\r\ncontent-type: application/json\r\n\r\n{}\r\n--b\r\ncontent-type: text/plain\r\n\r\nhello\r\n--b--",
  });
  expect((await fetch(upload)).status).toBe(200);
  const usage = { uid: ada.uid, objects: 1, usedBytes: 4096, reservedBytes: 0 };
  expect(await (await ask(await ada.idToken())).json()).toEqual({
    ...usage,
    limitBytes: 1000,
    isOwnLimit: false,
  });
  await site.serverBackend.setClaims(ada.uid, { admin: true });
  expect(await (await ask(await ada.idToken(true))).json()).toMatchObject({ limitBytes: null });
  await site.serverBackend.setStorageQuota(ada.uid, 7);
  expect(await (await ask(await ada.idToken())).json()).toEqual({
    ...usage,
    limitBytes: 7,
    isOwnLimit: true,
  });
});

test("with an account its uploads under way end", async () => {
  await using eve = await signUp(createSdkClient(site.origin));
  const started = await fetch(`${site.origin}/v0/b/foyer/o?name=users%2F${eve.uid}%2Fx`, {
    method: "POST",
    headers: {
      authorization: `Firebase ${await eve.idToken()}`,
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": "start",
      "x-goog-upload-header-content-length": "100000",
    },
  });
  expect(started.status).toBe(200);
  const reserved = async () => (await site.serverBackend.storageUsage(eve.uid)).reservedBytes;
  expect(await reserved()).toBeGreaterThan(100_000);
  await site.serverBackend.deleteAccount(eve.uid);
  await expect.poll(reserved).toBe(0);
});

test("it is told to accounts only, and not without end", async () => {
  const ask = openEndpoint();
  for (const token of [undefined, "owner", "a.b.c"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await ask(token)).status).toBe(401);
  }
  const answers = await Promise.all(Array.from({ length: 120 }, () => ask()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
});
