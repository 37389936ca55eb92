/** What an account, the site and the disk may keep. Here an account has 40 KiB, and user9 has no limit. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { multipart, openStorage } from "../testing/open-storage.ts";
import { createRandom } from "../testing/random.ts";
import type { Usage } from "./usage.ts";
import { type SendCommand, beginUpload, startUpload } from "../testing/resumable.ts";

/** The least that an object counts. */
const UNIT = 4096;
const SITE_BYTES = 200 * UNIT;
const HOUR_MS = 60 * 60 * 1000;
let nowMs = Date.UTC(2030, 0, 1);
const storage = await openStorage({
  quotaOf: ({ uid }) => (uid === "user9" ? null : 10 * UNIT),
  siteBytes: SITE_BYTES,
  clock: () => nowMs,
});
afterAll(() => storage[Symbol.asyncDispose]());

const bytes = (count: number) => "x".repeat(count);

async function usageOf(uid: string): Promise<Usage> {
  const url = `http://local/v0/b/test-bucket/usage${uid === "" ? "" : `/${uid}`}`;
  return (await storage.service.adminFetch(new Request(url))).json() as Promise<Usage>;
}

/** What the rows say. */
function charged(where: string): { objects: number; usedBytes: number; reservedBytes: number } {
  using db = new DatabaseSync(join(storage.dir, "test.sqlite"), { readOnly: true });
  const sum = (table: string) =>
    db.prepare(`SELECT count(*) AS n, coalesce(sum(charged), 0) AS bytes FROM ${table} ${where}`);
  const { n: objects, bytes: usedBytes } = sum("storage_objects").get() as Sum;
  const { bytes: reservedBytes } = sum("storage_uploads").get() as Sum;
  return { objects, usedBytes, reservedBytes };
}

type Sum = { n: number; bytes: number };

function patch(token: string, name: string, metadata: object): Promise<Response> {
  const body = JSON.stringify({ metadata });
  return storage.ask(token, `/${encodeURIComponent(name)}`, { method: "PATCH", body });
}

const limit = (limitBytes: number | null) => ({
  method: "PATCH",
  body: JSON.stringify({ limitBytes }),
});

function setQuota(uid: string, limitBytes: number | null): Promise<Response> {
  const url = `http://local/v0/b/test-bucket/usage/${uid}`;
  return storage.service.adminFetch(new Request(url, limit(limitBytes)));
}

async function remove(name: string) {
  const url = `http://local/v0/b/test-bucket/o/${encodeURIComponent(name)}`;
  await storage.service.adminFetch(new Request(url, { method: "DELETE" }));
}

test("fifty uploads that begin at once reserve no more than the account may keep", async () => {
  const names = Array.from({ length: 50 }, (_, index) => `users/user1/${index}`);
  const answers = await Promise.all(names.map((name) => startUpload(storage, "user1", name, 100)));
  // Each counts a whole block.
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 402)).toHaveLength(40);
  expect(await usageOf("user1")).toEqual({
    uid: "user1",
    objects: 0,
    usedBytes: 0,
    reservedBytes: 10 * UNIT,
    limitBytes: 10 * UNIT,
    isOwnLimit: false,
  });
  expect((await storage.upload("user1", "users/user1/x", "x")).status).toBe(402);
  const refused = await startUpload(storage, "user1", "users/user1/x", 1_500_000);
  expect(await refused.json()).toEqual({
    error: {
      code: 402,
      message: "This needs 1.4 MB, and 0.0 MB of this account's 0.0 MB are left.",
    },
  });
});

