/**
 * `POST /api/effects {path}` with an ID token: what must follow a client's write where no commit event comes, because
 * Firebase took the write. The browser names the place; everything else is read anew, so a call that is made up, or made
 * twice, does nothing. The place is the caller's own record (profile, claims, and who the owner is), their own todo list
 * (reminders), or the reservation of a file that was uploaded or deleted.
 */
import * as z from "zod/mini";
import { networkOf } from "#lib/network-of.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { UserMirror } from "../../accounts/mirror-users.ts";
import type { HostedFiles } from "../../hosted-files/hosted-files.ts";
import { isReservationId } from "../../hosted-files/reservation.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { callerOf } from "../../http/caller.ts";
import { createRateLimit } from "../../limits/rate-limit.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";
import { makeOwner } from "./make-owner.ts";

const body = z.object({ path: z.string().check(z.maxLength(300)) });

type EffectsBackend = Pick<ServerBackend, "verifyIdToken" | "getAccount" | "getValue" | "putValue">;

export function createEffectsEndpoint(deps: {
  backend: EffectsBackend;
  users: Pick<UserMirror, "mend">;
  files: Pick<HostedFiles, "settle">;
  /** What follows of an account's tasks. */
  todos: { mend(uid: string): Promise<void> };
  /** Lower case; undefined when nobody is named. */
  ownerEmail: string | undefined;
  /** Writes down who becomes the owner, before they do. */
  keepAct?: (uid: string) => Promise<unknown>;
  now: () => number;
}): Endpoint {
  const { backend, users, files, todos, ownerEmail, keepAct, now } = deps;
  // A page sends one at sign-in and one for each change; behind one address are many pages.
  const ofNetwork = createRateLimit({ burst: 60, perMinute: 60, now });
  const ofUser = createRateLimit({ burst: 10, perMinute: 10, now });
  const todosOfUser = createRateLimit({ burst: 10, perMinute: 10, now });
  // One for each file of a folder.
  const filesOfNetwork = createRateLimit({ burst: 1200, perMinute: 1200, now });
  const filesOfUser = createRateLimit({ burst: 600, perMinute: 300, now });

  async function answer({ request, body: text, client }: ApiRequest): Promise<Response> {
    const parsed = body.safeParse(parseJson(text));
    const reservation = parsed.success ? reservationIn(parsed.data.path) : undefined;
    const limit = reservation === undefined ? ofNetwork : filesOfNetwork;
    const wait = limit.take(networkOf(client));
    if (wait > 0) return tooMany(wait);
    if (!parsed.success) return apiError(400, "invalid-request", "Send {path} as JSON.");
    const uid = await callerOf(request, backend);
    if (uid === undefined) return apiError(401, "unauthenticated", "Sign in first.");
    if (reservation !== undefined) {
      const fileWait = filesOfUser.take(uid);
      if (fileWait > 0) return tooMany(fileWait);
      await files.settle(reservation);
      return new Response(null, { status: 204 });
    }
    if (parsed.data.path === `todos/${uid}`) {
      const todoWait = todosOfUser.take(uid);
      if (todoWait > 0) return tooMany(todoWait);
      await todos.mend(uid);
      return new Response(null, { status: 204 });
    }
    if (parsed.data.path !== `users/${uid}`) {
      return apiError(403, "not-yours", "Only what follows your own record can be asked for.");
    }
    const userWait = ofUser.take(uid);
    if (userWait > 0) return tooMany(userWait);
    await makeOwner(backend, ownerEmail, uid, keepAct);
    await users.mend(uid);
    return new Response(null, { status: 204 });
  }

  return {
    method: "POST",
    path: "/api/effects",
    maxBodyBytes: 1024,
    answer: orUnavailable(answer),
  };
}

/** Undefined for any other place. */
function reservationIn(path: string): string | undefined {
  const [collection, id = "", ...below] = path.split("/");
  const isOne = collection === "uploadReservations" && isReservationId(id) && below.length === 0;
  return isOne ? id : undefined;
}

function tooMany(seconds: number): Response {
  return apiError(429, "too-many-requests", `Try again in ${seconds} s.`, {
    "Retry-After": String(seconds),
  });
}
