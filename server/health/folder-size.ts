/** How many bytes a folder takes, counted again at most every few minutes: a site may have many files. */
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

const keptMs = 5 * 60_000;
const maxEntries = 200_000;

/** `isWhole` false: there are too many files to count them all. */
export type FolderSize = { bytes: number; isWhole: boolean };

/** @throws what the file system does, but for what goes away meanwhile */
export function createFolderSize(folder: string, now: () => number): () => Promise<FolderSize> {
  let last: { at: number; size: Promise<FolderSize> } | undefined;
  return () => {
    const age = last === undefined ? Infinity : now() - last.at;
    if (last === undefined || age > keptMs || age < 0) {
      const size = measure(folder);
      last = { at: now(), size };
      size.catch(() => (last = undefined));
    }
    return last.size;
  };
}

async function measure(folder: string): Promise<FolderSize> {
  let bytes = 0;
  let entries = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    // oxlint-disable-next-line no-await-in-loop -- the disk is shared with those who read pages
    for (const entry of await listOf(next)) {
      entries += 1;
      if (entries > maxEntries) return { bytes, isWhole: false };
      const path = join(next, entry.name);
      if (entry.isDirectory()) folders.push(path);
      // oxlint-disable-next-line no-await-in-loop -- see above
      else if (entry.isFile()) bytes += await sizeOf(path);
    }
  }
  return { bytes, isWhole: true };
}

async function listOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await lstat(path)).size;
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
}

/** Temporary files come and go while they are counted. */
function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
