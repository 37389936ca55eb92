/** `GET /api/mail/outbox` with an admin's ID token: what waits to be sent or handed on, its codes masked. */
import { networkOf } from "#lib/network-of.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { callerOf } from "../../http/caller.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import type { Mail } from "../../mail/mail.ts";
import { masked } from "../../mail/message.ts";

/** More are counted only. */
const maxShown = 100;

export function createOutboxEndpoint(deps: {
  backend: Pick<ServerBackend, "verifyIdToken" | "getValue">;
  /** Undefined at Firebase. */
  mail: Pick<Mail, "waiting" | "sends"> | undefined;
  now: () => number;
}): Endpoint {
  const { backend, mail } = deps;
  const limit = createRateLimit({ burst: 30, perMinute: 60, now: deps.now });

  async function answer({ request, client }: ApiRequest): Promise<Response> {
    const wait = limit.take(networkOf(client));
    if (wait > 0) {
      const retry = { "Retry-After": String(wait) };
      return apiError(429, "too-many-requests", `Try again in ${wait} s.`, retry);
    }
    const uid = await callerOf(request, backend);
    if (uid === undefined) return apiError(401, "unauthenticated", "Sign in first.");
    const { value: isAdmin } = await backend.getValue(`users/${uid}/roles/admin`);
    if (isAdmin !== true) return apiError(403, "forbidden", "Only admins see the outbox.");
    if (mail === undefined) {
      return apiError(501, "unimplemented", "Firebase sends its mails itself: none waits here.");
    }
    const { mails, total } = await mail.waiting(maxShown);
    return Response.json({
      sends: mail.sends,
      total,
      mails: mails.map(({ name, kind, to, subject, createdAt, expiresAt, ...content }) => {
        return { id: name, kind, to, subject, text: masked(content), createdAt, expiresAt };
      }),
    });
  }

  return { method: "GET", path: "/api/mail/outbox", maxBodyBytes: 0, answer };
}
