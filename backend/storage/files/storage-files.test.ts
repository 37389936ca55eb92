/** What is on the disk, and when. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { multipart, openStorage } from "../testing/open-storage.ts";
import { beginUpload, startUpload } from "../testing/resumable.ts";

const path = (name: string, query = "") => `/${encodeURIComponent(name)}${query}`;
const orphan = "ab".repeat(32);

test("objects, metadata and generations are there after a restart", async () => {
  using dir = createTempDir();
  const before = await (async () => {
    await using storage = await openStorage({ dir: dir.path });
    await storage.upload(null, "open/a", "kept", {
      contentType: "text/plain",
      metadata: { a: "b" },
    });
    return (await storage.ask(null, path("open/a"))).json();
  })();
  await using storage = await openStorage({ dir: dir.path });
  expect(await (await storage.ask(null, path("open/a"))).json()).toEqual(before);
  expect(await (await storage.ask(null, path("open/a", "?alt=media"))).text()).toBe("kept");
});

test("a start removes what a crash left and nothing else", async () => {
  using dir = createTempDir();
  const files = join(dir.path, "files");
  {
    await using storage = await openStorage({ dir: dir.path });
    await storage.upload(null, "open/a", "kept");
  }
  // Between rename and commit; in the middle of a body; something of the owner's.
  mkdirSync(join(files, "ab"), { recursive: true });
  writeFileSync(join(files, "ab", orphan), "orphan");
  writeFileSync(join(files, "incoming", "half"), "half");
  writeFileSync(join(files, "ab", "notes.txt"), "mine");
  await using storage = await openStorage({ dir: dir.path });
  expect(storage.files().filter((name) => name !== "notes.txt")).toHaveLength(1);
  await expect.poll(() => storage.files()).toContain("notes.txt");
  expect(await (await storage.ask(null, path("open/a", "?alt=media"))).text()).toBe("kept");
});

test("overwriting raises the generation and drops the old content", async () => {
  await using storage = await openStorage({ clock: () => 1000 });
  const generationOf = async (content: string) => {
    const body = (await (await storage.upload(null, "open/a", content)).json()) as {
      generation: string;
      metageneration: string;
    };
    expect(body.metageneration).toBe("1");
    return Number(body.generation);
  };
  const generations = [await generationOf("one"), await generationOf("two")];
  await expect.poll(() => storage.files()).toHaveLength(1);
  await storage.ask(null, path("open/a"), { method: "DELETE" });
  generations.push(await generationOf("three"));
  expect(generations).toEqual([1_000_000, 1_000_001, 1_000_002]);
});

test("a content that two objects have stays until both are gone", async () => {
  await using storage = await openStorage();
  await storage.upload(null, "open/a", "same");
  await storage.upload(null, "open/b", "same");
  await expect.poll(() => storage.files()).toHaveLength(1);
  await storage.ask(null, path("open/a"), { method: "DELETE" });
  expect(await (await storage.ask(null, path("open/b", "?alt=media"))).text()).toBe("same");
  // Refused after its bytes came: the other object's content is not touched.
  const wrong = await storage.ask(null, "?name=open/c&ifGenerationMatch=0", multipart("same"));
  expect(wrong.status).toBe(200);
  await storage.upload(null, "open/c", "other");
  await expect.poll(() => storage.files()).toHaveLength(2);
});

test("uploads and deletions of one content at once never lose a file", async () => {
  await using storage = await openStorage();
  const names = ["open/a", "open/b", "open/c"];
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      names.flatMap((name, index) => [
        storage.upload(null, name, "same"),
        storage.ask(null, path(names[(index + round) % 3] ?? name), { method: "DELETE" }),
        storage.upload(null, name, round % 2 === 0 ? "same" : `other ${index}`),
      ]),
    );
    for (const name of names) {
      const content = await (await storage.ask(null, path(name, "?alt=media"))).text();
      const { status } = await storage.ask(null, path(name));
      expect(status === 404 ? "gone" : content).toMatch(/^(?:gone|same|other \d)$/);
    }
  }
  for (const name of names) await storage.ask(null, path(name), { method: "DELETE" });
  await expect.poll(() => storage.files()).toEqual([]);
});

test("a download that began before an overwrite ends with the old bytes", async () => {
  await using storage = await openStorage();
  const old = "o".repeat(300_000);
  await storage.upload(null, "open/a", old);
  const download = await storage.service.adminFetch(
    new Request("http://local/v0/b/test-bucket/o/open%2Fa?alt=media"),
  );
  await storage.upload(null, "open/a", "new");
  expect(await download.text()).toBe(old);
});

test("an object whose file is lost is not found, and the owner is told", async () => {
  const errors: string[] = [];
  const log = {
    info: () => {},
    warn: () => {},
    error: (_: object, text: string) => errors.push(text),
  };
  await using storage = await openStorage({ log });
  await storage.upload(null, "open/a", "x");
  rmSync(storage.filesDir, { recursive: true });
  expect((await storage.ask(null, path("open/a", "?alt=media"))).status).toBe(404);
  expect(errors).toEqual(["The file of an object is missing"]);
});

test("a folder that cannot be used is a temporary failure that is logged, and then uploads go on", async () => {
  const errors: string[] = [];
  const log = { info() {}, warn() {}, error: (_: object, text: string) => errors.push(text) };
  await using storage = await openStorage({ log });
  const { send } = await beginUpload(storage, null, "open/a", 2);
  await send("upload", 0, "a");
  const incoming = join(storage.filesDir, "incoming");
  renameSync(incoming, `${incoming}-away`);
  writeFileSync(incoming, "in the way");
  const single = await storage.upload(null, "open/b", "x");
  expect([single.status, await single.text()]).toEqual([
    503,
    "The server's disk cannot be used now; try again later.",
  ]);
  expect((await send("upload, finalize", 1, "b"))[0]).toBe(503);
  expect((await startUpload(storage, null, "open/c", 1)).status).toBe(503);
  expect(new Set(errors)).toEqual(new Set(["The folder of files cannot be used"]));
  rmSync(incoming);
  renameSync(`${incoming}-away`, incoming);
  expect(await send("query")).toEqual([200, "active", "1"]);
  expect(await send("upload, finalize", 1, "b")).toEqual([200, "final", null]);
  expect((await storage.upload(null, "open/b", "x")).status).toBe(200);
  const usage = new Request("http://local/v0/b/test-bucket/usage");
  expect(await (await storage.service.adminFetch(usage)).json()).toMatchObject({
    objects: 2,
    reservedBytes: 0,
  });
});

test("closing ends an upload that waits, as a temporary failure", async () => {
  await using storage = await openStorage();
  const { body, ...init } = multipart("never complete");
  const stalled = new ReadableStream({
    start: (controller) => controller.enqueue(body.subarray(0, -20)),
  });
  const url = "http://local/v0/b/test-bucket/o?name=open/a";
  const answer = storage.service.adminFetch(
    new Request(url, { ...init, body: stalled, duplex: "half" } as RequestInit),
  );
  await expect.poll(() => storage.files(), { timeout: 4000 }).toHaveLength(1);
  await storage.service.close();
  expect((await answer).status).toBe(503);
  await expect.poll(() => storage.files()).toEqual([]);
  expect((await storage.upload(null, "open/a")).status).toBe(503);
});
