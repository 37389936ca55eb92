/** What every endpoint of one's own account has in common: a limit, and faults in words. */
import { BackendError } from "#lib/server-backend.ts";
import { UserChangeError } from "../../accounts/change-user.ts";
import { apiError } from "../../http/answer.ts";
import type { RateLimit } from "../../limits/rate-limit.ts";

/** Undefined when the act is allowed. */
export function refuseTooMany(limit: RateLimit, key: string): Response | undefined {
  const wait = limit.take(key);
  if (wait === 0) return undefined;
  return apiError(429, "too-many-requests", `That was often. Try again in ${wait} s.`, {
    "Retry-After": String(wait),
  });
}

/** @throws what is a fault of the server's own. */
export function refuseFault(error: unknown): Response {
  if (error instanceof UserChangeError) return apiError(409, "refused", error.message);
  if (error instanceof BackendError && error.status === "UNAVAILABLE") {
    return apiError(503, "unavailable", "That did not work just now. Try again in a moment.");
  }
  throw error;
}
