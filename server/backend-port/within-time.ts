import { BackendError } from "#lib/server-backend.ts";

type Fetch = (request: Request) => Promise<Response>;

/** A fetch that gives up when no answer has begun within `ms`. @throws BackendError `UNAVAILABLE` */
export function answersWithin(ms: number, fetch: Fetch): Fetch {
  return async (request) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`no answer within ${ms} ms`)), ms);
    try {
      const signal = AbortSignal.any([request.signal, late.signal]);
      return await fetch(new Request(request, { signal }));
    } catch (error) {
      const { host } = new URL(request.url);
      throw new BackendError("UNAVAILABLE", `${host} cannot be reached.`, error);
    } finally {
      // What is read of the answer takes as long as it takes.
      clearTimeout(timer);
    }
  };
}
