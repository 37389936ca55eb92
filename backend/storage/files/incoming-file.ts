/**
 * A content that is being received, in one request or in many, also by several processes one after the other: what
 * was there before is hashed anew.
 */
import { type FileHandle, constants, copyFile, open, rename, stat } from "node:fs/promises";
import type { Content } from "../objects/object.ts";
import { SNIFFED_BYTES } from "../objects/sniff-type.ts";
import { type BlockWriter, createBlockWriter } from "./block-writer.ts";
import { BLOCK_BYTES, giveBlock, takeBlock } from "./blocks.ts";
import type { ContentHash, ContentHashes } from "./content-hash.ts";

/** A content that is on the disk and not yet in its place. */
export type ReceivedFile = { path: string; content: Content; firstBytes: Uint8Array };

export type IncomingFile = {
  /** Of what was appended. */
  sizeBytes(): number;
  /** Resolves when more may come, which is before it is on the disk; an error may belong to an earlier chunk. */
  append(chunk: Uint8Array): Promise<void>;
  /** Resolves with the number of bytes that are durable; one can append meanwhile. */
  sync(): Promise<number>;
  /** Closes it until the next call of another function. */
  rest(): Promise<void>;
  /** Durable when it resolves; nothing can be appended then. */
  finish(): Promise<ReceivedFile>;
  /** Gives it up in this process; the file stays. Also after an error. */
  drop(): Promise<void>;
};

/** Fewer bytes are on the disk than were acknowledged. */
export class LostBytesError extends Error {
  override readonly name = "LostBytesError";
}

type Opened = { file: FileHandle; writer: BlockWriter };

/**
 * `startBytes` are on the disk already, null: it is a new file. `sizeBytes` is announced. `syncFolder` makes its name
 * durable.
 */
export function createIncomingFile(deps: {
  path: string;
  startBytes: number | null;
  sizeBytes: number;
  hashes: ContentHashes;
  syncFolder: () => Promise<void>;
}): IncomingFile {
  const { path, hashes } = deps;
  let isNew = deps.startBytes === null;
  let isNameDurable = !isNew;
  let size = deps.startBytes ?? 0;
  let hash: ContentHash | undefined;
  let opened: Promise<Opened> | undefined;

  async function openFile(): Promise<Opened> {
    if (!isNew) await separate();
    const file = await open(path, isNew ? "wx+" : "r+", 0o600);
    try {
      isNew = false;
      hash ??= await hashStart(file);
      return { file, writer: createBlockWriter(file, size, hash) };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * After a commit of which nobody knows whether it was one, the file has its place already, and may be the content of an
   * object, which must not change any more.
   */
  async function separate(): Promise<void> {
    const { nlink } = await stat(path);
    if (nlink === 1) return;
    const own = `${path}-own`;
    await copyFile(path, own, constants.COPYFILE_FICLONE);
    const file = await open(own, "r+");
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(own, path);
  }

  /** What was written and not acknowledged goes. */
  async function hashStart(file: FileHandle): Promise<ContentHash> {
    const { size: thereBytes } = await file.stat();
    if (thereBytes < size) throw new LostBytesError(`${path} is shorter than was acknowledged.`);
    if (thereBytes > size) await file.truncate(size);
    const started = hashes.create(deps.sizeBytes);
    try {
      const block = takeBlock();
      for (let at = 0; at < size; at += BLOCK_BYTES) {
        const part = block.subarray(0, Math.min(BLOCK_BYTES, size - at));
        await readAt(file, at, part);
        await started.update(part);
      }
      giveBlock(block);
      return started;
    } catch (error) {
      started.drop();
      throw error;
    }
  }

  function ready(): Promise<Opened> {
    opened ??= openFile();
    return opened;
  }

  async function closeFile(): Promise<void> {
    const closing = opened;
    opened = undefined;
    // An opening that failed has told its caller.
    const there = await closing?.catch(() => undefined);
    await there?.file.close();
  }

  return {
    sizeBytes: () => size,
    async append(chunk) {
      const { writer } = await ready();
      size += chunk.length;
      await writer.append(chunk);
    },
    async sync() {
      const { file, writer } = await ready();
      const durable = size;
      await writer.drain();
      await file.datasync();
      if (!isNameDurable) await deps.syncFolder();
      isNameDurable = true;
      return durable;
    },
    async rest() {
      const there = await opened;
      await there?.writer.drain();
      await closeFile();
    },
    async finish() {
      const { file, writer } = await ready();
      await writer.drain();
      const digesting = hash?.digest() ?? Promise.reject(new Error("It was finished before."));
      hash = undefined;
      const [synced, digested] = await Promise.allSettled([file.sync(), digesting]);
      if (synced.status === "rejected") throw synced.reason;
      if (digested.status === "rejected") throw digested.reason;
      const firstBytes = new Uint8Array(Math.min(SNIFFED_BYTES, size));
      await readAt(file, 0, firstBytes);
      await closeFile();
      return { path, content: { ...digested.value, sizeBytes: size }, firstBytes };
    },
    async drop() {
      hash?.drop();
      hash = undefined;
      await closeFile();
    },
  };
}

/** Fills `into`. @throws LostBytesError */
async function readAt(file: FileHandle, start: number, into: Uint8Array): Promise<void> {
  let read = 0;
  while (read < into.length) {
    const { bytesRead } = await file.read(into, read, into.length - read, start + read);
    if (bytesRead === 0) throw new LostBytesError("A file is shorter than was acknowledged.");
    read += bytesRead;
  }
}