test("what is cancelled, finished or deleted is given back", async () => {
  const { send } = await beginUpload(storage, "user2", "users/user2/a", 9.5 * UNIT);
  expect((await startUpload(storage, "user2", "users/user2/b", 1)).status).toBe(402);
  await send("cancel");
  const second = await beginUpload(storage, "user2", "users/user2/a", 8 * UNIT);
  expect(await second.send("upload, finalize", 0, bytes(8 * UNIT))).toEqual([200, "final", null]);
  const kept = await usageOf("user2");
  expect(kept).toMatchObject({ objects: 1, reservedBytes: 0 });
  expect(kept.usedBytes).toBeGreaterThan(8 * UNIT);
  expect(kept.usedBytes).toBeLessThan(8.5 * UNIT);
  // An object that is replaced counts until the new one is there.
  expect((await storage.upload("user2", "users/user2/a", bytes(2 * UNIT))).status).toBe(402);
  expect((await storage.upload("user2", "users/user2/a", bytes(100))).status).toBe(200);
  expect(await usageOf("user2")).toMatchObject({ objects: 1, usedBytes: UNIT, reservedBytes: 0 });
  expect((await storage.upload("user2", "users/user2/a", bytes(8 * UNIT))).status).toBe(200);
  await remove("users/user2/a");
  expect(await usageOf("user2")).toMatchObject({ objects: 0, usedBytes: 0 });
});

test("what is refused reserves nothing, and a stranger learns nothing of the quota", async () => {
  const { headers, body } = multipart("content");
  expect((await storage.upload("user3", "users/ada/a", bytes(20 * UNIT))).status).toBe(403);
  expect((await startUpload(storage, "user3", "users/ada/a", 20 * UNIT)).status).toBe(403);
  const malformed = { method: "POST", headers, body: body.subarray(0, -3) };
  expect((await storage.ask("user3", "?name=users/user3/a", malformed)).status).toBe(400);
  expect(await usageOf("user3")).toMatchObject({ objects: 0, usedBytes: 0, reservedBytes: 0 });
  expect(await usageOf("ada")).toMatchObject({ reservedBytes: 0 });
});

test("an equal content counts for everyone who has it, and is on the disk once", async () => {
  const before = storage.files().length;
  for (const name of ["users/user4/a", "users/user4/b", "users/user5/a"]) {
    const token = name.slice(6, 11);
    expect((await storage.upload(token, name, "the same bytes")).status).toBe(200);
  }
  await expect.poll(() => storage.files()).toHaveLength(before + 1);
  expect(await usageOf("user4")).toMatchObject({ objects: 2, usedBytes: 2 * UNIT });
  expect(await usageOf("user5")).toMatchObject({ objects: 1, usedBytes: UNIT });
});

test("an account can have a limit of its own, which the server alone sets", async () => {
  const set = (limitBytes: number | null) => setQuota("user6", limitBytes);
  expect(await (await set(5000)).json()).toMatchObject({ limitBytes: 5000, isOwnLimit: true });
  expect((await storage.upload("user6", "users/user6/a", bytes(4990))).status).toBe(402);
  expect((await storage.upload("user6", "users/user6/a", bytes(10))).status).toBe(200);
  await set(500);
  // Below what is used already: nothing is lost, and nothing comes.
  expect((await storage.upload("user6", "users/user6/b", bytes(1))).status).toBe(402);
  expect(await usageOf("user6")).toMatchObject({ usedBytes: UNIT, limitBytes: 500 });
  expect(await (await set(null)).json()).toMatchObject({
    limitBytes: 10 * UNIT,
    isOwnLimit: false,
  });
  expect((await storage.upload("user6", "users/user6/b", bytes(500))).status).toBe(200);

  const asClient = (token: string, path: string, more: RequestInit = {}) =>
    fetch(`${storage.origin}/v0/b/test-bucket/usage${path}`, {
      ...more,
      headers: { authorization: `Firebase ${token}` },
    });
  expect(await (await asClient("user6", "/user6")).json()).toMatchObject({ usedBytes: 2 * UNIT });
  expect((await asClient("user6", "/user5")).status).toBe(403);
  expect((await asClient("user6", "")).status).toBe(403);
  expect((await asClient("user6", "/user6", limit(5000))).status).toBe(403);
});

