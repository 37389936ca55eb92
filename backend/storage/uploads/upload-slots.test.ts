import { ReadableStream } from "node:stream/web";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { holderOf } from "./upload-calls.ts";
import { type OpenStorage, multipart, openStorage } from "../testing/open-storage.ts";
import { beginUpload } from "../testing/resumable.ts";
import { createUploadSlots } from "./upload-slots.ts";

const ada = { uid: "ada", token: {} };

const clock = { nowMs: 0 };

/** Uploads that wait for their next chunk until they are told to go on. */
function openSlots() {
  const slots = createUploadSlots({ nowMs: () => clock.nowMs });
  return (holder: string, network: string) => {
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const sent: Uint8Array[] = [];
    let wake = () => {};
    async function* chunks() {
      for (;;) {
        const next = sent.shift();
        if (next !== undefined) yield next;
        else if (await Promise.race([promise.then(() => true), woken()])) return;
      }
    }
    const woken = () => new Promise<false>((resolve) => (wake = () => resolve(false)));
    const work = async (passed: AsyncIterable<Uint8Array>) => {
      let bytes = 0;
      for await (const chunk of passed) bytes += chunk.length;
      return bytes;
    };
    const outcome = slots({ holder, network }, chunks(), work).catch(
      (error: Error) => error.constructor.name,
    );
    const send = (bytes: number) => {
      sent.push(new Uint8Array(bytes));
      wake();
    };
    return { outcome, end, send };
  };
}

/** What has been decided by now; undefined while an upload goes on. */
const now = (upload: { outcome: Promise<unknown> }) =>
  Promise.race([upload.outcome, setImmediate(undefined)]);

test("a holder has eight places, and what ends gives its place back", async () => {
  const begin = openSlots();
  const held = Array.from({ length: 8 }, () => begin("a", "net"));
  expect(await begin("a", "net").outcome).toBe("NoPlaceError");
  expect(await begin("a", "other net").outcome).toBe("NoPlaceError");
  const first = held[0];
  first?.send(5);
  first?.end();
  expect(await first?.outcome).toBe(5);
  expect(await now(begin("a", "net"))).toBeUndefined();
  for (let i = 0; i < 130; i++) {
    const slots = createUploadSlots({ nowMs: () => 0 });
    const failing = () => Promise.reject(new Error("broke off"));
    const place = { holder: "b", network: "net" };
    await expect(slots(place, ReadableStream.from([]), failing)).rejects.toThrow("broke off");
  }
});

test("of a network that has 16 the one with most gives way to who has fewer there", async () => {
  const begin = openSlots();
  clock.nowMs = 0;
  const [slow, fast] = [begin("a", "net"), begin("a", "net")];
  const rest = Array.from({ length: 14 }, (_, i) => begin(i < 6 ? "a" : "b", "net"));
  clock.nowMs = 29_999;
  expect(await begin("few", "net").outcome).toBe("NoPlaceError");
  clock.nowMs = 30_000;
  for (const { send } of [fast, ...rest]) send(1000);
  await now(fast);
  expect(await begin("b", "net").outcome).toBe("NoPlaceError");
  const few = begin("few", "net");
  expect(await slow.outcome).toBe("GaveWayError");
  for (const upload of [few, fast, ...rest]) expect(await now(upload)).toBeUndefined();
  expect(await now(begin("elsewhere", "other net"))).toBeUndefined();
});

test("when all 128 places are taken, the slowest of the network with most gives way, and nobody's who has few", async () => {
  const begin = openSlots();
  clock.nowMs = 0;
  const lone = Array.from({ length: 16 }, (_, i) => begin(`lone ${i}`, `lone net ${i}`));
  const crowds = Array.from({ length: 112 }, (_, i) =>
    begin(`account ${Math.floor(i / 2)}`, `net ${i % 7}`),
  );
  clock.nowMs = 60_000;
  const newcomers = Array.from({ length: 20 }, (_, i) => begin(`new ${i}`, `new net ${i}`));
  for (const upload of [...lone, ...newcomers]) expect(await now(upload)).toBeUndefined();
  const ended = await Promise.all(crowds.map(now));
  expect(ended.filter((outcome) => outcome === "GaveWayError")).toHaveLength(20);
});

