/**
 * `POST /api/upload-reservations {name, sizeBytes}` with an ID token: room for an upload to Firebase, which counts
 * nothing itself. firebase/storage.rules let an upload in that names what it gets here, and decide on the place;
 * what is asked for a place that cannot be the caller's is refused here already, so that it takes nobody's room.
 */
import * as z from "zod/mini";
import { networkOf } from "#lib/network-of.ts";
import { isObjectName } from "#lib/object-name.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { Ledger } from "../../hosted-files/ledger.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { verifiedCaller } from "../../http/caller.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";

/** As storage.rules have it. */
const maxObjectBytes = 5 * 1024 ** 3;

const body = z.object({
  name: z.string().check(z.refine(isObjectName)),
  sizeBytes: z.int().check(z.minimum(0)),
});

type Claims = Readonly<Record<string, unknown>>;

export function createUploadReservationsEndpoint(deps: {
  backend: Pick<ServerBackend, "verifyIdToken">;
  ledger: Pick<Ledger, "reserve">;
  now: () => number;
}): Endpoint {
  const { backend, ledger, now } = deps;
  // A folder of small files is one for each.
  const ofNetwork = createRateLimit({ burst: 1200, perMinute: 1200, now });
  const ofUser = createRateLimit({ burst: 600, perMinute: 300, now });

  async function answer({ request, body: text, client }: ApiRequest): Promise<Response> {
    const wait = ofNetwork.take(networkOf(client));
    if (wait > 0) return tooMany(wait);
    const parsed = body.safeParse(parseJson(text));
    if (!parsed.success) {
      return apiError(400, "invalid-request", "Send {name, sizeBytes} as JSON.");
    }
    const { name, sizeBytes } = parsed.data;
    const caller = await verifiedCaller(request, backend);
    if (caller === undefined) return apiError(401, "unauthenticated", "Sign in first.");
    const userWait = ofUser.take(caller.uid);
    if (userWait > 0) return tooMany(userWait);
    if (!mayBeIn(name, caller)) {
      return apiError(403, "not-yours", "You cannot store a file there.");
    }
    if (sizeBytes > maxObjectBytes) {
      return apiError(413, "too-large", "A file can have 5 GB at most.");
    }
    const reserved = await ledger.reserve(caller, { name, sizeBytes });
    if (reserved === undefined) {
      return apiError(402, "quota-exceeded", "There is not enough room left for this file.");
    }
    return Response.json(reserved);
  }

  return {
    method: "POST",
    path: "/api/upload-reservations",
    maxBodyBytes: 4096,
    answer: orUnavailable(answer),
  };
}

/** The rules know who belongs to a room or a board. */
function mayBeIn(name: string, { uid, claims }: { uid: string; claims: Claims }): boolean {
  const [folder, owner, ...below] = name.split("/");
  switch (folder) {
    case "users":
      return owner === uid && below.length > 0;
    case "public":
    case "drafts":
      return claims["editor"] === true || claims["admin"] === true;
    case "chat":
    case "boards":
      return below.length > 0;
    default:
      return false;
  }
}

function tooMany(seconds: number): Response {
  return apiError(429, "too-many-requests", `Try again in ${seconds} s.`, {
    "Retry-After": String(seconds),
  });
}
