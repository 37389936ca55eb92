/** Who acts on their own account, and not too often: counted by account, so that strangers of a network lock nobody out. */
import { networkOf } from "#lib/network-of.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { createRateLimit } from "../limits/rate-limit.ts";
import { recentCaller, signedInCaller } from "./admin-caller.ts";
import { tooManyRequests } from "./answer.ts";
import type { ApiRequest } from "./api-router.ts";

type Caller = { uid: string; claims: Record<string, unknown> };

/** The caller, or what they are answered. `maxAgeS`: how long ago they may have signed in. @throws BackendError */
export type CountedCaller = (
  asked: Pick<ApiRequest, "request" | "client">,
  maxAgeS?: number,
) => Promise<Caller | Response>;

/** @param deps.now milliseconds since 1970. Who is nobody is counted by network, by the same measure. */
export function createCountedCaller(deps: {
  backend: Pick<ServerBackend, "verifyIdToken">;
  burst: number;
  perMinute: number;
  now: () => number;
}): CountedCaller {
  const { backend, now } = deps;
  const perAccount = createRateLimit(deps);
  const strangers = createRateLimit(deps);
  return async ({ request, client }, maxAgeS) => {
    const caller =
      maxAgeS === undefined
        ? await signedInCaller(request, backend)
        : await recentCaller(request, backend, maxAgeS, now);
    const isNobody = caller instanceof Response;
    const wait = isNobody ? strangers.take(networkOf(client)) : perAccount.take(caller.uid);
    return wait > 0 ? tooManyRequests(wait) : caller;
  };
}
