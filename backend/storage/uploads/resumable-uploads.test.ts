import { type UploadTask, getBytes, ref, uploadBytesResumable } from "firebase/storage";
import { afterAll, expect, test } from "vitest";
import { StoreError } from "../../sqlite/index.ts";
import { openStorage } from "../testing/open-storage.ts";
import { createRandom } from "../testing/random.ts";
import { beginUpload, startUpload } from "../testing/resumable.ts";

const storage = await openStorage();
afterAll(() => storage[Symbol.asyncDispose]());

const contentOf = async (name: string) =>
  (await storage.ask(null, `/${encodeURIComponent(name)}?alt=media`)).text();

/** What an earlier test left may go meanwhile. */
const newFiles = (before: readonly string[]) =>
  storage.files().filter((file) => !before.includes(file));

test("the SDK uploads a large file in chunks", async () => {
  const random = createRandom(3);
  const content = new Uint8Array(1_500_000).map(() => random(256));
  const file = ref(storage.sdk, "open/large.bin");
  const states: number[] = [];
  const task: UploadTask = uploadBytesResumable(file, content, {
    contentType: "image/png",
    customMetadata: { a: "b" },
  });
  task.on("state_changed", ({ bytesTransferred }) => states.push(bytesTransferred));
  const { metadata } = await task;
  expect(metadata).toMatchObject({
    size: content.length,
    contentType: "image/png",
    customMetadata: { a: "b" },
  });
  expect(Buffer.compare(Buffer.from(await getBytes(file)), content)).toBe(0);
  expect(new Set(states).size).toBeGreaterThan(2);
});

test("the SDK is told that a large file is refused before it sends it", async () => {
  const before = storage.files();
  const task = uploadBytesResumable(ref(storage.sdk, "small/large"), new Uint8Array(300_000));
  await expect(task).rejects.toMatchObject({ code: "storage/unauthorized" });
  await expect.poll(() => newFiles(before)).toEqual([]);
});

test("an upload goes on where it was", async () => {
  const { send } = await beginUpload(storage, null, "open/a", 10);
  expect(await send("query")).toEqual([200, "active", "0"]);
  expect(await send("upload", 0, "01234")).toEqual([200, "active", null]);
  expect(await send("query")).toEqual([200, "active", "5"]);
  // A chunk that came already, one that leaves a gap, an end that comes too early: the SDK asks and goes on.
  expect((await send("upload", 0, "01234"))[0]).toBe(503);
  expect((await send("upload", 7, "789"))[0]).toBe(503);
  expect((await send("finalize"))[0]).toBe(503);
  expect((await send("upload, finalize", 5, "567"))[0]).toBe(503);
  expect(await send("query")).toEqual([200, "active", "8"]);
  expect(await send("upload, finalize", 8, "89")).toEqual([200, "final", null]);
  expect(await contentOf("open/a")).toBe("0123456789");
});

test("who lost the last answer can ask for it again, and nothing can be added", async () => {
  const { send } = await beginUpload(storage, null, "open/again", 3);
  expect(await send("upload", 0, "abc")).toEqual([200, "active", null]);
  expect(await send("finalize")).toEqual([200, "final", null]);
  expect(await send("query")).toEqual([200, "final", "3"]);
  expect(await send("finalize")).toEqual([200, "final", null]);
  expect((await send("upload", 3, "x"))[0]).toBe(503);
  expect((await send("cancel"))[0]).toBe(400);
  expect((await send("finalize", 0, "", "bob"))[0]).toBe(403);
  await storage.upload(null, "open/again", "other");
  expect((await send("finalize"))[0]).toBe(404);
  expect(await contentOf("open/again")).toBe("other");
});

test("what others made of an object since is not told to who uploaded it, when the rules do not let him read it any more", async () => {
  const document = { path: "memberships/chat_club_ada" };
  await storage.sqlite.write("test.addDocument", document);
  const { send } = await beginUpload(storage, "ada", "chat/club/a", 1);
  expect(await send("upload, finalize", 0, "x")).toEqual([200, "final", null]);
  await storage.sqlite.write("test.removeDocument", document);
  expect((await send("finalize"))[0]).toBe(200);
  const url = "http://local/v0/b/test-bucket/o/chat%2Fclub%2Fa";
  const body = JSON.stringify({ metadata: { secret: "of the club" } });
  await storage.service.adminFetch(new Request(url, { method: "PATCH", body }));
  expect((await send("finalize"))[0]).toBe(403);
  await storage.sqlite.write("test.addDocument", document);
  expect((await send("finalize"))[0]).toBe(200);
});

test("more than was announced is refused, and what came before stays", async () => {
  const { send } = await beginUpload(storage, null, "small/a", 10);
  expect((await send("upload, finalize", 0, "0123456789x"))[0]).toBe(400);
  expect(await send("query")).toEqual([200, "active", "0"]);
  expect((await storage.ask("ada", "/small%2Fa")).status).toBe(403);
  for (const size of ["", "-1", "1e3", "x"]) {
    expect((await startUpload(storage, null, "open/a", size)).status).toBe(411);
  }
});

