/**
 * What waits for the writer. While one group is at the disk, the next gathers here: the busier the
 * store, the larger its groups, and the number of fsyncs stays bounded.
 */
import { StoreError } from "./errors.ts";

const MAX_WAITING = 10_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
const MAX_GROUP = 1_000;
const MAX_GROUP_BYTES = 16 * 1024 * 1024;

export type Waiting = { id: number; sizeBytes: number };
export type WriteQueue<Item extends Waiting> = {
  /** @throws StoreError `store-busy` */
  add(item: Item): void;
  /** Removes and returns the next group, oldest first; empty when nothing waits. */
  takeGroup(): Item[];
  takeAll(): Item[];
  isEmpty(): boolean;
};

export function createWriteQueue<Item extends Waiting>(): WriteQueue<Item> {
  let items: Item[] = [];
  let bytes = 0;
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
    takeGroup() {
      let count = 0;
      let groupBytes = 0;
      while (count < items.length && count < MAX_GROUP) {
        groupBytes += (items[count] as Item).sizeBytes;
        if (count > 0 && groupBytes > MAX_GROUP_BYTES) break;
        count += 1;
      }
      const group = items.slice(0, count);
      items = items.slice(count);
      bytes -= group.reduce((sum, item) => sum + item.sizeBytes, 0);
      return group;
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
