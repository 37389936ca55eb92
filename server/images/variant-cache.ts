/**
 * Prepared pictures as files of one folder, at most so many bytes; those that were asked for least lately go first. All
 * that is known of a file stands in its name, so the folder is its own index.
 */
import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { join } from "node:path";

export type VariantKey = {
  /** Of the object. */
  name: string;
  generation: string;
  width: number;
  format: string;
};

export type OpenVariant = { file: FileHandle; sizeBytes: number };

export type VariantCache = {
  /** Undefined when it is not there. */
  open(key: VariantKey): Promise<OpenVariant | undefined>;
  /** Takes the file at `path` over. */
  add(key: VariantKey, path: string): Promise<void>;
  /** Until as many calls of `unpin`, it is not removed to make room. */
  pin(key: VariantKey): void;
  /** Makes room when there is too little. */
  unpin(key: VariantKey): Promise<void>;
  /** Those of an object, but for one generation of it; resolves when they are gone. */
  remove(name: string, butGeneration: string | null): Promise<void>;
  /** Removes what was there before `begin` was called and belongs to none of the objects that it was then told of. */
  begin(): { keep(name: string): void; removeOthers(): Promise<void> };
  sizeBytes(): number;
};

// Another way of making pictures has another number here, and what was made in the old way goes.
const recipe = "r1";
const fileName = new RegExp(
  String.raw`^([0-9a-f]{40})\.(\d{1,20})\.\d{3,4}\.${recipe}\.[a-z]{3,4}$`,
);

/** How exactly the order of use outlives a restart. */
const touchEveryMs = 3_600_000;

type Entry = { object: string; generation: string; sizeBytes: number; touchedMs: number };

export async function openVariantCache(options: {
  folder: string;
  maxBytes: number;
  /** Milliseconds since 1970. */
  now: () => number;
}): Promise<VariantCache> {
  const { folder, maxBytes, now } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // By file name, the least lately used first.
  const entries = await readEntries(folder);
  const byObject = new Map<string, Set<string>>();
  const pins = new Map<string, number>();
  let total = 0;
  for (const [file, entry] of entries) note(file, entry);
  await makeRoom();

  function note(file: string, entry: Entry): void {
    entries.set(file, entry);
    const files = byObject.get(entry.object) ?? new Set();
    byObject.set(entry.object, files.add(file));
    total += entry.sizeBytes;
  }

  function forget(file: string): void {
    const entry = entries.get(file);
    if (entry === undefined) return;
    entries.delete(file);
    total -= entry.sizeBytes;
    const files = byObject.get(entry.object);
    files?.delete(file);
    if (files?.size === 0) byObject.delete(entry.object);
  }

  async function drop(files: readonly string[]): Promise<void> {
    for (const file of files) forget(file);
    await Promise.all(files.map((file) => rm(join(folder, file), { force: true })));
  }

  async function makeRoom(): Promise<void> {
    let left = total;
    const tooMany: string[] = [];
    for (const [file, entry] of entries) {
      if (left <= maxBytes) break;
      if (pins.has(file)) continue;
      tooMany.push(file);
      left -= entry.sizeBytes;
    }
    await drop(tooMany);
  }

  async function noteUse(file: string, entry: Entry): Promise<void> {
    entries.delete(file);
    entries.set(file, entry);
    const nowMs = now();
    if (nowMs - entry.touchedMs < touchEveryMs) return;
    entry.touchedMs = nowMs;
    const time = new Date(nowMs);
    // A folder that may only be read serves, too: which of its files go first after a restart is all that it decides.
    await utimes(join(folder, file), time, time).catch(() => undefined);
  }

  return {
    async open(key) {
      const file = fileOf(key);
      const entry = entries.get(file);
      if (entry === undefined) return undefined;
      const handle = await ignoreMissing(open(join(folder, file)));
      if (handle === undefined) {
        // Somebody emptied the folder.
        if (entries.get(file) === entry) forget(file);
        return undefined;
      }
      if (entries.get(file) === entry) await noteUse(file, entry);
      return { file: handle, sizeBytes: entry.sizeBytes };
    },
    async add(key, path) {
      const file = fileOf(key);
      const { size } = await stat(path);
      await rename(path, join(folder, file));
      forget(file);
      const { object, generation } = { object: objectOf(key.name), generation: key.generation };
      note(file, { object, generation, sizeBytes: size, touchedMs: now() });
    },
    pin(key) {
      const file = fileOf(key);
      pins.set(file, (pins.get(file) ?? 0) + 1);
    },
    async unpin(key) {
      const file = fileOf(key);
      const left = (pins.get(file) ?? 0) - 1;
      if (left > 0) return void pins.set(file, left);
      pins.delete(file);
      await makeRoom();
    },
    async remove(name, butGeneration) {
      const files = [...(byObject.get(objectOf(name)) ?? [])];
      await drop(files.filter((file) => entries.get(file)?.generation !== butGeneration));
    },
    begin() {
      const unclaimed = new Set(byObject.keys());
      return {
        keep: (name) => void unclaimed.delete(objectOf(name)),
        async removeOthers() {
          await drop([...unclaimed].flatMap((object) => [...(byObject.get(object) ?? [])]));
        },
      };
    },
    sizeBytes: () => total,
  };
}

/** Whatever an object is called, its files have harmless names. */
function objectOf(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 40);
}

function fileOf({ name, generation, width, format }: VariantKey): string {
  return `${objectOf(name)}.${generation}.${width}.${recipe}.${format}`;
}

/** What is no file of ours is removed: it would never be counted. */
async function readEntries(folder: string): Promise<Map<string, Entry>> {
  const found: [string, Entry][] = [];
  for (const item of await readdir(folder, { withFileTypes: true })) {
    const [, object = "", generation = ""] = fileName.exec(item.name) ?? [];
    if (object === "" || !item.isFile()) {
      // oxlint-disable-next-line no-await-in-loop -- at the start, before anybody waits
      await rm(join(folder, item.name), { recursive: true, force: true });
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop
    const { size, mtimeMs } = await stat(join(folder, item.name));
    found.push([item.name, { object, generation, sizeBytes: size, touchedMs: mtimeMs }]);
  }
  return new Map(found.toSorted(([, one], [, other]) => one.touchedMs - other.touchedMs));
}

async function ignoreMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
