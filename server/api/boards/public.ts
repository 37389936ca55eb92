/** `/api/boards/{board}/public`: whether anybody with its address may look at a board, and at what of it. */
import * as z from "zod/mini";
import type { PublicBoards } from "../../boards/public-boards.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { CountedCaller } from "../../http/counted-caller.ts";
import { refuse } from "./answers.ts";
import { plainEndpoint, postEndpoint } from "./endpoint.ts";

const path = "/api/boards/{board}/public";
const shape = z.object({
  on: z.boolean(),
  notes: z.boolean(),
  comments: z.boolean(),
  index: z.boolean(),
});

export function createPublicEndpoints(deps: {
  counted: CountedCaller;
  publicBoards: Pick<PublicBoards, "state" | "change">;
}): Endpoint[] {
  const { counted, publicBoards } = deps;
  return [
    plainEndpoint("GET", path, counted, async ({ uid, board }) => {
      const said = await publicBoards.state(uid, board);
      return typeof said === "string" ? refuse(said) : Response.json(said);
    }),
    postEndpoint(
      path,
      counted,
      { shape, form: "{on, notes, comments, index}" },
      async ({ uid, board }, wanted) => {
        const said = await publicBoards.change(uid, board, wanted);
        return typeof said === "string" ? refuse(said) : Response.json(said);
      },
    ),
  ];
}