test("an upload belongs to the account that began it", async () => {
  const { send } = await beginUpload(storage, "ada", "users/ada/a", 1);
  for (const other of ["bob", null]) {
    expect((await send("query", 0, "", other))[0]).toBe(403);
    expect((await send("upload, finalize", 0, "x", other))[0]).toBe(403);
    expect((await send("cancel", 0, "", other))[0]).toBe(403);
  }
  expect((await send("upload, finalize", 0, "x"))[1]).toBe("final");
  const unknown = await storage.ask("ada", "?upload_id=00000000-0000-0000-0000-000000000000", {
    method: "POST",
    headers: { "x-goog-upload-command": "query" },
  });
  expect(unknown.status).toBe(404);
});

test("the rules are asked again at the end, and a refusal leaves nothing", async () => {
  const document = { path: "memberships/chat_lobby_ada" };
  await storage.sqlite.write("test.addDocument", document);
  const before = storage.files();
  const { send } = await beginUpload(storage, "ada", "chat/lobby/a", 1);
  await storage.sqlite.write("test.removeDocument", document);
  expect((await send("upload, finalize", 0, "x"))[0]).toBe(403);
  expect((await send("query"))[0]).toBe(404);
  await expect.poll(() => newFiles(before)).toEqual([]);
});

test("a content that is not what its md5Hash says leaves nothing", async () => {
  const before = storage.files();
  const md5Hash = "1B2M2Y8AsgTpgAmY7PhCfg==";
  const { send } = await beginUpload(storage, null, "open/md5", 1, { md5Hash });
  expect((await send("upload, finalize", 0, "x"))[0]).toBe(400);
  expect((await send("query"))[0]).toBe(404);
  await expect.poll(() => newFiles(before)).toEqual([]);
});

test("when nobody knows whether the store has saved, nothing of an upload is lost and nothing is held", async () => {
  const { sqlite } = storage;
  const write = sqlite.write.bind(sqlite);
  /** The next `name` fails like this, `before` it is done or after. */
  function failOnce(name: string, when: "before" | "after"): void {
    sqlite.write = (async (...args: Parameters<typeof write>) => {
      if (args[0] !== name) return write(...args);
      sqlite.write = write;
      if (when === "after") await write(...args);
      throw new StoreError("store-failed", "The disk did not answer.");
    }) as typeof write;
  }
  const { send } = await beginUpload(storage, "user5", "users/user5/unsure", 3);
  expect((await send("upload", 0, "abc"))[0]).toBe(200);
  failOnce("storage.put", "before");
  expect((await send("finalize"))[0]).toBe(503);
  expect(await send("query")).toEqual([200, "active", "3"]);
  expect(await send("finalize")).toEqual([200, "final", null]);
  const media = await storage.ask("user5", "/users%2Fuser5%2Funsure?alt=media");
  expect(await media.text()).toBe("abc");

  const files = storage.files();
  failOnce("storage.beginUpload", "after");
  expect((await startUpload(storage, "user5", "users/user5/lost", 9000)).status).toBe(503);
  const url = "http://local/v0/b/test-bucket/usage/user5";
  const usage = await storage.service.adminFetch(new Request(url));
  expect(await usage.json()).toMatchObject({ objects: 1, reservedBytes: 0 });
  await expect.poll(() => storage.files()).toEqual(files);
});

test("of a deleted account uploads end, and the links to what is private", async () => {
  const { send } = await beginUpload(storage, "user6", "users/user6/half", 10);
  await send("upload", 0, "x");
  const links: string[] = [];
  for (const name of ["users/user6/a", "public/user6"]) {
    await storage.upload("user6", name);
    const path = `/${encodeURIComponent(name)}`;
    await storage.ask("user6", `${path}?create_token=true`, { method: "POST" });
    const metadata = await (await storage.ask("user6", path)).json();
    const { downloadTokens } = metadata as { downloadTokens: string };
    links.push(`${path}?alt=media&token=${downloadTokens.split(",").at(-1)}`);
  }
  storage.service.endAccount("user6");
  await expect.poll(async () => (await send("query"))[0]).toBe(404);
  const statuses = links.map(async (link) => (await storage.ask(null, link)).status);
  expect(await Promise.all(statuses)).toEqual([403, 200]);
  expect((await storage.ask("user6", "/users%2Fuser6%2Fa?alt=media")).status).toBe(200);
});

