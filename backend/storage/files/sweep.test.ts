import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openStorage } from "../testing/open-storage.ts";
import { beginUpload } from "../testing/resumable.ts";

let sweep: () => Promise<void> = async () => {};
const storage = await openStorage({
  every(_intervalMs, work) {
    sweep = work;
    return () => {};
  },
});
afterAll(() => storage[Symbol.asyncDispose]());

test("a sweep removes what nobody has, and nothing else", async () => {
  const orphan = "ab".repeat(32);
  mkdirSync(join(storage.filesDir, "ab"), { recursive: true });
  writeFileSync(join(storage.filesDir, "ab", orphan), "orphan");
  writeFileSync(join(storage.filesDir, "incoming", "stray"), "stray");
  await storage.upload(null, "open/kept", "kept");
  const { send } = await beginUpload(storage, null, "open/under-way", 2);
  await send("upload", 0, "a");
  await expect.poll(() => storage.files()).toHaveLength(4);
  await sweep();
  await expect.poll(() => storage.files()).toHaveLength(2);
  await expect.poll(() => storage.files()).not.toContain(orphan);
  expect(await (await storage.ask(null, "/open%2Fkept?alt=media")).text()).toBe("kept");
  expect(await send("upload, finalize", 1, "b")).toEqual([200, "final", null]);
});

test("sweeps while uploads begin, grow, end and are replaced lose nothing", async () => {
  const ending = new AbortController();
  const sweeping = (async () => {
    while (!ending.signal.aborted) await sweep();
  })();
  await Promise.all(
    Array.from({ length: 8 }, async (_, line) => {
      for (let round = 0; round < 8; round++) {
        const name = `open/${line % 4}`;
        // The same contents again and again, so that one is dropped while another upload brings it.
        const content = `content ${(line + round) % 3}`;
        expect(await (line < 4 ? putAtOnce : putInTwo)(name, content)).toBe(200);
        const media = await storage.ask(null, `/${encodeURIComponent(name)}?alt=media`);
        expect(await media.text()).toMatch(/^content [012]$/);
      }
    }),
  );
  ending.abort();
  await sweeping;
  await expect.poll(() => readdirSync(join(storage.filesDir, "incoming"))).toEqual([]);
});

async function putAtOnce(name: string, content: string): Promise<number> {
  return (await storage.upload(null, name, content)).status;
}

async function putInTwo(name: string, content: string): Promise<number> {
  const { send } = await beginUpload(storage, "ada", name, content.length);
  await send("upload", 0, content.slice(0, 4));
  return (await send("upload, finalize", 4, content.slice(4)))[0];
}
