/** How often one may try. Buckets that fill again with time; what was a success is given back and so never counts. */
import { LRUCache } from "lru-cache";
import { networkOf } from "#lib/network-of.ts";
import { tooManyAttempts } from "../errors.ts";

const MAX_BUCKETS = 10_000;

type Limit = { count: number; windowMs: number };

export type AttemptLimits = {
  /** Accounts made from one network. */
  signUpsPerNetwork: Limit;
  /** Failed sign-ins. */
  signInsPerNetwork: Limit;
  signInsPerEmailAndNetwork: Limit;
  /** Of everybody together: only this one can keep the owner of an account out, so it is wide. */
  signInsPerEmail: Limit;
};

const MINUTE_MS = 60_000;

export const DEFAULT_LIMITS: AttemptLimits = {
  signUpsPerNetwork: { count: 100, windowMs: 60 * MINUTE_MS },
  signInsPerNetwork: { count: 60, windowMs: 15 * MINUTE_MS },
  signInsPerEmailAndNetwork: { count: 10, windowMs: 15 * MINUTE_MS },
  signInsPerEmail: { count: 100, windowMs: 60 * MINUTE_MS },
};

export type AttemptLimiter = {
  /** Counts before the work begins, so that attempts at the same moment are counted too. @throws TOO_MANY_ATTEMPTS_TRY_LATER */
  takeSignIn(client: string, email: string): { giveBack(): void };
  /** @throws TOO_MANY_ATTEMPTS_TRY_LATER */
  takeSignUp(client: string): { giveBack(): void };
};

export function createAttemptLimiter(limits: AttemptLimits, clock: () => number): AttemptLimiter {
  const signUps = createBuckets(limits.signUpsPerNetwork, clock);
  const networks = createBuckets(limits.signInsPerNetwork, clock);
  const pairs = createBuckets(limits.signInsPerEmailAndNetwork, clock);
  const emails = createBuckets(limits.signInsPerEmail, clock);
  return {
    takeSignIn(client, email) {
      const network = networkOf(client);
      return takeAll([
        [networks, network],
        [pairs, JSON.stringify([network, email])],
        [emails, email],
      ]);
    },
    takeSignUp: (client) => takeAll([[signUps, networkOf(client)]]),
  };
}

type Buckets = ReturnType<typeof createBuckets>;

function takeAll(wanted: readonly [buckets: Buckets, key: string][]): { giveBack(): void } {
  const waitMs = Math.max(...wanted.map(([buckets, key]) => buckets.waitMs(key)));
  if (waitMs > 0) throw tooManyAttempts(Math.ceil(waitMs / 1000));
  for (const [buckets, key] of wanted) buckets.add(key, -1);
  let taken = true;
  return {
    giveBack() {
      if (!taken) return;
      taken = false;
      for (const [buckets, key] of wanted) buckets.add(key, 1);
    },
  };
}

function createBuckets({ count, windowMs }: Limit, clock: () => number) {
  const cache = new LRUCache<string, { left: number; atMs: number }>({ max: MAX_BUCKETS });

  function leftOf(key: string, nowMs: number): number {
    const bucket = cache.get(key);
    if (bucket === undefined) return count;
    const elapsedMs = Math.max(0, nowMs - bucket.atMs);
    return Math.min(count, bucket.left + (elapsedMs * count) / windowMs);
  }

  return {
    waitMs(key: string): number {
      const missing = 1 - leftOf(key, clock());
      return missing <= 0 ? 0 : (missing * windowMs) / count;
    },
    add(key: string, change: number): void {
      const nowMs = clock();
      cache.set(key, { left: Math.min(count, leftOf(key, nowMs) + change), atMs: nowMs });
    },
  };
}