test("a request that was under way when its account was deleted leaves nothing", async () => {
  const before = storage.files();
  const authorization = "Firebase user7";
  const send = (
    query: string,
    headers: Record<string, string>,
    parts: string[],
    ending = "end",
  ) => {
    const { promise: end, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: hangs, resolve: hang } = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const part = parts.shift();
          if (part !== undefined) return controller.enqueue(Buffer.from(part));
          hang();
          await end;
          controller.enqueue(Buffer.from(ending));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const url = `${storage.origin}/v0/b/test-bucket/o?${query}`;
    const init = { method: "POST", headers: { authorization, ...headers }, body, duplex: "half" };
    const facts = { client: "127.0.0.1", origin: storage.origin };
    const answer = storage.service.fetch(new Request(url, init), facts);
    return { hangs, goOn, answer };
  };
  const raw = { "content-type": "text/plain", "x-goog-upload-protocol": "raw" };
  const begun = await Promise.all(
    [6, 6, 9].map((size) => beginUpload(storage, "user7", `public/ended ${size}`, size)),
  );
  const piece = { "x-goog-upload-offset": "0", "x-goog-upload-command": "upload" };
  const last = { ...piece, "x-goog-upload-command": "upload, finalize" };
  const start = {
    "x-goog-upload-protocol": "resumable",
    "x-goog-upload-command": "start",
    "x-goog-upload-header-content-length": "5",
  };
  const hanging = [
    send("name=public/raw", { ...raw, "content-length": "6" }, ["abc"]),
    send(`upload_id=${begun[0]?.id}`, last, ["abc"]),
    send(`upload_id=${begun[1]?.id}`, piece, ["abc"]),
    send(`upload_id=${begun[2]?.id}`, piece, ["abc"]),
    // It has begun nothing yet.
    send("name=public/late", start, ['{"contentType":"'], '"}'),
  ];
  await Promise.all(hanging.map(({ hangs }) => hangs));
  storage.service.endAccount("user7");
  await expect.poll(async () => (await begun[0]?.send("query"))?.[0]).toBe(404);
  for (const { goOn } of hanging) goOn();
  const statuses = hanging.map(async ({ answer }) => (await answer).status);
  expect(await Promise.all(statuses)).toEqual([404, 404, 404, 404, 401]);
  await expect.poll(() => newFiles(before)).toEqual([]);
  const usage = new Request("http://local/v0/b/test-bucket/usage/user7");
  expect(await (await storage.service.adminFetch(usage)).json()).toMatchObject({
    objects: 0,
    reservedBytes: 0,
  });
});

test("what is cancelled leaves nothing", async () => {
  const before = storage.files();
  const { send } = await beginUpload(storage, null, "open/cancelled", 5);
  await send("upload", 0, "x");
  await expect.poll(() => storage.files()).toHaveLength(before.length + 1);
  expect(await send("cancel")).toEqual([200, "cancelled", null]);
  expect((await send("query"))[0]).toBe(404);
  await expect.poll(() => newFiles(before)).toEqual([]);
});

test("a second request of an upload is refused while the first is under way", async () => {
  const { id, send } = await beginUpload(storage, null, "open/busy", 2);
  const { promise: second, resolve: sendSecond } = Promise.withResolvers<void>();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from("a"));
      await second;
      controller.enqueue(Buffer.from("b"));
      controller.close();
    },
  });
  const headers = { "x-goog-upload-command": "upload, finalize", "x-goog-upload-offset": "0" };
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  const url = `${storage.origin}/v0/b/test-bucket/o?upload_id=${id}`;
  const first = storage.service.fetch(new Request(url, init), {
    client: "127.0.0.1",
    origin: storage.origin,
  });
  await expect.poll(async () => (await send("upload", 1, "b"))[0]).toBe(503);
  expect((await send("cancel"))[0]).toBe(503);
  expect(await send("query")).toEqual([200, "active", "0"]);
  sendSecond();
  expect((await first).status).toBe(200);
  expect(await contentOf("open/busy")).toBe("ab");
});

test("what came of a request that broke off is kept", async () => {
  const { id, send } = await beginUpload(storage, null, "open/broken", 600_000);
  const content = new Uint8Array(600_000).fill(7);
  const headers = { "x-goog-upload-command": "upload, finalize", "x-goog-upload-offset": "0" };
  const body = streamOf(content, 400_000);
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  const url = `${storage.origin}/v0/b/test-bucket/o?upload_id=${id}`;
  await storage.service.fetch(new Request(url, init), {
    client: "127.0.0.1",
    origin: storage.origin,
  });
  expect(await send("query")).toEqual([200, "active", "400000"]);
  expect(await send("upload, finalize", 400_000, content.slice(400_000))).toEqual([
    200,
    "final",
    null,
  ]);
  expect((await contentOf("open/broken")).length).toBe(600_000);
});

/** Breaks off after `bytes`. */
function streamOf(content: Uint8Array, bytes: number) {
  let isSent = false;
  return new ReadableStream({
    pull(controller) {
      if (isSent) return controller.error(new Error("The line is cut."));
      isSent = true;
      controller.enqueue(content.slice(0, bytes));
    },
  });
}