test("where nobody has more than one, the slowest of those that were seen for a while gives way", async () => {
  const begin = openSlots();
  clock.nowMs = 0;
  const slow = begin("slow", "net of slow");
  const others = Array.from({ length: 120 }, (_, i) => begin(`${i}`, `net ${i}`));
  clock.nowMs = 40_000;
  for (const { send } of others) send(10);
  const fresh = Array.from({ length: 7 }, (_, i) => begin(`fresh ${i}`, `fresh net ${i}`));
  await now(slow);
  const late = begin("late", "late net");
  expect(await slow.outcome).toBe("GaveWayError");
  for (const upload of [late, ...fresh, ...others]) expect(await now(upload)).toBeUndefined();
  for (const { send } of [late, ...others]) send(1_000_000);
  await now(late);
  expect(await begin("too late", "its net").outcome).toBe("NoPlaceError");
});

test("uploads are counted for the account, and for the address of who has none", () => {
  const holders = [
    holderOf(ada, "10.0.0.1"),
    holderOf(ada, "10.0.0.2"),
    holderOf({ uid: "10.0.0.1", token: {} }, "10.0.0.1"),
    holderOf(null, "10.0.0.1"),
    holderOf(null, "10.0.0.2"),
    holderOf("admin", ""),
  ];
  expect(new Set(holders).size).toBe(5);
  expect(holders[0]).toBe(holders[1]);
});

test("who holds uploads open keeps nobody else from uploading", async () => {
  await using storage = await openStorage();
  const held = Array.from({ length: 12 }, (_, i) => holdUpload(storage, "ada", `users/ada/${i}`));
  // Those beyond the share are refused, the others wait for their bodies.
  const statuses = held.map(async ({ answer }) => (await answer).status);
  for (const { end } of held.slice(8)) end();
  await expect.poll(() => storage.files()).toHaveLength(8);
  expect((await storage.upload("ada", "users/ada/x")).status).toBe(503);
  expect((await storage.upload("bob", "users/bob/x")).status).toBe(200);
  for (const { end } of held) end();
  expect((await Promise.all(statuses)).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 8 }, () => 200),
    ...Array.from({ length: 4 }, () => 503),
  ]);
  expect((await storage.upload("ada", "users/ada/x")).status).toBe(200);
});

test("a network's slow uploads make room for an account that has none, and lose nothing of what came", async () => {
  let nowMs = Date.now();
  await using storage = await openStorage({ clock: () => nowMs });
  const { id, send } = await beginUpload(storage, "user1", "users/user1/long", 1_000_000);
  const { promise: never } = Promise.withResolvers<void>();
  async function* part() {
    yield new Uint8Array(300_000);
    await never;
  }
  const long = sendStream(storage, "user1", `?upload_id=${id}`, part(), {
    "x-goog-upload-command": "upload",
    "x-goog-upload-offset": "0",
  });
  await expect.poll(async () => (await send("upload", 0, "x"))[0]).toBe(503);
  const held = Array.from({ length: 15 }, (_, i) => {
    const user = i < 7 ? "user1" : "user2";
    return holdUpload(storage, user, `users/${user}/${i}`);
  });
  await expect.poll(() => storage.files()).toHaveLength(16);
  const refused = await storage.upload("bob", "users/bob/x");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
  nowMs += 30_000;
  expect((await storage.upload("bob", "users/bob/x")).status).toBe(200);
  const ended = await Promise.race([long, ...held.map(({ answer }) => answer)]);
  expect([ended.status, ended.headers.get("connection")]).toEqual([503, "close"]);
  for (const user of ["user3", "user4", "user5", "user6", "user7", "user8", "user9", "user10"]) {
    expect((await storage.upload(user, `users/${user}/x`)).status).toBe(200);
  }
  for (const { end } of held) end();
  await Promise.all(held.map(({ answer }) => answer));
  await storage.service.close();
  await long;
});

/** All of the body but its end, which comes with `end`. */
function holdUpload(storage: OpenStorage, token: string, name: string) {
  const { headers, body } = multipart("content");
  const { promise, resolve: end } = Promise.withResolvers<void>();
  async function* send() {
    yield body.subarray(0, -16);
    await promise;
    yield body.subarray(-16);
  }
  const more = { ...headers, "content-length": String(body.length) };
  const answer = sendStream(storage, token, `?name=${encodeURIComponent(name)}`, send(), more);
  return { answer, end };
}

function sendStream(
  { service, origin }: OpenStorage,
  token: string,
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  headers: Record<string, string>,
): Promise<Response> {
  const init = {
    method: "POST",
    headers: { ...headers, authorization: `Firebase ${token}` },
    body: ReadableStream.from(chunks),
    duplex: "half",
    // Streams as bodies need `duplex`; the types of the browser do not know it.
  } as RequestInit;
  const request = new Request(`${origin}/v0/b/test-bucket/o${path}`, init);
  return service.fetch(request, { client: "127.0.0.1", origin });
}
