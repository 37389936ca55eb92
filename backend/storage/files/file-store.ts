/**
 * The contents of objects, in files that are named by their SHA-256: `<first two>/<sha256>`. A name that a client chose
 * is never part of a path. Whether a content is used, and an incoming file belongs to an upload, is known to the
 * database alone.
 */
import {
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  rename,
  rm,
  stat,
  statfs,
  truncate,
  utimes,
} from "node:fs/promises";
import { join } from "node:path";
import { createContentHashes } from "./content-hash.ts";
import { type IncomingFile, type ReceivedFile, createIncomingFile } from "./incoming-file.ts";

const INCOMING = "incoming";
const BATCH = 500;

export type FileStore = {
  /** `name` in incoming/; `sizeBytes` as announced. */
  create(name: string, sizeBytes: number): IncomingFile;
  /** Goes on with what an earlier process or request left; of it `startBytes` are kept. */
  reopen(name: string, startBytes: number, sizeBytes: number): IncomingFile;
  /** Of an incoming file; null when there is none. */
  sizeOf(name: string): Promise<number | null>;
  /** Leaves the first bytes of an incoming file. */
  cut(name: string, bytes: number): Promise<void>;
  /**
   * Puts a received file in its place, durably. Until `removeIncoming` it has its old name too, where the file system
   * can do that, so that a crash before the commit leaves the upload as it was.
   */
  keep(received: ReceivedFile): Promise<void>;
  removeIncoming(name: string): Promise<void>;
  /** Undefined when there is no such content. The caller closes it. */
  open(sha256: string): Promise<FileHandle | undefined>;
  remove(sha256: string): Promise<void>;
  /** In batches, so that the number of files does not decide how much memory it takes. */
  listContents(): AsyncGenerator<string[], void>;
  listIncoming(): AsyncGenerator<string[], void>;
  /** What this process may still write on the disk. */
  freeBytes(): Promise<number>;
  /** Ends the thread that hashes. */
  close(): Promise<void>;
};

/** Creates the folder, for this user alone, when it does not exist. */
export async function openFileStore(filesDir: string): Promise<FileStore> {
  const incoming = join(filesDir, INCOMING);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await syncFolder(filesDir);
  const hashes = createContentHashes();
  const folderOf = (sha256: string) => join(filesDir, sha256.slice(0, 2));
  const pathOf = (sha256: string) => join(folderOf(sha256), sha256);

  /** At most 256: two that put the first contents into one folder both wait until its name is durable. */
  const durableFolders = new Map<string, Promise<void>>();

  function makeFolder(folder: string): Promise<void> {
    const making = mkdir(folder, { recursive: true, mode: 0o700 }).then(() => syncFolder(filesDir));
    durableFolders.set(folder, making);
    making.catch(() => durableFolders.delete(folder));
    return making;
  }

  function incomingFile(name: string, startBytes: number | null, sizeBytes: number): IncomingFile {
    const path = join(incoming, name);
    return createIncomingFile({
      path,
      startBytes,
      sizeBytes,
      hashes,
      syncFolder: () => syncFolder(incoming),
    });
  }

  return {
    create: (name, sizeBytes) => incomingFile(name, null, sizeBytes),
    reopen: (name, startBytes, sizeBytes) => incomingFile(name, startBytes, sizeBytes),
    sizeOf: async (name) => (await orNull(stat(join(incoming, name))))?.size ?? null,
    cut: (name, bytes) => truncate(join(incoming, name), bytes),
    async keep({ path, content: { sha256, sizeBytes } }) {
      const folder = folderOf(sha256);
      await (durableFolders.get(folder) ?? makeFolder(folder));
      if (await place(path, pathOf(sha256), sizeBytes)) {
        // So that to make the folder durable takes as long as where the name is new.
        const now = new Date();
        await utimes(folder, now, now);
      }
      await syncFolder(folder);
    },
    removeIncoming: (name) => rm(join(incoming, name), { force: true }),
    open: async (sha256) => (await orNull(open(pathOf(sha256), "r"))) ?? undefined,
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async *listContents() {
      for await (const folder of await opendir(filesDir)) {
        if (!folder.isDirectory() || !/^[0-9a-f]{2}$/.test(folder.name)) continue;
        const isContent = (name: string) =>
          /^[0-9a-f]{64}$/.test(name) && name.startsWith(folder.name);
        yield* listNames(join(filesDir, folder.name), isContent);
      }
    },
    listIncoming: () => listNames(incoming, () => true),
    async freeBytes() {
      const { bavail, bsize } = await statfs(filesDir);
      return bavail * bsize;
    },
    close: () => hashes.close(),
  };
}

async function* listNames(
  folder: string,
  isListed: (name: string) => boolean,
): AsyncGenerator<string[], void> {
  let batch: string[] = [];
  for await (const { name } of await opendir(folder)) {
    if (!isListed(name)) continue;
    batch.push(name);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** True when it was there: one of the same name has the same content, unless it was damaged. */
async function place(from: string, to: string, sizeBytes: number): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST" && (await stat(to)).size === sizeBytes) return true;
    // Also file systems that have no second names, or not as many as are asked for.
    const isRefused = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(code);
    if (code !== "EEXIST" && !isRefused) throw error;
    await rename(from, to);
  }
  return false;
}

async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
