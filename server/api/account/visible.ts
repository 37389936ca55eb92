/** `GET /api/account/visible`: what an admin is told of the caller, by the very function that tells it to admins. */
import type { ServerBackend } from "#lib/server-backend.ts";
import { signedInCaller } from "../../http/admin-caller.ts";
import type { Endpoint } from "../../http/api-router.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import type { UserReader } from "../../user-admin/read-user.ts";
import { refuseFault, refuseTooMany } from "./refuse-account.ts";

export function createVisibleEndpoint(deps: {
  backend: Pick<ServerBackend, "verifyIdToken">;
  users: Pick<UserReader, "read">;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint {
  const { backend, users, now } = deps;
  const perAccount = createRateLimit({ burst: 20, perMinute: 10, now });
  return {
    method: "GET",
    path: "/api/account/visible",
    maxBodyBytes: 0,
    async answer({ request }) {
      try {
        const caller = await signedInCaller(request, backend);
        if (caller instanceof Response) return caller;
        return refuseTooMany(perAccount, caller.uid) ?? Response.json(await users.read(caller.uid));
      } catch (error) {
        return refuseFault(error);
      }
    },
  };
}
