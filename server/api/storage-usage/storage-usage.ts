/** `GET /api/storage-usage` with an ID token: what the account keeps in files, and how much it may. */
import { networkOf } from "#lib/network-of.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { QuotaPolicy } from "../../accounts/quota-policy.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { verifiedCaller } from "../../http/caller.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";

export function createStorageUsageEndpoint(deps: {
  backend: Pick<ServerBackend, "verifyIdToken" | "storageUsage">;
  quotaOf: QuotaPolicy;
  now: () => number;
}): Endpoint {
  const { backend, quotaOf } = deps;
  const limit = createRateLimit({ burst: 120, perMinute: 60, now: deps.now });

  async function answer({ request, client }: ApiRequest): Promise<Response> {
    const wait = limit.take(networkOf(client));
    if (wait > 0) {
      return apiError(429, "too-many-requests", `Try again in ${wait} s.`, {
        "Retry-After": String(wait),
      });
    }
    try {
      const caller = await verifiedCaller(request, backend);
      if (caller === undefined) return apiError(401, "unauthenticated", "Sign in first.");
      const { uid, claims } = caller;
      const usage = await backend.storageUsage(uid);
      // Who is asked for somebody else does not know what that one's token says.
      const limitBytes = usage.isOwnLimit ? usage.limitBytes : quotaOf(claims);
      return Response.json({ ...usage, limitBytes });
    } catch (error) {
      if (!(error instanceof BackendError) || error.status !== "UNAVAILABLE") throw error;
      return apiError(503, "unavailable", "It cannot be counted just now. Try again shortly.");
    }
  }

  return { method: "GET", path: "/api/storage-usage", maxBodyBytes: 0, answer };
}
