/** Who may work when: a few at once, each network in its turn, and no more waiting than can be served soon. */
import { busyWithPictures } from "./errors.ts";

export type JobQueue = {
  /**
   * @param from network of who asks; undefined for the server itself, whose jobs always wait.
   * @throws ImageError when too many wait; the signal's reason when it ends a job that still waits.
   */
  add<Result>(
    from: string | undefined,
    work: () => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>;
};

export function createJobQueue(limits: {
  atOnce: number;
  waiting: number;
  waitingOfOne: number;
}): JobQueue {
  // Networks in the order of their turns.
  const waiting = new Map<string, (() => void)[]>();
  let waitingCount = 0;
  let running = 0;

  function takeNext(): (() => void) | undefined {
    for (const [network, starts] of waiting) {
      waiting.delete(network);
      const start = starts.shift();
      if (starts.length > 0) waiting.set(network, starts);
      if (start !== undefined) return start;
    }
    return undefined;
  }

  function leave(network: string, start: () => void): void {
    const starts = waiting.get(network);
    const at = starts?.indexOf(start) ?? -1;
    if (starts === undefined || at === -1) return;
    starts.splice(at, 1);
    if (starts.length === 0) waiting.delete(network);
  }

  /** Resolves when it is this job's turn. */
  async function turn(from: string | undefined, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (running < limits.atOnce) {
      running += 1;
      return;
    }
    const network = from ?? "";
    const starts = waiting.get(network) ?? [];
    const isFull = waitingCount >= limits.waiting || starts.length >= limits.waitingOfOne;
    if (from !== undefined && isFull) throw busyWithPictures();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = () => resolve();
    const end = () => {
      leave(network, start);
      reject(signal.reason as Error);
    };
    starts.push(start);
    waiting.set(network, starts);
    waitingCount += 1;
    signal.addEventListener("abort", end, { once: true });
    try {
      await promise;
    } finally {
      waitingCount -= 1;
      signal.removeEventListener("abort", end);
    }
  }

  return {
    async add(from, work, signal) {
      await turn(from, signal);
      try {
        return await work();
      } finally {
        // The place passes on without being free in between, or a newcomer would overtake.
        const next = takeNext();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
