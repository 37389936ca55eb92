/** `/api/boards/invites/…` and `/api/boards/join…`: somebody answers an invite. */
import * as z from "zod/mini";
import type { AnsweredInvite, JoinLink, MadeBoard } from "#lib/boards/api.ts";
import { mostBoardsJoined } from "#lib/boards/limits.ts";
import type { Joined, Joining } from "../../boards/joining.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { CountedCaller } from "../../http/counted-caller.ts";
import { doneOr, refuse } from "./answers.ts";
import { postEndpoint } from "./endpoint.ts";

const short = z.string().check(z.minLength(1), z.maxLength(100));
const ofId = {
  shape: z.object({ id: short }) satisfies z.ZodMiniType<AnsweredInvite>,
  form: "{id}",
};
const ofSecret = {
  shape: z.object({ secret: short }) satisfies z.ZodMiniType<JoinLink>,
  form: "{secret}",
};

export function createJoinEndpoints(deps: {
  counted: CountedCaller;
  joining: Joining;
}): Endpoint[] {
  const { counted, joining } = deps;
  return [
    postEndpoint("/api/boards/invites/accept", counted, ofId, async ({ uid }, { id }) =>
      joinedOr(await joining.accept(uid, id)),
    ),
    postEndpoint("/api/boards/invites/decline", counted, ofId, async ({ uid }, { id }) =>
      doneOr(await joining.decline(uid, id)),
    ),
    // By POST, too: the secret stands in no address.
    postEndpoint("/api/boards/join/look", counted, ofSecret, async ({ uid }, { secret }) => {
      const seen = await joining.look(uid, secret);
      return typeof seen === "string" ? refuse(seen) : Response.json(seen);
    }),
    postEndpoint("/api/boards/join", counted, ofSecret, async ({ uid }, { secret }) =>
      joinedOr(await joining.join(uid, secret)),
    ),
  ];
}

function joinedOr(said: Joined): Response {
  if (typeof said === "object") return Response.json(said satisfies MadeBoard);
  if (said !== "too-many-boards") return refuse(said);
  return refuse(said, `You belong to ${mostBoardsJoined} boards already: leave one first.`);
}
