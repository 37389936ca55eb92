/**
 * What the requests that run now may still write is no longer free for another one: each would see the same free space,
 * and together they would fill what must stay free. It is known in this process alone, and for as long as they run.
 */
import { StorageBusyError, siteFull } from "../errors.ts";

/**
 * `work` gets the chunks through; `bytes` is the most that they are, null where nobody knows.
 * @throws OperationError SITE_FULL when the disk has no room for it, StorageBusyError when others may need that room
 */
export type DiskRoom = <Result>(
  bytes: number | null,
  chunks: AsyncIterable<Uint8Array>,
  work: (chunks: AsyncIterable<Uint8Array>) => Promise<Result>,
) => Promise<Result>;

type Promised = { bytes: number };

/** `freeBytes` without what must stay free. */
export function createDiskRoom(freeBytes: () => Promise<number>): DiskRoom {
  const running = new Set<Promised>();

  function promisedBytes(): number {
    let sum = 0;
    for (const { bytes } of running) sum += bytes;
    return sum;
  }

  return async (bytes, chunks, work) => {
    if (bytes === null || bytes === 0) return work(chunks);
    const before = promisedBytes();
    const free = await freeBytes();
    if (bytes > free) throw siteFull("The server's disk is nearly full.");
    // What was written meanwhile may be free space in the one number and a promise in the other.
    if (bytes > free - Math.max(before, promisedBytes())) {
      throw new StorageBusyError("Other uploads may fill the server's disk; try again shortly.");
    }
    const promised = { bytes };
    running.add(promised);
    try {
      return await work(kept(promised, chunks));
    } finally {
      running.delete(promised);
    }
  };
}

async function* kept(
  promised: Promised,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    const { length } = chunk;
    yield chunk;
    // Now it is on its way to the disk.
    promised.bytes = Math.max(0, promised.bytes - length);
  }
}
