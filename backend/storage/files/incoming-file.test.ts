import { createHash } from "node:crypto";
import { linkSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { createRandom } from "../testing/random.ts";
import { openFileStore } from "./file-store.ts";
import { type IncomingFile, LostBytesError } from "./incoming-file.ts";

const dir = createTempDir();
const files = await openFileStore(dir.path);
afterAll(async () => {
  await files.close();
  dir[Symbol.dispose]();
});

const random = createRandom(8);
const content = new Uint8Array(3_000_000).map(() => random(256));
const hashesOf = (bytes: Uint8Array) => ({
  sha256: createHash("sha256").update(bytes).digest("hex"),
  md5: createHash("md5").update(bytes).digest("base64"),
  sizeBytes: bytes.length,
});

async function appendInPieces(file: IncomingFile, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length;) {
    const next = at + 1 + random(200_000);
    await file.append(bytes.subarray(at, next));
    at = next;
    if (random(4) === 0) await file.rest();
  }
}

test("a content has its hashes and bytes, whatever its size and its pieces", async () => {
  for (const size of [0, 1, 262_144, 262_145, 3_000_000]) {
    const name = `whole ${size}`;
    const bytes = content.subarray(0, size);
    const file = files.create(name, size);
    await file.append(new Uint8Array());
    await appendInPieces(file, bytes);
    const received = await file.finish();
    expect(received.content).toEqual(hashesOf(bytes));
    expect(Buffer.compare(received.firstBytes, bytes.subarray(0, 4100))).toBe(0);
    expect(Buffer.compare(readFileSync(received.path), bytes)).toBe(0);
  }
});

test("contents that come at once do not mix", async () => {
  const sizes = [1_500_000, 2_000_000, 2_500_000, 900_000];
  const received = await Promise.all(
    sizes.map(async (size, index) => {
      const file = files.create(`mixed ${index}`, size);
      await appendInPieces(file, content.subarray(index, size + index));
      return file.finish();
    }),
  );
  expect(received.map((one) => one.content)).toEqual(
    sizes.map((size, index) => hashesOf(content.subarray(index, size + index))),
  );
});

test("a content goes on from its durable bytes, hashed anew, and what came after them is forgotten", async () => {
  const first = files.create("again", content.length);
  await first.append(content.subarray(0, 1_000_000));
  expect(await first.sync()).toBe(1_000_000);
  await first.append(content.subarray(0, 300_000));
  await first.drop();
  const second = files.reopen("again", 1_000_000, content.length);
  expect(second.sizeBytes()).toBe(1_000_000);
  await second.append(content.subarray(1_000_000));
  expect((await second.finish()).content).toEqual(hashesOf(content));
});

test("bytes that are lost are not gone on with, and a file that may be an object's content by a copy", async () => {
  const short = files.create("short", 10);
  await short.append(content.subarray(0, 5));
  await short.sync();
  await short.drop();
  await expect(files.reopen("short", 6, 10).append(new Uint8Array(1))).rejects.toThrow(
    LostBytesError,
  );
  linkSync(join(dir.path, "incoming", "short"), join(dir.path, "linked"));
  const copied = files.reopen("short", 5, 10);
  await copied.append(content.subarray(5, 10));
  expect((await copied.finish()).content).toEqual(hashesOf(content.subarray(0, 10)));
  expect(readFileSync(join(dir.path, "linked"))).toHaveLength(5);
});

test("a content whose thread has ended fails, and the next one has a new thread", async () => {
  const failing = files.create("failing", content.length);
  await failing.append(content.subarray(0, 1_200_000));
  await files.close();
  await expect(appendInPieces(failing, content).then(() => failing.finish())).rejects.toThrow(
    "The thread that hashes contents has ended.",
  );
  await failing.drop();
  const next = files.create("next", content.length);
  await appendInPieces(next, content);
  expect((await next.finish()).content).toEqual(hashesOf(content));
});
