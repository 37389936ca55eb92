import { waitOrOnline } from "#app/live/wait-or-online.ts";

const waitsMs = [2000, 5000, 10_000, 30_000];

/** Tries until it succeeds or `life` ends, then rejects with its reason; sooner again when the browser is back online. */
export async function untilDone<Result>(
  attempt: () => Promise<Result>,
  options: { life?: AbortSignal; failed: (error: unknown) => void; wait?: typeof waitOrOnline },
): Promise<Result> {
  const { life, failed, wait = waitOrOnline } = options;
  for (let tries = 0; ; tries += 1) {
    try {
      // One after the other is the point.
      // oxlint-disable-next-line no-await-in-loop
      const result = await attempt();
      life?.throwIfAborted();
      return result;
    } catch (error) {
      life?.throwIfAborted();
      failed(error);
    }
    // oxlint-disable-next-line no-await-in-loop
    await wait(waitsMs[Math.min(tries, waitsMs.length - 1)] ?? 0, life);
    life?.throwIfAborted();
  }
}

/** The same promise; `late` is called when it takes longer. */
export async function saidWhenLate<Result>(
  promise: Promise<Result>,
  ms: number,
  late: () => void,
): Promise<Result> {
  const timer = setTimeout(late, ms);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
