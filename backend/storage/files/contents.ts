/**
 * Keeps files and database in step. A content may be shared by objects, so that one upload puts it in its place while
 * another request drops its last object: both happen under a lock of that content, and the database decides.
 */
import type { FileHandle } from "node:fs/promises";
import type { Log } from "../../sqlite/index.ts";
import { quotaExceeded } from "../errors.ts";
import type { FileStore, IncomingFile, ReceivedFile } from "./file-store.ts";
import { createKeyLock } from "./key-lock.ts";

export type Contents = {
  /** @throws OperationError QUOTA_EXCEEDED and what `chunks` throws; then nothing stays. */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<ReceivedFile>;
  /** For a content that comes in several requests. It throws QUOTA_EXCEEDED when the disk is full. */
  create(): Promise<IncomingFile>;
  discard(received: ReceivedFile): Promise<void>;
  /**
   * Puts the file in its place and then calls `save`, which refers to it. When that throws, the file goes, unless
   * another object has the content or `mayBeSaved` says so of the error.
   */
  commit<Result>(
    received: ReceivedFile,
    save: () => Promise<Result>,
    mayBeSaved: (error: unknown) => boolean,
  ): Promise<Result>;
  /** Removes the content unless an object has it again. Never throws: the next start finds what stayed. */
  removeUnused(sha256: string): Promise<void>;
  open(sha256: string): Promise<FileHandle | undefined>;
};

export function createContents(deps: {
  files: FileStore;
  findUnused: (sha256s: string[]) => Promise<string[]>;
  log: Log;
}): Contents {
  const { files, findUnused, log } = deps;
  const lock = createKeyLock();

  async function create(): Promise<IncomingFile> {
    const file = await sayWhenFull(files.create());
    return {
      ...file,
      append: (chunk) => sayWhenFull(file.append(chunk)),
      finish: () => sayWhenFull(file.finish()),
    };
  }

  async function removeInLock(sha256: string): Promise<void> {
    try {
      if ((await findUnused([sha256])).length > 0) await files.remove(sha256);
    } catch (error) {
      log.warn({ err: error, sha256 }, "A content that no object has could not be removed");
    }
  }

  return {
    receive: async (chunks) => receiveAll(await create(), chunks),
    create,
    discard: (received) => files.discard(received),
    commit: (received, save, mayBeSaved) =>
      lock(received.content.sha256, async () => {
        try {
          await sayWhenFull(files.keep(received));
          return await save();
        } catch (error) {
          await files.discard(received);
          if (!mayBeSaved(error)) await removeInLock(received.content.sha256);
          throw error;
        }
      }),
    removeUnused: (sha256) => lock(sha256, () => removeInLock(sha256)),
    open: (sha256) => files.open(sha256),
  };
}

async function receiveAll(
  file: IncomingFile,
  chunks: AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> {
  try {
    for await (const chunk of chunks) await file.append(chunk);
    return await file.finish();
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** A full disk does not become free by trying again. */
async function sayWhenFull<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "ENOSPC" || code === "EDQUOT") throw quotaExceeded("The server's disk is full.");
    throw error;
  }
}
