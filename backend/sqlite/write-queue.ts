/**
 * What waits for the writer. Some of it is handed over at once; the writer makes one group of all that has reached it
 * while it was at the disk: the busier the store, the larger its groups, and the number of fsyncs stays bounded.
 */
import { StoreError } from "./errors.ts";

const MAX_WAITING = 10_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** Of what is handed over and not yet done; so of a group, too. */
const MAX_SENT = 1_000;
const MAX_SENT_BYTES = 16 * 1024 * 1024;

export type Waiting = { id: number; sizeBytes: number };
export type WriteQueue<Item extends Waiting> = {
  /** @throws StoreError `store-busy` */
  add(item: Item): void;
  /** Removes and returns what may be handed over now, oldest first. */
  take(): Item[];
  /** So many bytes that were handed over are done. */
  done(count: number, bytes: number): void;
  takeAll(): Item[];
  isEmpty(): boolean;
};

export function createWriteQueue<Item extends Waiting>(): WriteQueue<Item> {
  let items: Item[] = [];
  let bytes = 0;
  let sent = 0;
  let sentBytes = 0;
  return {
    add(item) {
      // A single large write is let in when nothing else waits, or it could never be done.
      const full = items.length >= MAX_WAITING || bytes + item.sizeBytes > MAX_WAITING_BYTES;
      if (full && items.length > 0) {
        throw new StoreError("store-busy", "Too many writes are waiting; try again shortly.");
      }
      items.push(item);
      bytes += item.sizeBytes;
    },
    take() {
      let count = 0;
      for (const { sizeBytes } of items) {
        const isFull = sent >= MAX_SENT || sentBytes + sizeBytes > MAX_SENT_BYTES;
        if (isFull && sent > 0) break;
        sent += 1;
        sentBytes += sizeBytes;
        bytes -= sizeBytes;
        count += 1;
      }
      const taken = items.slice(0, count);
      items = items.slice(count);
      return taken;
    },
    done(count, doneBytes) {
      sent -= count;
      sentBytes -= doneBytes;
    },
    takeAll() {
      const all = items;
      items = [];
      bytes = 0;
      return all;
    },
    isEmpty: () => items.length === 0,
  };
}
