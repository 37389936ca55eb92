import { afterEach, beforeEach, expect, test } from "vitest";
import type { NotificationsState } from "#lib/notification.ts";
import { recordingLog } from "../../../tests/support/log.ts";
import { createSdkClient, signUp } from "../../../tests/support/sdk-client.ts";
import type { SignedInClient } from "../../../tests/support/sdk-client.ts";
import { serveSite } from "../../../tests/support/served-site.ts";
import type { ServedSite } from "../../../tests/support/served-site.ts";
import { createPush } from "../../push/send-push.ts";
import { openPushService } from "../../push/testing/push-service.ts";
import type { PushService } from "../../push/testing/push-service.ts";
import { createNotificationEndpoints } from "./notifications.ts";

let site: ServedSite;
let service: PushService;
let ann: SignedInClient;
let ben: SignedInClient;
beforeEach(async () => {
  [site, service] = await Promise.all([serveSite(), openPushService()]);
  ann = await signUp(createSdkClient(site.origin));
  ben = await signUp(createSdkClient(site.origin));
});
afterEach(async () => {
  await ann[Symbol.asyncDispose]();
  await ben[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

function open({ sendsMail = true } = {}) {
  const push = createPush({
    backend: site.serverBackend,
    fetch: service.web.fetch,
    hosts: [],
    origin: () => "https://site.example",
    log: recordingLog().log,
    now: Date.now,
  });
  const now = () => Date.parse("2026-11-22T15:00:00Z");
  const endpoints = createNotificationEndpoints({
    backend: site.serverBackend,
    push,
    sendsMail,
    now,
  });
  return async (asked: string, client: SignedInClient | undefined, body: unknown = {}) => {
    const [method, path] = asked.split(" ");
    const found = endpoints.find((one) => one.method === method && one.path.endsWith(`/${path}`));
    if (!found) throw new Error(`There is no ${asked}.`);
    const headers: Record<string, string> = client
      ? { authorization: `Bearer ${await client.idToken()}` }
      : {};
    const request = new Request("http://localhost/api/x", { method: method ?? "", headers });
    return found.answer({ request, body: JSON.stringify(body), client: "203.0.113.9" });
  };
}

const choices = {
  kinds: {
    reminder: { push: true, mail: true },
    board: { push: false, mail: false },
    journal: { push: true, mail: false },
    files: { push: false, mail: true },
    chat: { push: false, mail: true },
  },
  digest: "daily",
  hour: 7,
  zone: "Europe/Berlin",
};

test("who has chosen nothing is told what holds, and what was chosen holds from then on", async () => {
  const ask = open();
  const before = (await (await ask("GET settings", ann)).json()) as NotificationsState;
  expect(before).toMatchObject({
    settings: {
      kinds: {
        reminder: { push: true, mail: false },
        board: { push: true, mail: false },
        journal: { push: true, mail: false },
        files: { push: true, mail: false },
        chat: { push: true, mail: false },
      },
      digest: "off",
    },
    mail: "unconfirmed",
    push: { devices: [] },
  });
  expect(before.push.key).toMatch(/^[\w-]{87}$/);
  await site.serverBackend.updateAccount(ann.uid, { emailVerified: true });
  expect((await ask("POST settings", ann, choices)).status).toBe(200);
  expect(await (await ask("GET settings", ann)).json()).toMatchObject({
    settings: { ...choices, nextDigestAt: "2026-11-23T06:00:00.000Z" },
    mail: "ready",
    push: { key: before.push.key },
  });
  expect(await (await ask("GET settings", ben)).json()).toMatchObject({
    settings: { digest: "off" },
  });
  expect(await (await open({ sendsMail: false })("GET settings", ann)).json()).toMatchObject({
    mail: "none",
  });
});

test("what is no choice is refused", async () => {
  const ask = open();
  for (const change of [
    { hour: 24 },
    { hour: 7.5 },
    { zone: "Mars/Olympus" },
    { zone: "" },
    { digest: "hourly" },
    { kinds: {} },
    { kinds: { ...choices.kinds, reminder: { push: "yes", mail: true } } },
    { kinds: { reminder: choices.kinds.reminder } },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- few
    const { status } = await ask("POST settings", ann, { ...choices, ...change });
    expect(status, JSON.stringify(change)).toBe(400);
  }
  expect((await ask("POST settings", ann, [])).status).toBe(400);
});

test("a browser is subscribed, tried out and taken away, by its account alone", async () => {
  const ask = open();
  const keys = service.newSubscription();
  const added = await ask("POST subscribe", ann, { ...keys, device: "Firefox on Linux" });
  const device = (await added.json()) as { id: string };
  expect(device).toMatchObject({ device: "Firefox on Linux", lastOkAt: null });
  expect(JSON.stringify(device)).not.toContain(keys.endpoint);
  expect(await (await ask("POST test", ann)).json()).toEqual({
    devices: [{ id: device.id, end: "sent" }],
  });
  expect(await (await ask("POST test", ben)).json()).toEqual({ devices: [] });
  expect(service.taken).toHaveLength(1);
  await ask("POST unsubscribe", ben, { endpoint: keys.endpoint });
  await ask("POST unsubscribe", ben, { id: device.id });
  expect(await (await ask("GET settings", ann)).json()).toMatchObject({
    push: { devices: [{ id: device.id }] },
  });
  expect((await ask("POST unsubscribe", ann, { endpoint: keys.endpoint })).status).toBe(204);
  expect((await ask("POST unsubscribe", ann, { id: device.id })).status).toBe(204);
  expect(await site.serverBackend.listDocuments("pushSubscriptions")).toEqual([]);
});

test("an address that is no browser's service is refused, and nothing is asked of it", async () => {
  const ask = open();
  const keys = service.newSubscription();
  for (const change of [
    { endpoint: "https://10.0.0.1/push" },
    { endpoint: "http://updates.push.services.mozilla.com/x" },
    { endpoint: "https://updates.push.services.mozilla.com:8443/x" },
    { endpoint: "https://localhost/x" },
    { p256dh: "AAAA" },
    { auth: "" },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- few
    const answer = await ask("POST subscribe", ann, { ...keys, ...change, device: "" });
    expect(answer.status).toBe(400);
  }
  for (const device of ["a\nb", "x".repeat(101), 7]) {
    // oxlint-disable-next-line no-await-in-loop -- few
    expect((await ask("POST subscribe", ann, { ...keys, device })).status).toBe(400);
  }
  expect(await site.serverBackend.listDocuments("pushSubscriptions")).toEqual([]);
  expect(service.web.dialled).toEqual([]);
});

test("nobody is answered without an account, nor without end", async () => {
  const ask = open();
  for (const path of ["GET settings", "POST subscribe", "POST test"]) {
    // oxlint-disable-next-line no-await-in-loop -- few
    expect((await ask(path, undefined, {})).status).toBe(401);
  }
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    statuses.push((await ask("POST test", ann)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});
