/**
 * The contents of objects, in files that are named by their SHA-256: `<first two>/<sha256>`. A name that a client chose
 * is never part of a path. Whether a content is used is known to the database alone.
 */
import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, opendir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Content } from "../objects/object.ts";

const INCOMING = "incoming";
const SWEEP_BATCH = 500;

/** A content that is on the disk and not yet in its place. */
export type ReceivedFile = { path: string; content: Content };

/** A content that is still being received. */
export type IncomingFile = {
  sizeBytes(): number;
  append(chunk: Uint8Array): Promise<void>;
  /** Durable when it resolves; nothing can be appended then. */
  finish(): Promise<ReceivedFile>;
  discard(): Promise<void>;
};

export type FileStore = {
  create(): Promise<IncomingFile>;
  /** Moves a received file into its place, durably; one with the same content is replaced. */
  keep(received: ReceivedFile): Promise<void>;
  /** Does nothing for a file that was kept. */
  discard(received: ReceivedFile): Promise<void>;
  /** Undefined when there is no such content. The caller closes it. */
  open(sha256: string): Promise<FileHandle | undefined>;
  remove(sha256: string): Promise<void>;
  /** Removes what an earlier process left unfinished and what `findUnused` names; resolves with the number of files. */
  sweep(findUnused: (sha256s: string[]) => Promise<string[]>): Promise<number>;
};

/** Creates the folder, for this user alone, when it does not exist. */
export async function openFileStore(filesDir: string): Promise<FileStore> {
  const incoming = join(filesDir, INCOMING);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await syncFolder(filesDir);
  const folderOf = (sha256: string) => join(filesDir, sha256.slice(0, 2));
  const pathOf = (sha256: string) => join(folderOf(sha256), sha256);

  return {
    create: () => createIncoming(join(incoming, randomUUID())),
    async keep({ path, content: { sha256 } }) {
      const folder = folderOf(sha256);
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      if (made !== undefined) await syncFolder(filesDir);
      await rename(path, pathOf(sha256));
      await syncFolder(folder);
    },
    discard: ({ path }) => rm(path, { force: true }),
    async open(sha256) {
      try {
        return await open(pathOf(sha256), "r");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async sweep(findUnused) {
      let removed = 0;
      for await (const entry of await opendir(incoming)) {
        await rm(join(incoming, entry.name), { recursive: true, force: true });
        removed += 1;
      }
      for await (const sha256s of listContents(filesDir)) {
        for (const sha256 of await findUnused(sha256s)) {
          await rm(pathOf(sha256), { force: true });
          removed += 1;
        }
      }
      return removed;
    },
  };
}

async function createIncoming(path: string): Promise<IncomingFile> {
  const file = await open(path, "wx", 0o600);
  const sha256 = createHash("sha256");
  const md5 = createHash("md5");
  let sizeBytes = 0;
  return {
    sizeBytes: () => sizeBytes,
    async append(chunk) {
      await file.writeFile(chunk);
      sha256.update(chunk);
      md5.update(chunk);
      sizeBytes += chunk.length;
    },
    async finish() {
      await file.sync();
      await file.close();
      return {
        path,
        content: { sha256: sha256.digest("hex"), md5: md5.digest("base64"), sizeBytes },
      };
    },
    async discard() {
      await file.close();
      await rm(path, { force: true });
    },
  };
}

/** In batches, so that the number of files does not decide how much memory a sweep takes. */
async function* listContents(filesDir: string): AsyncGenerator<string[], void> {
  for await (const folder of await opendir(filesDir)) {
    if (!folder.isDirectory() || !/^[0-9a-f]{2}$/.test(folder.name)) continue;
    let batch: string[] = [];
    for await (const { name } of await opendir(join(filesDir, folder.name))) {
      if (!/^[0-9a-f]{64}$/.test(name) || !name.startsWith(folder.name)) continue;
      batch.push(name);
      if (batch.length < SWEEP_BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
