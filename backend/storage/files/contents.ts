/**
 * Keeps files and database in step. A content may be shared by objects, so that one upload puts it in its place while
 * another request drops its last object: both happen under a lock of that content, and the database decides.
 *
 * How long an answer takes must not tell whether somebody else has the same content: what is done only where nobody has,
 * or takes longer there, is done some time after it, when the same client's next request cannot be held up by it either.
 */
import { randomInt } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { type Log, OperationError } from "../../sqlite/index.ts";
import { StorageBusyError, quotaExceeded } from "../errors.ts";
import type { FileStore } from "./file-store.ts";
import { type IncomingFile, LostBytesError, type ReceivedFile } from "./incoming-file.ts";
import { createKeyLock } from "./key-lock.ts";

/** `name` is that of an upload's file, in incoming/. */
export type Contents = {
  /** @throws OperationError QUOTA_EXCEEDED when the disk is full, StorageBusyError when it fails, what `chunks` throws */
  receive(
    name: string,
    sizeBytes: number,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<ReceivedFile>;
  /** For a content that comes in several requests; see FileStore. */
  create(name: string, sizeBytes: number): IncomingFile;
  reopen(name: string, startBytes: number, sizeBytes: number): IncomingFile;
  sizeOf(name: string): Promise<number | null>;
  /** Leaves the first bytes of it. Never throws: who goes on with it does the same. */
  cut(name: string, bytes: number): Promise<void>;
  /** Never throws: the next sweep finds what stayed. */
  discard(name: string): Promise<void>;
  /** The same, and nobody waits for it but `close`. */
  discardLater(name: string): void;
  /**
   * Puts the file in its place and then calls `save`, which refers to it. When that throws, the content goes, unless
   * another object has it or `mayBeSaved` says so of the error; the incoming file stays.
   */
  commit<Result>(
    received: ReceivedFile,
    save: () => Promise<Result>,
    mayBeSaved: (error: unknown) => boolean,
  ): Promise<Result>;
  /** Removes the content unless an object has it again. Never throws: the next sweep finds what stayed. */
  removeUnused(sha256: string): Promise<boolean>;
  /** The same, and nobody waits for it but `close`. */
  removeUnusedLater(sha256: string): void;
  open(sha256: string): Promise<FileHandle | undefined>;
  /** Until what it returns is called, nothing that is in its place is removed: a back-up reads what its snapshot names. */
  hold(): () => void;
  /** Without what must be left free; can be negative. */
  freeBytes(): Promise<number>;
  close(): Promise<void>;
};

const MAX_HELD = 100_000;

/** So that nobody knows when. */
function someTime(): number {
  return randomInt(1000, 5000);
}

export function createContents(deps: {
  files: FileStore;
  findUnused: (sha256s: string[]) => Promise<string[]>;
  log: Log;
  /** How long after an answer, in milliseconds. */
  laterMs?: () => number;
}): Contents {
  const { files, findUnused, log, laterMs = someTime } = deps;
  const lock = createKeyLock();
  const waiting: (() => Promise<unknown>)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;
  let holders = 0;
  /** What would have been removed meanwhile. Beyond the bound the next sweep finds it. */
  const held = new Set<string>();

  /** A full disk does not become free by trying again. */
  async function clearly<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException;
      if (error instanceof OperationError || error instanceof LostBytesError) throw error;
      if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") {
        throw quotaExceeded("The server's disk is full.");
      }
      if (syscall === undefined) throw error;
      log.error({ err: error }, "The folder of files cannot be used");
      throw new StorageBusyError("The server's disk cannot be used now; try again later.");
    }
  }

  const wrap = (file: IncomingFile): IncomingFile => ({
    ...file,
    append: (chunk) => clearly(file.append(chunk)),
    sync: () => clearly(file.sync()),
    rest: () => clearly(file.rest()),
    finish: () => clearly(file.finish()),
  });

  async function removeInLock(sha256: string): Promise<boolean> {
    if (holders > 0) {
      if (held.size < MAX_HELD) held.add(sha256);
      return false;
    }
    try {
      const isUnused = (await findUnused([sha256])).length > 0;
      if (isUnused) await files.remove(sha256);
      return isUnused;
    } catch (error) {
      log.warn({ err: error, sha256 }, "A content that no object has could not be removed");
      return false;
    }
  }

  async function discard(name: string): Promise<void> {
    try {
      await files.removeIncoming(name);
    } catch (error) {
      log.warn({ err: error, file: name }, "The file of an upload could not be removed");
    }
  }

  const removeUnused = (sha256: string) => lock(sha256, () => removeInLock(sha256));

  /** Of functions that never reject. */
  async function runWaiting(): Promise<void> {
    timer = undefined;
    const works = waiting.splice(0);
    running = Promise.all([running, ...works.map((work) => work())]);
    await running;
  }

  function later(work: () => Promise<unknown>): void {
    waiting.push(work);
    timer ??= setTimeout(() => void runWaiting(), laterMs()).unref();
  }

  return {
    async receive(name, sizeBytes, chunks) {
      const file = wrap(files.create(name, sizeBytes));
      try {
        // So that it is there also without a byte.
        await file.append(new Uint8Array());
        for await (const chunk of chunks) await file.append(chunk);
        return await file.finish();
      } finally {
        await file.drop();
      }
    },
    create: (name, sizeBytes) => wrap(files.create(name, sizeBytes)),
    reopen: (name, startBytes, sizeBytes) => wrap(files.reopen(name, startBytes, sizeBytes)),
    sizeOf: (name) => clearly(files.sizeOf(name)),
    async cut(name, bytes) {
      try {
        await files.cut(name, bytes);
      } catch (error) {
        log.warn({ err: error, file: name }, "The file of an upload could not be cut");
      }
    },
    discard,
    discardLater: (name) => later(() => discard(name)),
    commit: (received, save, mayBeSaved) =>
      lock(received.content.sha256, async () => {
        try {
          await clearly(files.keep(received));
          return await save();
        } catch (error) {
          if (!mayBeSaved(error)) await removeInLock(received.content.sha256);
          throw error;
        }
      }),
    removeUnused,
    removeUnusedLater: (sha256) => later(() => removeUnused(sha256)),
    open: (sha256) => clearly(files.open(sha256)),
    hold() {
      let isHeld = true;
      holders += 1;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        if (holders > 0) return;
        for (const sha256 of held) later(() => removeUnused(sha256));
        held.clear();
      };
    },
    freeBytes: () => clearly(files.freeBytes()),
    async close() {
      clearTimeout(timer);
      await runWaiting();
      await files.close();
    },
  };
}
