/** One request's part of an upload: what came of it is kept, also when the rest does not come. */
import type { IncomingFile } from "../files/incoming-file.ts";

/** So much at most is sent again after a crash. */
const SAVE_EVERY_BYTES = 8 * 1024 * 1024;

export type Outcome =
  | { is: "received" }
  /** Everything that was announced is there; it is neither durable nor saved yet. */
  | { is: "whole" }
  /** By `chunks`; what came before is saved. */
  | { is: "broken-off"; error: unknown }
  /** By the disk or by `save`. */
  | { is: "failed"; error: unknown }
  /** There is no such upload any more. */
  | { is: "gone" };

/**
 * `save` gets the number of bytes that are durable, and says false when the upload is gone. Never throws. The file is
 * at rest after it, unless it failed or is whole.
 */
export async function receiveDurably(
  file: IncomingFile,
  wholeBytes: number,
  chunks: AsyncIterable<Uint8Array>,
  save: (receivedBytes: number) => Promise<boolean>,
): Promise<Outcome> {
  const saver = createSaver(file, save);
  let broken: { error: unknown } | undefined;
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      let next: IteratorResult<Uint8Array>;
      try {
        next = await iterator.next();
      } catch (error) {
        broken = { error };
        break;
      }
      if (next.done === true) break;
      await file.append(next.value);
      saver.tell();
    }
    await saver.settled();
    if (broken === undefined && file.sizeBytes() === wholeBytes) return { is: "whole" };
    if (!(await save(await file.sync()))) return { is: "gone" };
    await file.rest();
    return broken === undefined ? { is: "received" } : { is: "broken-off", error: broken.error };
  } catch (error) {
    await saver.settled().catch(() => undefined);
    return { is: "failed", error };
  }
}

/** Saves behind what is appended, one time after the other. */
function createSaver(file: IncomingFile, save: (receivedBytes: number) => Promise<boolean>) {
  let toldBytes = file.sizeBytes();
  let running: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;

  async function run(): Promise<void> {
    try {
      // When the upload is gone, the end of the request finds it.
      await save(await file.sync());
    } catch (error) {
      failure = { error };
    } finally {
      running = undefined;
    }
  }

  return {
    /** @throws what a saving threw */
    tell(): void {
      if (failure !== undefined) throw failure.error;
      if (running !== undefined || file.sizeBytes() - toldBytes < SAVE_EVERY_BYTES) return;
      toldBytes = file.sizeBytes();
      running = run();
    },
    /** @throws what a saving threw */
    async settled(): Promise<void> {
      await running;
      if (failure !== undefined) throw failure.error;
    },
  };
}
