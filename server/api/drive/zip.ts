/** `POST /api/drive/zip` {owner, ids}: an address that opens once and sends them as one ZIP. */
import * as z from "zod/mini";
import { driveId, driveOwner } from "#lib/drive/acts.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import type { ZipDesk } from "../../drive/zip-desk.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { createCountedCaller } from "../../http/counted-caller.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";

/** Of one selection. */
const mostIds = 1000;
const body = z.object({
  owner: driveOwner,
  ids: z.array(driveId).check(z.minLength(1), z.maxLength(mostIds)),
});

export function createDriveZipEndpoint(deps: {
  backend: Pick<ServerBackend, "verifyIdToken">;
  desk: Pick<ZipDesk, "issue">;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint {
  const { desk } = deps;
  const countedCaller = createCountedCaller({ ...deps, burst: 30, perMinute: 30 });
  return {
    method: "POST",
    path: "/api/drive/zip",
    maxBodyBytes: 64 * 1024,
    answer: orUnavailable(async (asked: ApiRequest) => {
      const caller = await countedCaller(asked);
      if (caller instanceof Response) return caller;
      const wanted = body.safeParse(parseJson(asked.body));
      if (!wanted.success) {
        return apiError(400, "invalid-request", `Send {owner, ids}, at most ${mostIds}, as JSON.`);
      }
      const { owner, ids } = wanted.data;
      const ticket = await desk.issue(caller.uid, { owner, ids: [...new Set(ids)] });
      return ticket === undefined
        ? apiError(404, "not-found", "Some of it is no longer there.")
        : Response.json(ticket);
    }),
  };
}
