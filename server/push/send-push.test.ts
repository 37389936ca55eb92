import { afterEach, beforeEach, expect, test } from "vitest";
import { recordingLog } from "../../tests/support/log.ts";
import { openSite } from "../../tests/support/site.ts";
import type { Site } from "../../tests/support/site.ts";
import { OutgoingError } from "../outgoing/errors.ts";
import type { OutgoingFetch } from "../outgoing/outgoing-fetch.ts";
import { createPush } from "./send-push.ts";
import { openPushService, pushHost, senderOf } from "./testing/push-service.ts";
import type { PushService } from "./testing/push-service.ts";

const start = Date.parse("2026-11-22T15:00:00Z");
const text = {
  id: "rem-1",
  title: "Pay rent",
  text: "Due today",
  path: "/AdvancedTodoList?task=a",
};

let site: Site;
let service: PushService;
let now: number;
beforeEach(async () => {
  now = start;
  [site, service] = await Promise.all([openSite(), openPushService()]);
});
afterEach(async () => {
  await service[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

function open({
  hosts = [],
  origin = "https://site.example",
  fetch = service.web.fetch,
}: { hosts?: string[]; origin?: string; fetch?: OutgoingFetch } = {}) {
  const { log, entries } = recordingLog();
  const push = createPush({
    backend: site.serverBackend,
    fetch,
    hosts,
    origin: () => origin,
    log,
    now: () => now,
  });
  return { push, entries };
}

async function subscribed(push: ReturnType<typeof open>["push"], uid = "ann") {
  const keys = service.newSubscription();
  const device = await push.subscribe(uid, keys, "Firefox on Linux");
  return { keys, id: device?.id ?? "" };
}

test("a device gets the words, and its service who sends, under the key that browsers subscribed with", async () => {
  const { push } = open();
  const { keys, id } = await subscribed(push);
  expect(await push.send("ann", id, text)).toBe("sent");
  const [taken] = service.taken;
  expect(taken).toMatchObject({ endpoint: keys.endpoint, text });
  expect(taken?.headers).toMatchObject({
    ttl: "86400",
    urgency: "high",
    "content-encoding": "aes128gcm",
  });
  expect(taken?.headers["topic"]).toMatch(/^[\w-]{32}$/);
  const { authorization = "" } = taken?.headers ?? {};
  expect(authorization).toContain(`k=${await push.publicKey()}`);
  expect(await senderOf(authorization, now)).toEqual({
    aud: `https://${pushHost}`,
    exp: start / 1000 + 12 * 3600,
    sub: "https://site.example",
  });
  expect((await push.devicesOf("ann"))[0]).toMatchObject({ lastOkAt: new Date(now).toISOString() });
});

test("the key is made once, whoever needs it first, and stays where no client reads", async () => {
  const [one, other] = [open().push, open().push];
  const keys = await Promise.all([one.publicKey(), other.publicKey(), open().push.publicKey()]);
  expect(new Set(keys).size).toBe(1);
  expect(Buffer.from(keys[0], "base64url")).toHaveLength(65);
});

test("a token serves for hours and is made anew before it ends", async () => {
  const { push } = open({ origin: "http://localhost:3000" });
  const { id } = await subscribed(push);
  for (const hours of [0, 10, 2]) {
    now += hours * 3_600_000;
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await push.send("ann", id, text);
  }
  const tokens = service.taken.map(({ headers }) => headers.authorization);
  expect(tokens[1]).toBe(tokens[0]);
  expect(tokens[2]).not.toBe(tokens[0]);
  expect(await senderOf(tokens[2], now)).toMatchObject({ sub: "mailto:owner@localhost" });
});

test("addresses of this machine and of its network are refused at subscribing, and at sending", async () => {
  const { push } = open();
  for (const endpoint of [
    "https://127.0.0.1/a",
    "https://10.0.0.1/a",
    "https://intern.example/a",
  ]) {
    const keys = { ...service.newSubscription(), endpoint };
    // oxlint-disable-next-line no-await-in-loop -- few
    expect(await push.subscribe("ann", keys, "")).toBeUndefined();
  }
  expect(await push.devicesOf("ann")).toEqual([]);
  // The name leads elsewhere later on; only the public address was ever connected to.
  const { id } = await subscribed(push);
  service.web.names.set(pushHost, [["10.0.0.1"]]);
  expect(await push.send("ann", id, text)).toBe("later");
  // So does a host that a setting has let in.
  const named = open({ hosts: ["169.254.169.254"] }).push;
  const keys = { ...service.newSubscription(), endpoint: "https://169.254.169.254/a" };
  const device = await named.subscribe("ann", keys, "");
  expect(await named.send("ann", device?.id ?? "", text)).toBe("later");
  expect(await push.send("ann", device?.id ?? "", text)).toBe("refused");
  expect(service.web.dialled).toEqual([]);
  expect(service.taken).toEqual([]);
});

test("nothing of a device's address is logged but its host", async () => {
  const { push, entries } = open();
  const { keys, id } = await subscribed(push);
  service.web.names.set(pushHost, [["10.0.0.1"]]);
  await push.send("ann", id, text);
  service.web.names.set(pushHost, [["93.184.216.34"]]);
  service.answer.status = 403;
  await push.send("ann", id, text);
  expect(entries).toHaveLength(2);
  expect(JSON.stringify(entries)).toContain(pushHost);
  expect(JSON.stringify(entries)).not.toContain(new URL(keys.endpoint).pathname);
});

test("a device that is gone is forgotten, one whose service has no time is not", async () => {
  const { push } = open();
  const { id } = await subscribed(push);
  for (const status of [429, 500, 503]) {
    service.answer.status = status;
    // oxlint-disable-next-line no-await-in-loop -- in this order
    expect(await push.send("ann", id, text)).toBe("later");
  }
  expect(await push.devicesOf("ann")).toHaveLength(1);
  service.answer.status = 410;
  expect(await push.send("ann", id, text)).toBe("gone");
  expect(await push.devicesOf("ann")).toEqual([]);
  expect(await push.send("ann", id, text)).toBe("gone");
});

test("a service that did not answer in time is not waited for again within a minute", async () => {
  const asked: string[] = [];
  const { push } = open({
    async fetch(url) {
      asked.push(new URL(url).host);
      throw new OutgoingError("timeout");
    },
  });
  const [one, other] = [await subscribed(push), await subscribed(push)];
  const endpoint = "https://fcm.googleapis.com/a";
  const elsewhere = await push.subscribe("ann", { ...other.keys, endpoint }, "");
  expect(await push.send("ann", one.id, text)).toBe("later");
  expect(await push.send("ann", other.id, text)).toBe("later");
  expect(await push.send("ann", elsewhere?.id ?? "", text)).toBe("later");
  expect(asked).toEqual([pushHost, "fcm.googleapis.com"]);
  now += 60_000;
  await push.send("ann", other.id, text);
  expect(asked).toHaveLength(3);
  expect(await push.devicesOf("ann")).toHaveLength(3);
});

test("five refusals in a row end a device, a push that is taken in between does not let them add up", async () => {
  const { push } = open();
  const { id } = await subscribed(push);
  const refused = async (times: number) => {
    service.answer.status = 400;
    for (let time = 0; time < times; time += 1) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      expect(await push.send("ann", id, text)).toBe("refused");
    }
  };
  await refused(4);
  service.answer.status = 201;
  expect(await push.send("ann", id, text)).toBe("sent");
  await refused(4);
  expect(await push.devicesOf("ann")).toHaveLength(1);
  await refused(1);
  expect(await push.devicesOf("ann")).toEqual([]);
});

test("a stored key that is none ends the device, and nothing fails for it", async () => {
  const { push } = open();
  const { id } = await subscribed(push);
  const change = { update: `pushSubscriptions/${id}`, data: { p256dh: "broken" } };
  await site.serverBackend.commit([change]);
  for (let time = 0; time < 5; time += 1) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    expect(await push.send("ann", id, text)).toBe("refused");
  }
  expect(await push.devicesOf("ann")).toEqual([]);
  expect(service.taken).toEqual([]);
});

test("a browser tells one account at a time, ten of them each, the newest", async () => {
  const { push } = open();
  const { keys, id } = await subscribed(push, "ann");
  expect(await push.subscribe("ben", keys, "")).toMatchObject({ id });
  expect(await push.devicesOf("ann")).toEqual([]);
  expect(await push.send("ann", id, text)).toBe("gone");
  expect(await push.remove("ann", id)).toBe(false);
  for (let count = 0; count < 10; count += 1) {
    now += 1000;
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await subscribed(push, "ben");
  }
  const devices = await push.devicesOf("ben");
  expect(devices).toHaveLength(10);
  expect(devices.map((device) => device.id)).not.toContain(id);
  expect(await push.remove("ben", devices[0]?.id ?? "")).toBe(true);
  expect(await push.devicesOf("ben")).toHaveLength(9);
});

test("many browsers that subscribe at the same moment are ten in the end", async () => {
  const { push } = open();
  await Promise.all(Array.from({ length: 45 }, () => subscribed(push)));
  expect((await push.devicesOf("ann")).length).toBeLessThanOrEqual(10);
});

test("long words are cut so that every service takes the push", async () => {
  const { push } = open();
  const { id } = await subscribed(push);
  const long = { ...text, title: "\u0001".repeat(200), text: "🦊".repeat(5000) };
  expect(await push.send("ann", id, long)).toBe("sent");
  expect(await push.send("ann", id, { ...text, text: "\u0001".repeat(5000) })).toBe("sent");
  const [cut, dropped] = service.taken;
  expect(Array.from(cut?.text.text ?? "")).toHaveLength(0);
  expect(dropped?.text).toMatchObject({ title: "Pay rent", text: "" });
});
