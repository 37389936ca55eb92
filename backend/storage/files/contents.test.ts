import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { silentLog } from "../../sqlite/index.ts";
import { createTempDir } from "../../sqlite/testing/temp-dir.ts";
import { createContents } from "./contents.ts";
import { openFileStore } from "./file-store.ts";

async function* chunks(text: string) {
  yield Buffer.from(text);
}

/** `used` stands for the database. */
async function openContents(dir: string) {
  const used = new Set<string>();
  const findUnused = async (sha256s: string[]) => sha256s.filter((sha256) => !used.has(sha256));
  const files = await openFileStore(dir);
  const contents = createContents({ files, findUnused, log: silentLog });
  async function isThere(sha256: string): Promise<boolean> {
    const file = await contents.open(sha256);
    await file?.close();
    return file !== undefined;
  }
  let uploads = 0;
  /** As an upload of one request. */
  const receive = (text: string) =>
    contents.receive(`upload ${++uploads}`, text.length, chunks(text));
  return { used, contents, receive, isThere };
}

test("who drops the last object of a content waits for an upload that saves a new one", async () => {
  using dir = createTempDir();
  const { used, contents, receive, isThere } = await openContents(dir.path);
  const received = await receive("same");
  const { sha256 } = received.content;
  let removal: Promise<boolean> | undefined;
  await contents.commit(
    received,
    async () => {
      removal = contents.removeUnused(sha256);
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      used.add(sha256);
    },
    () => false,
  );
  await removal;
  expect(await isThere(sha256)).toBe(true);
  used.clear();
  await contents.removeUnused(sha256);
  expect(await isThere(sha256)).toBe(false);
});

test("a content whose object could not be saved goes, unless it may have been saved", async () => {
  using dir = createTempDir();
  const { used, contents, receive, isThere } = await openContents(dir.path);
  const commit = async (text: string, mayBeSaved: boolean) => {
    const received = await receive(text);
    const refused = contents.commit(
      received,
      () => Promise.reject(new Error("not saved")),
      () => mayBeSaved,
    );
    await expect(refused).rejects.toThrow("not saved");
    return isThere(received.content.sha256);
  };
  expect(await commit("a", false)).toBe(false);
  expect(await commit("b", true)).toBe(true);
  used.add((await receive("c")).content.sha256);
  expect(await commit("c", false)).toBe(true);
});

test("a content that cannot be put in its place is said to be a failure of the disk", async () => {
  using dir = createTempDir();
  const { contents, receive } = await openContents(dir.path);
  const received = await receive("a");
  writeFileSync(join(dir.path, received.content.sha256.slice(0, 2)), "in the way");
  const refused = contents.commit(
    received,
    () => Promise.resolve("saved"),
    () => false,
  );
  await expect(refused).rejects.toThrow("The server's disk cannot be used now");
  expect(readdirSync(join(dir.path, "incoming"))).toEqual(["upload 1"]);
});

test("works of one key follow each other also when one fails", async () => {
  using dir = createTempDir();
  const { contents, receive, isThere, used } = await openContents(dir.path);
  const first = await receive("same");
  const second = await receive("same");
  const { sha256 } = first.content;
  const order: string[] = [];
  const failing = contents.commit(
    first,
    async () => {
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      order.push("first");
      throw new Error("not saved");
    },
    () => false,
  );
  const saving = contents.commit(
    second,
    async () => {
      order.push("second");
      used.add(sha256);
    },
    () => false,
  );
  await expect(failing).rejects.toThrow("not saved");
  await saving;
  expect(order).toEqual(["first", "second"]);
  expect(await isThere(sha256)).toBe(true);
});

test("while a back-up holds the contents none goes, and afterwards what nobody uses does", async () => {
  using dir = createTempDir();
  const { used, contents, receive, isThere } = await openContents(dir.path);
  const keep = async (text: string) => {
    const received = await receive(text);
    await contents.commit(
      received,
      async () => used.add(received.content.sha256),
      () => false,
    );
    return received.content.sha256;
  };
  const [gone, back] = [await keep("gone"), await keep("back")];
  const [first, second] = [contents.hold(), contents.hold()];
  used.clear();
  expect(await contents.removeUnused(gone)).toBe(false);
  expect(await contents.removeUnused(back)).toBe(false);
  first();
  first();
  expect(await contents.removeUnused(gone)).toBe(false);
  used.add(back);
  second();
  await contents.close();
  expect([await isThere(gone), await isThere(back)]).toEqual([false, true]);
});
