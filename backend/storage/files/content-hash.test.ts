import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { createContentHashes } from "./content-hash.ts";

const LARGE = 2 * 1024 * 1024;

function shared(text: string): Uint8Array<SharedArrayBuffer> {
  const bytes = Buffer.from(text);
  const block = new Uint8Array(new SharedArrayBuffer(bytes.length));
  block.set(bytes);
  return block;
}

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

test("the thread ends when nothing was hashed for a while, never within a content, and starts again", async () => {
  const hashes = createContentHashes({ idleMs: 1 });
  const long = hashes.create(LARGE);
  await long.update(shared("a"));
  for (const text of ["short", "other"]) {
    const short = hashes.create(LARGE);
    await short.update(shared(text));
    expect((await short.digest()).sha256).toBe(sha256Of(text));
    await wait(20);
  }
  await long.update(shared("b"));
  expect((await long.digest()).sha256).toBe(sha256Of("ab"));
  await wait(20);
  const next = hashes.create(LARGE);
  await next.update(shared("next"));
  expect((await next.digest()).sha256).toBe(sha256Of("next"));
  const dropped = hashes.create(LARGE);
  dropped.drop();
  expect((await hashes.create(LARGE).digest()).sha256).toBe(sha256Of(""));
  await hashes.close();
});