test("the site's limit holds for everyone, also for the server", async () => {
  const leftBytes = SITE_BYTES - (await usageOf("")).usedBytes;
  expect(await usageOf("")).toMatchObject({ uid: "", limitBytes: SITE_BYTES });
  expect((await storage.upload("user9", "users/user9/a", bytes(leftBytes))).status).toBe(402);
  expect((await storage.adminUpload("open/site", bytes(leftBytes))).status).toBe(402);
  expect((await storage.adminUpload("open/site", bytes(leftBytes - 1000))).status).toBe(200);
  expect((await storage.adminUpload("open/site2", "x")).status).toBe(402);
  await remove("open/site");
});

test("who announces much and sends nothing keeps nobody from the site's space", async () => {
  const leftBytes = SITE_BYTES - (await usageOf("")).usedBytes;
  const names = Array.from({ length: 5 }, (_, index) => `users/user9/announced ${index}`);
  const size = leftBytes - 4 * UNIT;
  const begun = await Promise.all(names.map((name) => beginUpload(storage, "user9", name, size)));
  expect((await storage.upload("ada", "users/ada/small", bytes(2000))).status).toBe(200);
  expect((await begun[0]?.send("upload", 0, bytes(size / 2)))?.[0]).toBe(200);
  // What came counts, and so the rest of another one has no room any more.
  const other = begun[1];
  expect((await other?.send("upload", 0, bytes(size / 4)))?.[0]).toBe(402);
  expect((await storage.upload("ada", "users/ada/small", bytes(size / 2))).status).toBe(402);
  expect(await begun[0]?.send("upload, finalize", size / 2, bytes(size / 2))).toEqual([
    200,
    "final",
    null,
  ]);
  expect((await usageOf("")).usedBytes).toBeLessThanOrEqual(SITE_BYTES);
  // Nothing of it was lost, and nothing that was not let in is on the disk.
  expect(await other?.send("query")).toEqual([200, "active", "0"]);
  await remove("users/user9/announced 0");
  expect((await other?.send("upload", 0, bytes(size / 4)))?.[0]).toBe(200);
  for (const { send } of begun.slice(1)) await send("cancel");
  await remove("users/ada/small");
});

test("an object counts with its metadata, and is not made larger over the limit", async () => {
  const note = (count: number) => ({ note: bytes(count) });
  const put = (name: string, count: number) =>
    storage.upload("user10", `users/user10/${name}`, "", { metadata: note(count) });
  await setQuota("user10", 12_000);
  expect((await put("a", 7000)).status).toBe(200);
  expect((await usageOf("user10")).usedBytes).toBeGreaterThan(7000);
  expect((await put("b", 5000)).status).toBe(402);
  expect((await put("b", 4200)).status).toBe(200);
  expect((await patch("user10", "users/user10/b", note(6000))).status).toBe(402);
  expect((await patch("user10", "users/user10/b", note(4500))).status).toBe(200);
  expect((await patch("user10", "users/user10/a", note(1))).status).toBe(200);
  expect((await patch("user10", "users/user10/b", note(6000))).status).toBe(200);
  expect(await usageOf("user10")).toMatchObject(charged("WHERE owner = 'user10'"));
  expect((await usageOf("user10")).usedBytes).toBeLessThanOrEqual(12_000);
});

test("an upload whose answer was lost gives its room to the next try, and an idle one to another", async () => {
  const start = (name: string) => startUpload(storage, "user11", `users/user11/${name}`, 6 * UNIT);
  expect((await start("a")).status).toBe(200);
  // It may be that of another tab.
  nowMs += 59_999;
  expect((await start("a")).status).toBe(402);
  nowMs += 1;
  const again = await beginUpload(storage, "user11", "users/user11/a", 6 * UNIT);
  const reserved = (await usageOf("user11")).reservedBytes;
  expect(reserved).toBeLessThan(7 * UNIT);
  expect((await start("b")).status).toBe(402);
  expect((await again.send("query"))[0]).toBe(200);
  nowMs += HOUR_MS;
  const other = await beginUpload(storage, "user11", "users/user11/b", 6 * UNIT);
  expect((await again.send("query"))[0]).toBe(404);
  await other.send("upload", 0, "x");
  nowMs += HOUR_MS - 1;
  expect((await start("b")).status).toBe(402);
  nowMs += 1;
  expect((await start("c")).status).toBe(200);
  expect((await other.send("query"))[0]).toBe(404);
  expect(await usageOf("user11")).toMatchObject({ objects: 0, reservedBytes: reserved });
});

