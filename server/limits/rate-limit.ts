import { LRUCache } from "lru-cache";

export type RateLimit = {
  /** @returns 0 when the act is allowed, else the seconds after which it would be. */
  take(key: string): number;
};

/** A token bucket for each key: `burst` acts at once, refilled at `perMinute`. Memory is bounded by `maxKeys`. */
export function createRateLimit(options: {
  burst: number;
  perMinute: number;
  now: () => number;
  maxKeys?: number;
}): RateLimit {
  const { burst, perMinute, now, maxKeys = 10_000 } = options;
  const perMs = perMinute / 60_000;
  // With `max` it takes the room of all keys at once.
  const buckets = new LRUCache<string, { tokens: number; at: number }>({
    maxSize: maxKeys,
    sizeCalculation: () => 1,
  });
  return {
    take(key) {
      const at = now();
      const bucket = buckets.get(key) ?? { tokens: burst, at };
      const tokens = Math.min(burst, bucket.tokens + Math.max(0, at - bucket.at) * perMs);
      const allowed = tokens >= 1;
      buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at });
      return allowed ? 0 : Math.ceil((1 - tokens) / perMs / 1000);
    },
  };
}
