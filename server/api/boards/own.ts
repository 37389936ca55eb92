/** `/api/boards`: what somebody belongs to, and new boards. */
import * as z from "zod/mini";
import type { NewBoard, OwnBoards } from "#lib/boards/api.ts";
import type { Boards } from "../../boards/boards.ts";
import type { Joining } from "../../boards/joining.ts";
import type { OwnBoards as OwnBoardsRoom } from "../../boards/own-boards.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { CountedCaller } from "../../http/counted-caller.ts";
import { refuse, wrong } from "./answers.ts";
import { plainEndpoint, postEndpoint } from "./endpoint.ts";

const newBoardShape = z.object({
  name: z.string().check(z.maxLength(100)),
  colour: z.string().check(z.maxLength(20)),
  zone: z.string().check(z.maxLength(64)),
}) satisfies z.ZodMiniType<NewBoard>;

export function createOwnBoardEndpoints(deps: {
  counted: CountedCaller;
  boards: Pick<Boards, "create">;
  ownBoards: Pick<OwnBoardsRoom, "list">;
  joining: Pick<Joining, "mine">;
}): Endpoint[] {
  const { counted, boards, ownBoards, joining } = deps;
  return [
    plainEndpoint("GET", "/api/boards", counted, async ({ uid }) => {
      const [own, invites] = await Promise.all([ownBoards.list(uid), joining.mine(uid)]);
      return Response.json({ boards: own, invites } satisfies OwnBoards);
    }),
    postEndpoint(
      "/api/boards",
      counted,
      { shape: newBoardShape, form: "{name, colour, zone}" },
      async ({ uid }, asked) => {
        const made = await boards.create(uid, asked);
        if (typeof made === "string") return refuse("too-many-boards");
        return "fault" in made ? wrong(made.fault) : Response.json(made, { status: 201 });
      },
    ),
  ];
}
