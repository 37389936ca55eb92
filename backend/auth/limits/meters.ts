/** How much of something one key has had lately. Bounded in number: who uses a key least is forgotten first. */
import { LRUCache } from "lru-cache";

const MAX_KEYS = 10_000;
/** By sizes: with `max` the room for all of them would be taken before there is one. */
const atMost = { maxSize: MAX_KEYS, sizeCalculation: () => 1 };
/** After so long without a failure, waits begin short again. */
const QUIET_MS = 60 * 60_000;

/** `count` at once, and as many again in every window. */
export type Limit = { count: number; windowMs: number };

/** The first `free` cost no wait; from then on each doubles it. */
export type Delay = { free: number; firstMs: number; maxMs: number };

export type Meter = {
  /** Milliseconds until the key has one again; 0: now. */
  waitMs(key: string): number;
  take(key: string): void;
  /** The one that was taken does not count. */
  giveBack(key: string): void;
  /** Neither do those before it. */
  forget(key: string): void;
};

/** A bucket that fills again with time. */
export function createBuckets({ count, windowMs }: Limit, clock: () => number): Meter {
  const cache = new LRUCache<string, { left: number; atMs: number }>(atMost);

  function leftOf(key: string, nowMs: number): number {
    const bucket = cache.get(key);
    if (bucket === undefined) return count;
    const elapsedMs = Math.max(0, nowMs - bucket.atMs);
    return Math.min(count, bucket.left + (elapsedMs * count) / windowMs);
  }

  function add(key: string, change: number): void {
    const nowMs = clock();
    cache.set(key, { left: Math.min(count, leftOf(key, nowMs) + change), atMs: nowMs });
  }

  return {
    waitMs(key) {
      const missing = 1 - leftOf(key, clock());
      return missing <= 0 ? 0 : (missing * windowMs) / count;
    },
    take: (key) => add(key, -1),
    giveBack: (key) => add(key, 1),
    // Only what was taken: a bucket bounds the sum, also of those that went well in between.
    forget: (key) => add(key, 1),
  };
}

/** A wait that doubles with each one in a row. */
export function createDelays({ free, firstMs, maxMs }: Delay, clock: () => number): Meter {
  const cache = new LRUCache<string, { count: number; atMs: number }>(atMost);

  function read(key: string): { count: number; atMs: number } {
    const delay = cache.get(key);
    // A clock that was set back must not make a wait longer.
    const isOver = delay === undefined || Math.abs(clock() - delay.atMs) > QUIET_MS;
    return isOver ? { count: 0, atMs: 0 } : delay;
  }

  return {
    waitMs(key) {
      const { count, atMs } = read(key);
      if (count < free) return 0;
      const delayMs = Math.min(maxMs, firstMs * 2 ** Math.min(count - free, 30));
      return Math.max(0, Math.min(delayMs, atMs + delayMs - clock()));
    },
    take: (key) => void cache.set(key, { count: read(key).count + 1, atMs: clock() }),
    giveBack(key) {
      const { count, atMs } = read(key);
      if (count > 1) cache.set(key, { count: count - 1, atMs });
      else cache.delete(key);
    },
    forget: (key) => void cache.delete(key),
  };
}
