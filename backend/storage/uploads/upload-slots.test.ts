import { ReadableStream } from "node:stream/web";
import { expect, test } from "vitest";
import { holderOf } from "./resumable-uploads.ts";
import { multipart, openStorage } from "../testing/open-storage.ts";
import { createUploadSlots } from "./upload-slots.ts";

const ada = { uid: "ada", token: {} };

test("a holder has eight slots, all together have 64, and what fails gives its slot back", async () => {
  const slots = createUploadSlots();
  const { promise, resolve } = Promise.withResolvers<void>();
  const take = (holder: string) => slots(holder, () => promise);
  const taken = Array.from({ length: 8 }, () => take("a"));
  await expect(take("a")).rejects.toThrow("Too many uploads");
  for (let i = 0; i < 56; i++) taken.push(take(`b${i % 7}`));
  await expect(take("late")).rejects.toThrow("Too many uploads");
  resolve();
  await Promise.all(taken);
  for (let i = 0; i < 65; i++) {
    const failing = slots("a", () => Promise.reject(new Error("broke off")));
    await expect(failing).rejects.toThrow("broke off");
  }
  expect(await slots("a", () => Promise.resolve("done"))).toBe("done");
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

/** All of the body but its end, which comes with `end`. */
function holdUpload(
  { service, origin }: Awaited<ReturnType<typeof openStorage>>,
  token: string,
  name: string,
) {
  const { headers, body } = multipart("content");
  const { promise, resolve: end } = Promise.withResolvers<void>();
  async function* send() {
    yield body.subarray(0, -16);
    await promise;
    yield body.subarray(-16);
  }
  const init = {
    method: "POST",
    headers: {
      ...headers,
      authorization: `Firebase ${token}`,
      "content-length": String(body.length),
    },
    body: ReadableStream.from(send()),
    duplex: "half",
    // Streams as bodies need `duplex`; the types of the browser do not know it.
  } as RequestInit;
  const url = `${origin}/v0/b/test-bucket/o?name=${encodeURIComponent(name)}`;
  const answer = service.fetch(new Request(url, init), { client: "127.0.0.1", origin });
  return { answer, end };
}
