/** `/api/boards/{board}/…`: roles of members, who leaves, and the end of a board. */
import * as z from "zod/mini";
import type { ChangedRole, DeletedBoard, RemovedMember } from "#lib/boards/api.ts";
import { mostBoardsOwned } from "#lib/boards/limits.ts";
import type { MemberActs } from "../../boards/member-acts.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { CountedCaller } from "../../http/counted-caller.ts";
import { doneOr, refuse } from "./answers.ts";
import { plainEndpoint, postEndpoint } from "./endpoint.ts";

const uid = z.string().check(z.minLength(1), z.maxLength(128));
const roleShape = z.object({
  uid,
  role: z.enum(["owner", "member", "viewer"]),
}) satisfies z.ZodMiniType<ChangedRole>;
const removeShape = z.object({ uid }) satisfies z.ZodMiniType<RemovedMember>;
const deleteShape = z.object({
  name: z.string().check(z.maxLength(400)),
}) satisfies z.ZodMiniType<DeletedBoard>;

export function createMemberEndpoints(deps: {
  counted: CountedCaller;
  members: MemberActs;
}): Endpoint[] {
  const { counted, members } = deps;
  return [
    postEndpoint(
      "/api/boards/{board}/members/role",
      counted,
      { shape: roleShape, form: "{uid, role}" },
      async ({ uid: by, board }, asked) => {
        const said = await members.setRole(by, board, asked);
        if (said !== "too-many-boards") return doneOr(said);
        return refuse(said, `They own ${mostBoardsOwned} boards already.`);
      },
    ),
    postEndpoint(
      "/api/boards/{board}/members/remove",
      counted,
      { shape: removeShape, form: "{uid}" },
      async ({ uid: by, board }, asked) => doneOr(await members.remove(by, board, asked.uid)),
    ),
    plainEndpoint("POST", "/api/boards/{board}/leave", counted, async (asked) =>
      doneOr(await members.leave(asked.uid, asked.board)),
    ),
    postEndpoint(
      "/api/boards/{board}/delete",
      counted,
      { shape: deleteShape, form: "{name}" },
      async ({ uid: by, board }, { name }) => doneOr(await members.end(by, board, name)),
    ),
  ];
}
