/** What a process that ended has left to the next one. */
import { createHash } from "node:crypto";
import { appendFileSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { type OpenStorage, openStorage } from "../testing/open-storage.ts";
import { createRandom } from "../testing/random.ts";
import { beginUpload, continueUpload } from "../testing/resumable.ts";

const HOUR_MS = 60 * 60 * 1000;
const random = createRandom(5);
const content = new Uint8Array(1_500_000).map(() => random(256));
const md5Hash = createHash("md5").update(content).digest("base64");

const reservedBytes = async ({ service }: OpenStorage) => {
  const answer = await service.adminFetch(new Request("http://local/v0/b/test-bucket/usage"));
  return ((await answer.json()) as { reservedBytes: number }).reservedBytes;
};

/** The one file in incoming/ that has this size. */
function fileOfSize(dir: string, size: number): string {
  const incoming = join(dir, "files", "incoming");
  const [found, ...more] = readdirSync(incoming)
    .map((name) => join(incoming, name))
    .filter((path) => statSync(path).size === size);
  expect([found === undefined, more]).toEqual([false, []]);
  return found ?? "";
}

test("an upload goes on in the next process from what was acknowledged", async () => {
  using dir = createTempDir();
  const ids = await (async () => {
    await using storage = await openStorage({ dir: dir.path });
    const long = await beginUpload(storage, "ada", "users/ada/a", content.length, { md5Hash });
    await long.send("upload", 0, content.slice(0, 700_000));
    const done = await beginUpload(storage, "ada", "users/ada/b", 3);
    await done.send("upload, finalize", 0, "abc");
    const lost = await beginUpload(storage, "ada", "users/ada/c", 10);
    await lost.send("upload", 0, "0123456");
    const whole = await beginUpload(storage, "ada", "users/ada/d", 4);
    await whole.send("upload", 0, "0123");
    return { long: long.id, done: done.id, lost: lost.id, whole: whole.id };
  })();
  // Written and not acknowledged; acknowledged and lost by the disk.
  appendFileSync(fileOfSize(dir.path, 700_000), "garbage");
  truncateSync(fileOfSize(dir.path, 7), 3);

  await using storage = await openStorage({ dir: dir.path });
  const send = continueUpload(storage, "ada", ids.long);
  expect((await send("query", 0, "", "bob"))[0]).toBe(403);
  expect(await send("query")).toEqual([200, "active", "700000"]);
  expect(await send("upload", 700_000, content.slice(700_000, 700_001))).toEqual([
    200,
    "active",
    null,
  ]);
  // Its md5Hash is compared with what all bytes give.
  expect(await send("upload, finalize", 700_001, content.slice(700_001))).toEqual([
    200,
    "final",
    null,
  ]);
  const media = await storage.ask("ada", "/users%2Fada%2Fa?alt=media");
  expect(Buffer.compare(Buffer.from(await media.arrayBuffer()), content)).toBe(0);

  expect(await continueUpload(storage, "ada", ids.done)("query")).toEqual([200, "final", "3"]);
  expect(await continueUpload(storage, "ada", ids.done)("finalize")).toEqual([200, "final", null]);
  expect((await continueUpload(storage, "ada", ids.lost)("query"))[0]).toBe(404);
  expect(await continueUpload(storage, "ada", ids.whole)("finalize")).toEqual([200, "final", null]);
  expect(await reservedBytes(storage)).toBe(0);
  await expect.poll(() => readdirSync(join(dir.path, "files", "incoming"))).toEqual([]);
});

test("an upload of one request ends with its process", async () => {
  using dir = createTempDir();
  {
    // As a crash in the middle of a body leaves it.
    await using storage = await openStorage({ dir: dir.path });
    await storage.sqlite.write("storage.beginUpload", {
      caller: { uid: "ada", token: {} },
      nowMs: Date.now(),
      bucket: "test-bucket",
      idHash: "00",
      isResumable: false,
      file: "half",
      holder: "account ada",
      callerName: "account ada",
      head: {
        name: "users/ada/a",
        md5Hash: null,
        ifGeneration: null,
        metadata: {
          contentType: null,
          cacheControl: null,
          contentDisposition: null,
          contentEncoding: null,
          contentLanguage: null,
          custom: {},
        },
      },
      sizeBytes: 100,
      limits: { usualBytes: null, siteBytes: null, freeBytes: null },
      busy: [],
    });
    writeFileSync(join(storage.filesDir, "incoming", "half"), "half");
    expect(await reservedBytes(storage)).toBe(4096);
  }
  await using storage = await openStorage({ dir: dir.path });
  expect(await reservedBytes(storage)).toBe(0);
  await expect.poll(() => storage.files()).toEqual([]);
});

test("an upload ends seven days after it was used last, one of which nothing came after a day, and the hourly sweep gives its bytes back", async () => {
  let now = Date.UTC(2030, 0, 1);
  const hourly: (() => Promise<void>)[] = [];
  await using storage = await openStorage({
    clock: () => now,
    every(intervalMs, work) {
      expect(intervalMs).toBe(HOUR_MS);
      hourly.push(work);
      return () => {};
    },
  });
  const idle = await beginUpload(storage, "ada", "users/ada/a", 100);
  await idle.send("upload", 0, "x");
  const used = await beginUpload(storage, "ada", "users/ada/b", 50);
  await used.send("upload", 0, "x");
  const empty = await beginUpload(storage, "ada", "users/ada/c", 20);
  now += 23 * HOUR_MS;
  // To send nothing does not keep it.
  expect((await empty.send("upload", 0, ""))[0]).toBe(200);
  await hourly[0]?.();
  expect(await reservedBytes(storage)).toBe(3 * 4096);
  now += HOUR_MS + 1;
  await hourly[0]?.();
  expect((await empty.send("query"))[0]).toBe(404);
  now += 3 * 24 * HOUR_MS;
  // To ask how far it is does not keep it; to bring it on does.
  expect((await idle.send("query"))[0]).toBe(200);
  expect((await used.send("upload", 1, "x"))[0]).toBe(200);
  await hourly[0]?.();
  expect(await reservedBytes(storage)).toBe(2 * 4096);
  now += 3 * 24 * HOUR_MS + 1;
  expect((await idle.send("query"))[0]).toBe(404);
  await expect.poll(() => storage.files()).toHaveLength(2);
  await hourly[0]?.();
  expect(await reservedBytes(storage)).toBe(4096);
  await expect.poll(() => storage.files()).toHaveLength(1);
  expect(await used.send("query")).toEqual([200, "active", "2"]);
});
