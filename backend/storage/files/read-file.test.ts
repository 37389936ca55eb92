import { writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { streamFile } from "./read-file.ts";

const CLOSED = -1;

async function openFile(dir: string, content: string) {
  const path = join(dir, "file");
  writeFileSync(path, content);
  return open(path, "r");
}

test("the bytes of a range come whole, over several chunks, and the file is closed", async () => {
  using dir = createTempDir();
  const content = Array.from({ length: 50_000 }, (_, index) => String(index)).join(",");
  const file = await openFile(dir.path, content);
  const range = { start: 1000, end: 200_000 };
  const stream = streamFile(file, range, new AbortController().signal);
  expect(await new Response(stream).text()).toBe(content.slice(1000, 200_001));
  expect(file.fd).toBe(CLOSED);
});

test("a reader that stops and a client that goes away leave no file open", async () => {
  using dir = createTempDir();
  const range = { start: 0, end: 199_999 };
  const content = "x".repeat(200_000);
  const cancelled = await openFile(dir.path, content);
  const reader = streamFile(cancelled, range, new AbortController().signal).getReader();
  await reader.read();
  await reader.cancel();
  expect(cancelled.fd).toBe(CLOSED);

  // Nobody reads the answer of a client that is gone already.
  for (const abortsFirst of [true, false]) {
    const client = new AbortController();
    const file = await openFile(dir.path, content);
    if (abortsFirst) client.abort();
    const stream = streamFile(file, range, client.signal);
    client.abort();
    await expect.poll(() => file.fd).toBe(CLOSED);
    await expect(new Response(stream).text()).rejects.toThrow("aborted");
  }
});

test("a file that became shorter breaks the answer off and does not end it as if it were whole", async () => {
  using dir = createTempDir();
  const file = await openFile(dir.path, "short");
  const stream = streamFile(file, { start: 0, end: 99 }, new AbortController().signal);
  await expect(new Response(stream).text()).rejects.toThrow("shorter than its object says");
  expect(file.fd).toBe(CLOSED);
});