test("an upload of which half is there gives way after a day only, and one with less goes first", async () => {
  const begin = (name: string, units: number) =>
    beginUpload(storage, "user12", `users/user12/${name}`, units * UNIT);
  const start = async (name: string, units: number) =>
    (await startUpload(storage, "user12", `users/user12/${name}`, units * UNIT)).status;
  await setQuota("user12", 10 * UNIT);
  const whole = await begin("whole", 2);
  const half = await begin("half", 2);
  const few = await begin("few", 2);
  const empty = await begin("empty", 2);
  await whole.send("upload", 0, bytes(2 * UNIT));
  await half.send("upload", 0, bytes(UNIT));
  await few.send("upload", 0, bytes(UNIT - 1));
  const states = async () =>
    Promise.all([whole, half, few, empty].map(async ({ send }) => (await send("query"))[0]));
  nowMs += HOUR_MS;
  expect(await start("a", 2)).toBe(200);
  expect(await states()).toEqual([200, 200, 200, 404]);
  expect(await start("b", 2)).toBe(200);
  expect(await states()).toEqual([200, 200, 404, 404]);
  expect(await start("whole", 2)).toBe(402);
  nowMs += 23 * HOUR_MS - 1;
  // Those that were begun later, and of which nothing came, are all that give way.
  expect(await start("c", 5)).toBe(200);
  expect(await states()).toEqual([200, 200, 404, 404]);
  expect(await start("whole", 2)).toBe(402);
  nowMs += 1;
  expect(await start("d", 2)).toBe(200);
  expect((await states()).filter((status) => status === 200)).toHaveLength(1);
});

test("a disk that has little left refuses before a byte is sent", async () => {
  const before = storage.files();
  await using low = await openStorage({ keepFreeBytes: 2 ** 52 });
  const answer = await startUpload(low, "ada", "users/ada/a", 1);
  expect([answer.status, await answer.text()]).toEqual([
    402,
    expect.stringContaining("The server's disk is nearly full."),
  ]);
  expect((await low.upload("ada", "users/ada/a")).status).toBe(402);
  expect((await low.adminUpload("open/a", "x")).status).toBe(402);
  expect(low.files()).toEqual([]);
  // More than any disk has, but counted as it is.
  expect((await startUpload(storage, "user9", "users/user9/a", 2 ** 48)).status).toBe(402);
  await expect.poll(() => storage.files()).toEqual(before);
});

test("after any steps what is counted is what is there", async () => {
  const random = createRandom(11);
  const users = ["user7", "user8", null];
  const open: { send: SendCommand; size: number }[] = [];
  const statuses = new Set<number>();
  for (let step = 0; step < 150; step++) {
    const owner = users[random(3)] ?? null;
    const name = `open/steps/${random(6)}`;
    const size = random(12_000);
    const action = random(6);
    if (action < 2) {
      statuses.add((await storage.upload(owner, name, bytes(size))).status);
    } else if (action === 2) {
      await remove(name);
    } else if (action === 3) {
      const isRoom = owner !== null && sumOf(await usageOf(owner)) + size <= 8 * UNIT;
      if (!isRoom) continue;
      open.push({ ...(await beginUpload(storage, owner, name, size)), size });
    } else if (action === 4) {
      await patch("user9", name, { note: bytes(random(7000)) });
    } else {
      const ended = open.shift();
      if (ended === undefined) continue;
      const isDone = random(2) === 0;
      if (isDone) await ended.send("upload, finalize", 0, bytes(ended.size));
      else await ended.send("cancel");
    }
  }
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 402]);
  for (const uid of ["user7", "user8"]) {
    expect(await usageOf(uid)).toMatchObject(charged(`WHERE owner = '${uid}'`));
  }
  expect(await usageOf("")).toMatchObject(charged(""));
});

function sumOf({ usedBytes, reservedBytes }: Usage): number {
  return usedBytes + reservedBytes;
}
