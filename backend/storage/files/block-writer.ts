/**
 * Gathers what is appended into blocks, which are written and hashed at the same time while the next one fills: many
 * small chunks become few large writes.
 */
import type { FileHandle } from "node:fs/promises";
import { type Block, BLOCK_BYTES, giveBlock, takeBlock } from "./blocks.ts";
import type { ContentHash } from "./content-hash.ts";

/** Of one content, on their way. */
const MAX_BLOCKS = 4;

export type BlockWriter = {
  /** Resolves when more may come. Rejects when a block before has failed. */
  append(chunk: Uint8Array): Promise<void>;
  /** Resolves when everything is written and hashed. @throws what the disk or the thread says */
  drain(): Promise<void>;
};

export function createBlockWriter(
  file: FileHandle,
  startBytes: number,
  hash: ContentHash,
): BlockWriter {
  let position = startBytes;
  let filling: Block | undefined;
  let filledBytes = 0;
  const onTheirWay = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;

  async function send(block: Block, bytes: number, at: number): Promise<void> {
    const part = block.subarray(0, bytes);
    const outcomes = await Promise.allSettled([writeAll(file, part, at), hash.update(part)]);
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed === undefined) return giveBlock(block);
    failure ??= { error: failed.reason };
  }

  function flush(): void {
    if (filling === undefined || filledBytes === 0) return;
    const sending = send(filling, filledBytes, position).finally(() => onTheirWay.delete(sending));
    onTheirWay.add(sending);
    position += filledBytes;
    filling = undefined;
    filledBytes = 0;
  }

  return {
    async append(chunk) {
      let taken = 0;
      while (taken < chunk.length) {
        if (failure !== undefined) throw failure.error;
        filling ??= takeBlock();
        const bytes = Math.min(chunk.length - taken, BLOCK_BYTES - filledBytes);
        filling.set(chunk.subarray(taken, taken + bytes), filledBytes);
        filledBytes += bytes;
        taken += bytes;
        if (filledBytes < BLOCK_BYTES) return;
        flush();
        if (onTheirWay.size >= MAX_BLOCKS) await Promise.race(onTheirWay);
      }
    },
    async drain() {
      flush();
      await Promise.all(onTheirWay);
      if (failure !== undefined) throw failure.error;
    },
  };
}

async function writeAll(file: FileHandle, bytes: Uint8Array, from: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(
      bytes,
      written,
      bytes.length - written,
      from + written,
    );
    written += bytesWritten;
  }
}
