import { type UploadTask, getBytes, ref, uploadBytesResumable } from "firebase/storage";
import { expect, test } from "vitest";
import { createRandom } from "../testing/random.ts";
import { openStorage } from "../testing/open-storage.ts";

type Storage = Awaited<ReturnType<typeof openStorage>>;

function start(storage: Storage, token: string | null, name: string, size: number | string) {
  return storage.ask(token, `?name=${encodeURIComponent(name)}`, {
    method: "POST",
    headers: {
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": "start",
      "x-goog-upload-header-content-length": String(size),
      "x-goog-upload-header-content-type": "text/plain",
    },
    body: JSON.stringify({ name }),
  });
}

async function begin(storage: Storage, token: string | null, name: string, size: number) {
  const response = await start(storage, token, name, size);
  expect([response.status, response.headers.get("x-goog-upload-status")]).toEqual([200, "active"]);
  const url = response.headers.get("x-goog-upload-url") ?? "";
  expect(url.startsWith(`${storage.origin}/v0/b/test-bucket/o?`)).toBe(true);
  return async (command: string, offset = 0, body = "", sender = token) => {
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "x-goog-upload-command": command,
        "x-goog-upload-offset": String(offset),
        ...(sender !== null && { authorization: `Firebase ${sender}` }),
      },
      body,
    });
    const { headers } = answer;
    await answer.text();
    return [
      answer.status,
      headers.get("x-goog-upload-status"),
      headers.get("x-goog-upload-size-received"),
    ];
  };
}

test("the SDK uploads a large file in chunks", async () => {
  await using storage = await openStorage();
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
  expect(storage.files()).toHaveLength(1);
});

test("the SDK is told that a large file is refused before it sends it", async () => {
  await using storage = await openStorage();
  const task = uploadBytesResumable(ref(storage.sdk, "small/large"), new Uint8Array(300_000));
  await expect(task).rejects.toMatchObject({ code: "storage/unauthorized" });
  expect(storage.files()).toEqual([]);
});

test("an upload goes on where it was, and its end can be asked for again", async () => {
  await using storage = await openStorage();
  const send = await begin(storage, null, "open/a", 10);
  expect(await send("query")).toEqual([200, "active", "0"]);
  expect(await send("upload", 0, "01234")).toEqual([200, "active", null]);
  expect(await send("query")).toEqual([200, "active", "5"]);
  // A chunk that came already, one that leaves a gap, one that is too long.
  expect((await send("upload", 0, "01234"))[0]).toBe(400);
  expect((await send("upload", 7, "789"))[0]).toBe(400);
  expect((await send("finalize"))[0]).toBe(400);
  expect(await send("upload, finalize", 5, "56789")).toEqual([200, "final", null]);
  expect(await send("query")).toEqual([200, "final", "10"]);
  expect((await send("upload", 10, "x"))[0]).toBe(400);
  const media = await storage.ask(null, "/open%2Fa?alt=media");
  expect(await media.text()).toBe("0123456789");
});

test("more than was announced is refused", async () => {
  await using storage = await openStorage();
  const send = await begin(storage, null, "small/a", 10);
  expect((await send("upload, finalize", 0, "0123456789x"))[0]).toBe(400);
  expect((await storage.ask("ada", "/small%2Fa")).status).toBe(403);
  expect((await start(storage, null, "open/a", 2 ** 40)).status).toBe(413);
  for (const size of ["", "-1", "1e3", "x"]) {
    expect((await start(storage, null, "open/a", size)).status).toBe(411);
  }
});

test("an upload belongs to the account that began it", async () => {
  await using storage = await openStorage();
  const send = await begin(storage, "ada", "users/ada/a", 1);
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
  await using storage = await openStorage();
  const document = { path: "memberships/chat_lobby_ada" };
  await storage.sqlite.write("test.addDocument", document);
  const send = await begin(storage, "ada", "chat/lobby/a", 1);
  await storage.sqlite.write("test.removeDocument", document);
  expect((await send("upload, finalize", 0, "x"))[0]).toBe(403);
  expect((await send("query"))[0]).toBe(404);
  expect(storage.files()).toEqual([]);
});

test("what is cancelled, idle or open at the end leaves nothing", async () => {
  let now = 0;
  await using storage = await openStorage({ clock: () => now });
  const cancelled = await begin(storage, null, "open/a", 5);
  await cancelled("upload", 0, "x");
  expect(await cancelled("cancel")).toEqual([200, "cancelled", null]);
  expect((await cancelled("query"))[0]).toBe(404);
  expect(storage.files()).toEqual([]);

  const idle = await begin(storage, null, "open/a", 5);
  await idle("upload", 0, "x");
  now += 15 * 60 * 1000;
  await begin(storage, null, "open/b", 5);
  expect((await idle("query"))[0]).toBe(404);
  expect(storage.files()).toHaveLength(1);

  await storage.service.close();
  expect(storage.files()).toEqual([]);
});

test("the number of open uploads is bounded for each account, finished ones make room", async () => {
  await using storage = await openStorage();
  for (let count = 0; count < 15; count++) await begin(storage, "ada", "users/ada/a", 5);
  for (let count = 0; count < 3; count++) {
    const send = await begin(storage, "ada", "users/ada/a", 1);
    expect((await send("upload, finalize", 0, "x"))[1]).toBe("final");
  }
  await begin(storage, "ada", "users/ada/a", 5);
  expect((await start(storage, "ada", "users/ada/a", 5)).status).toBe(503);
  await begin(storage, "bob", "users/bob/a", 5);
});

test("asking how far an upload is does not keep it; going on does", async () => {
  let now = 0;
  await using storage = await openStorage({ clock: () => now });
  const asked = await begin(storage, "ada", "users/ada/a", 5);
  const used = await begin(storage, "ada", "users/ada/b", 5);
  now += 10 * 60 * 1000;
  expect((await asked("query"))[0]).toBe(200);
  expect((await used("upload", 0, "x"))[0]).toBe(200);
  now += 10 * 60 * 1000;
  await begin(storage, "bob", "users/bob/a", 5);
  expect((await asked("query"))[0]).toBe(404);
  expect((await used("query"))[2]).toBe("1");
});

test("when all places are taken, the oldest waiting upload of who has most makes room", async () => {
  let now = 0;
  await using storage = await openStorage({ clock: () => now });
  const firsts: Awaited<ReturnType<typeof begin>>[] = [];
  for (let user = 1; user <= 9; user++) {
    // The last two have fewer than the others.
    for (let count = 0; count < (user < 8 ? 16 : 8); count++) {
      now += 1;
      const send = await begin(storage, `user${user}`, `users/user${user}/a`, 5);
      if (count === 0) firsts.push(send);
    }
  }
  expect(storage.files()).toHaveLength(128);
  // Used last, so that the second one of this user is the oldest.
  expect((await firsts[0]?.("upload", 0, "x"))?.[0]).toBe(200);
  const late = await begin(storage, "ada", "users/ada/a", 1);
  expect((await late("upload, finalize", 0, "x"))[1]).toBe("final");
  expect((await firsts[0]?.("query"))?.[2]).toBe("1");
  for (const send of firsts.slice(7)) expect((await send("query"))[0]).toBe(200);
  expect(storage.files()).toHaveLength(128);
  // Whoever has as many as anybody drops nobody else's.
  await begin(storage, "ada", "users/ada/b", 5);
  expect((await start(storage, "user2", "users/user2/a", 5)).status).toBe(503);
});
