/** `POST /api/drive/tickets` {owner, id, object?}: an address that opens a file of a drive for five minutes. */
import * as z from "zod/mini";
import { driveId, driveOwner } from "#lib/drive/acts.ts";
import type { DriveTickets } from "../../drive/tickets.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { apiError } from "../../http/answer.ts";
import type { ApiRequest, Endpoint } from "../../http/api-router.ts";
import { idTokenOf } from "../../http/caller.ts";
import { createCountedCaller } from "../../http/counted-caller.ts";
import { parseJson } from "../../http/parse-json.ts";
import { orUnavailable } from "../../http/when-unavailable.ts";

const object = z.string().check(z.minLength(1), z.maxLength(1000), z.regex(/^[^/]+$/));
/** A file of a drive, and which of its versions; none named: the current one. */
export const fileOfDrive = z.object({ owner: driveOwner, id: driveId, object: z.optional(object) });

/** A list of a thousand pictures asks for one each. */
const often = { burst: 2000, perMinute: 2000 };

export function createDriveTicketEndpoint(deps: {
  backend: Pick<ServerBackend, "verifyIdToken">;
  tickets: Pick<DriveTickets, "issue">;
  /** Milliseconds since 1970. */
  now: () => number;
}): Endpoint {
  const { backend, tickets, now } = deps;
  const countedCaller = createCountedCaller({ backend, now, ...often });
  return {
    method: "POST",
    path: "/api/drive/tickets",
    maxBodyBytes: 8 * 1024,
    answer: orUnavailable(async (asked: ApiRequest) => {
      const caller = await countedCaller(asked);
      if (caller instanceof Response) return caller;
      const wanted = fileOfDrive.safeParse(parseJson(asked.body));
      if (!wanted.success) {
        return apiError(400, "invalid-request", "Send {owner, id} of a file as JSON.");
      }
      const idToken = idTokenOf(asked.request) ?? "";
      const endsAt = Number(caller.claims["exp"]) * 1000;
      const ticket = await tickets.issue({ uid: caller.uid, idToken, endsAt }, wanted.data);
      return ticket === undefined
        ? apiError(404, "not-found", "There is no such file.")
        : Response.json(ticket);
    }),
  };
}
