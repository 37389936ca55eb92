/**
 * Refused sign-ins take as long as the slowest kind of hash in use. Accounts that came from elsewhere have a new kind
 * after their first sign-in here: without this a quick refusal would tell that somebody has the account and uses it.
 */
import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";

const MAX_KINDS = 50;
/** Of each kind; the slowest of them counts. */
const REMEMBERED = 5;
/** A kind that is in use is seen again before; a moment in which the machine stood still is forgotten. */
const REMEMBERED_MS = 60 * 60 * 1000;
/** Above the slowest, because the next one may be slower. */
const MARGIN = 1.25;
/** The costliest hash that is taken needs less. */
const MAX_MS = 3000;

/** Milliseconds; `nowMs` of any beginning. */
export type Timer = { nowMs: () => number; wait: (ms: number) => Promise<unknown> };

const realTimer: Timer = { nowMs: () => performance.now(), wait };

export type EvenTime = {
  measure<Result>(
    kind: string,
    work: () => Promise<Result>,
  ): Promise<{ result: Result; tookMs: number }>;
  /** What is left until the slowest kind would be done, too; it costs no work. */
  rest(tookMs: number): Promise<void>;
};

export function createEvenTime(timer = realTimer): EvenTime {
  const lately = new LRUCache<string, number[]>({ max: MAX_KINDS, ttl: REMEMBERED_MS });

  return {
    async measure(kind, work) {
      const beganMs = timer.nowMs();
      const result = await work();
      const tookMs = timer.nowMs() - beganMs;
      lately.set(kind, [tookMs, ...(lately.get(kind) ?? [])].slice(0, REMEMBERED));
      return { result, tookMs };
    },
    async rest(tookMs) {
      const slowestMs = Math.max(0, ...[...lately.values()].flat());
      const restMs = Math.min(MAX_MS, slowestMs * MARGIN) - tookMs;
      if (restMs > 0) await timer.wait(restMs);
    },
  };
}
