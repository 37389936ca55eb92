import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openVariantCache } from "./variant-cache.ts";
import type { VariantCache, VariantKey } from "./variant-cache.ts";

let root: string;
let made = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "foyer-cache-"));
});

afterAll(() => rm(root, { recursive: true }));

const newFolder = () => join(root, `cache-${(made += 1)}`);

async function openCache(folder: string, maxBytes: number) {
  // Time enough between uses to be written down.
  let now = Date.now();
  return openVariantCache({ folder, maxBytes, now: () => (now += 4_000_000) });
}

function key(name: string, generation = "1"): VariantKey {
  return { name, generation, width: 160, format: "webp" };
}

async function add(cache: VariantCache, ...args: Parameters<typeof key>): Promise<void> {
  const path = join(root, `new-${(made += 1)}`);
  await writeFile(path, Buffer.alloc(100));
  await cache.add(key(...args), path);
}

async function has(cache: VariantCache, ...args: Parameters<typeof key>): Promise<boolean> {
  const found = await cache.open(key(...args));
  await found?.file.close();
  return found !== undefined;
}

async function trim(cache: VariantCache): Promise<void> {
  cache.pin(key("none"));
  await cache.unpin(key("none"));
}

test("what was used least lately goes first, also when it was used before a restart", async () => {
  const folder = newFolder();
  const cache = await openCache(folder, 300);
  for (const name of ["a", "b", "c"]) await add(cache, name);
  expect(await has(cache, "a")).toBe(true);
  await add(cache, "d");
  await trim(cache);
  expect(await has(cache, "b")).toBe(false);
  expect(await has(cache, "c")).toBe(true);
  const again = await openCache(folder, 200);
  expect([await has(again, "a"), await has(again, "c"), await has(again, "d")]).toEqual([
    true,
    true,
    false,
  ]);
  expect(again.sizeBytes()).toBe(200);
});

test("what somebody waits for is not removed to make room", async () => {
  const cache = await openCache(newFolder(), 0);
  cache.pin(key("a"));
  cache.pin(key("a"));
  await add(cache, "a");
  await trim(cache);
  await cache.unpin(key("a"));
  expect(await has(cache, "a")).toBe(true);
  await cache.unpin(key("a"));
  expect(await has(cache, "a")).toBe(false);
  expect(cache.sizeBytes()).toBe(0);
});

test("an object's files go, all of them or all but those of one generation", async () => {
  const folder = newFolder();
  const cache = await openCache(folder, 1000);
  for (const [name, generation] of [
    ["a", "1"],
    ["a", "2"],
    ["b", "1"],
  ] as const) {
    await add(cache, name, generation);
  }
  await cache.remove("a", "2");
  expect([await has(cache, "a", "1"), await has(cache, "a", "2")]).toEqual([false, true]);
  await cache.remove("a", null);
  expect(await readdir(folder)).toHaveLength(1);
  expect(await has(cache, "b")).toBe(true);
});

test("no name of an object leads out of the folder", async () => {
  const folder = newFolder();
  const cache = await openCache(folder, 10_000);
  for (const name of ["../../etc/passwd", "/etc/passwd", "a\0b", "con", "ü".repeat(500)]) {
    await add(cache, name);
    expect(await has(cache, name)).toBe(true);
  }
  const files = await readdir(folder);
  expect(files).toHaveLength(5);
  for (const file of files) expect(file).toMatch(/^[0-9a-f]{40}\.1\.160\.r\d+\.webp$/);
});

test("what is not of this cache is swept at the start, without following links", async () => {
  const folder = newFolder();
  await mkdir(join(folder, "sub"), { recursive: true });
  await mkdir(join(root, "elsewhere"));
  await writeFile(join(root, "elsewhere", "precious"), "");
  await writeFile(join(folder, "leftover.tmp"), "");
  await writeFile(join(folder, `${"a".repeat(40)}.1.160.r0.webp`), "");
  await symlink(join(root, "elsewhere"), join(folder, `${"b".repeat(40)}.1.160.r1.webp`));
  await openCache(folder, 1000);
  expect(await readdir(folder)).toEqual([]);
  expect(await readdir(join(root, "elsewhere"))).toEqual(["precious"]);
});

test.runIf(existsSync("/proc/version"))(
  "a picture whose use cannot be noted is shown all the same",
  async () => {
    const folder = newFolder();
    const cache = await openCache(folder, 1000);
    await add(cache, "a");
    const [file = ""] = await readdir(folder);
    await rm(join(folder, file));
    // Nobody may set the time of this one.
    await symlink("/proc/version", join(folder, file));
    expect(await has(cache, "a")).toBe(true);
  },
);

test("a folder that somebody emptied is simply empty", async () => {
  const folder = newFolder();
  const cache = await openCache(folder, 1000);
  await add(cache, "a");
  const [file = ""] = await readdir(folder);
  await rm(join(folder, file));
  expect(await has(cache, "a")).toBe(false);
  expect(cache.sizeBytes()).toBe(0);
  await cache.remove("a", null);
});

test("what is told of as gone goes, but what came meanwhile stays", async () => {
  const folder = newFolder();
  const cache = await openCache(folder, 1000);
  for (const name of ["a", "b"]) await add(cache, name);
  const sweep = cache.begin();
  sweep.keep("a");
  await add(cache, "c");
  await sweep.removeOthers();
  expect([await has(cache, "a"), await has(cache, "b"), await has(cache, "c")]).toEqual([
    true,
    false,
    true,
  ]);
});
