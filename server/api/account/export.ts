/** `POST /api/account/export` → `{url, expiresAt}`: where all of one's own data can be fetched, once, for five minutes. Wants a fresh sign-in. */
import type { ServerBackend } from "#lib/server-backend.ts";
import type { ExportDesk } from "../../account-data/export-desk.ts";
import { recentCaller } from "../../http/admin-caller.ts";
import type { Endpoint } from "../../http/api-router.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import { refuseFault, refuseTooMany } from "./refuse-account.ts";

const recentS = 5 * 60;

export function createExportEndpoint(deps: {
  backend: Pick<ServerBackend, "verifyIdToken">;
  exports: Pick<ExportDesk, "issue">;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint {
  const { backend, exports, now } = deps;
  const perAccount = createRateLimit({ burst: 5, perMinute: 0.2, now });
  return {
    method: "POST",
    path: "/api/account/export",
    maxBodyBytes: 100,
    async answer({ request }) {
      try {
        const caller = await recentCaller(request, backend, recentS, now);
        if (caller instanceof Response) return caller;
        const refusal = refuseTooMany(perAccount, caller.uid);
        if (refusal !== undefined) return refusal;
        return Response.json(await exports.issue(caller.uid));
      } catch (error) {
        return refuseFault(error);
      }
    },
  };
}
