/** `POST /api/owner {secret}` with an ID token: makes the caller the site's owner by the link of the start. */
import * as z from "zod/mini";
import { networkOf } from "#lib/network-of.ts";
import { BackendError } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { OwnerLink } from "../../accounts/owner-link.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";

const body = z.object({ secret: z.string().check(z.maxLength(200)) });

export function createOwnerEndpoint(deps: {
  backend: Pick<ServerBackend, "verifyIdToken">;
  /** Undefined while the server starts. */
  ownerLink: () => OwnerLink | undefined;
  now: () => number;
}): Endpoint {
  const limit = createRateLimit({ burst: 10, perMinute: 10, now: deps.now });

  async function answer({ request, body: text, client }: ApiRequest): Promise<Response> {
    const wait = limit.take(networkOf(client));
    if (wait > 0) {
      return apiError(429, "too-many-requests", `Try again in ${wait} s.`, {
        "Retry-After": String(wait),
      });
    }
    const parsed = body.safeParse(parseJson(text));
    if (!parsed.success) return apiError(400, "invalid-request", "Send {secret} as JSON.");
    const token = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    if (token === undefined) return apiError(401, "unauthenticated", "Sign in first.");
    const uid = await uidOf(token);
    if (uid === undefined) return apiError(401, "unauthenticated", "Sign in again.");
    const link = deps.ownerLink();
    if (link === undefined) return apiError(503, "starting", "Try again in a moment.");
    switch (await link.take(parsed.data.secret, uid)) {
      case "taken":
        return new Response(null, { status: 204 });
      case "gone":
        return apiError(410, "gone", "This site has an owner already.");
      case "wrong":
        return apiError(
          403,
          "wrong-secret",
          "This link is not the one of the server's last start.",
        );
      case "no-record":
        return apiError(409, "no-record", "Your account is not ready yet. Try again in a moment.");
    }
  }

  async function uidOf(token: string): Promise<string | undefined> {
    try {
      return (await deps.backend.verifyIdToken(token)).uid;
    } catch (error) {
      if (error instanceof BackendError && error.status === "UNAUTHENTICATED") return undefined;
      throw error;
    }
  }

  return { method: "POST", path: "/api/owner", maxBodyBytes: 1024, answer };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is refused by the schema like any other wrong body.
    return undefined;
  }
}
