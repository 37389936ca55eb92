/**
 * Google asks that what failed for a moment is asked again, later each time and not by all at once, where asking twice does
 * what asking once does (cloud.google.com/storage/docs/retry-strategy).
 */
import { setTimeout as sleep } from "node:timers/promises";

type Fetch = (request: Request) => Promise<Response>;

export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

const tries = 4;
const firstPauseMs = 200;
const ofAMoment = [408, 500, 502, 503, 504];

/**
 * @param isSafe whether a request that is no reading by its method can be asked twice
 * @param hasBusy whether 429 is for the moment, too, and not about what was asked
 */
export function askingAgain(
  fetch: Fetch,
  options: {
    isSafe: (request: Request) => boolean;
    hasBusy: (request: Request) => boolean;
    wait?: Wait;
  },
): Fetch {
  const { isSafe, hasBusy, wait = usualWait } = options;
  return async (request) => {
    if (!["GET", "HEAD"].includes(request.method) && !isSafe(request)) return fetch(request);
    for (let tried = 1; tried < tries; tried += 1) {
      // oxlint-disable no-await-in-loop -- each try waits for the one before it
      const answer = await fetch(request.clone());
      const { status } = answer;
      if (!ofAMoment.includes(status) && !(status === 429 && hasBusy(request))) return answer;
      await answer.body?.cancel();
      await wait(firstPauseMs * 2 ** (tried - 1) * (0.5 + Math.random()), request.signal);
      // oxlint-enable no-await-in-loop
    }
    return fetch(request);
  };
}

async function usualWait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
}
