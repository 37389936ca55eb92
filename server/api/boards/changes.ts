/** `POST /api/boards/{board}/changes`: what members write, as the judge takes it. */
import * as z from "zod/mini";
import { mostInBatch } from "#lib/boards/limits.ts";
import type { BoardAnswer, Boards } from "../../boards/boards.ts";
import type { Endpoint } from "../../http/api-router.ts";
import type { CountedCaller } from "../../http/counted-caller.ts";
import { doneOr, wrong } from "./answers.ts";
import { postEndpoint } from "./endpoint.ts";

const changeShape = z.object({ writes: z.record(z.string(), z.unknown()) });

/** @param deps.changing counts these apart from everything else */
export function createChangeEndpoint(deps: {
  changing: CountedCaller;
  boards: Pick<Boards, "change">;
}): Endpoint {
  const { changing, boards } = deps;
  const endpoint = postEndpoint(
    "/api/boards/{board}/changes",
    changing,
    { shape: changeShape, form: "{writes}" },
    async ({ uid, board }, { writes }) => answerOf(await boards.change(uid, board, writes)),
  );
  return { ...endpoint, maxBodyBytes: mostInBatch.bytes };
}

function answerOf(answer: BoardAnswer): Response {
  if (typeof answer === "string") return doneOr(answer === "taken" ? "done" : answer);
  return "fault" in answer ? wrong(answer.fault) : Response.json(answer, { status: 422 });
}
