/** What `/api/games/…` takes, and nothing beside it. */
import * as z from "zod/mini";
import { mostLogBytes, mostTicks } from "#games/kit/input-log.ts";
import {
  type CommitRequest,
  type FinishRequest,
  type NamedRequest,
  type RemoveRequest,
  type RestRequest,
  type StartRequest,
  gameNames,
  periods,
} from "#lib/games/game-api.ts";

const game = z.enum(gameNames);
const run = z.string().check(z.regex(/^[0-9a-f]{32}$/));
const board = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/));
const whole = (from: number, to: number) => z.int().check(z.minimum(from), z.maximum(to));

export const startShape: z.ZodMiniType<StartRequest> = z.strictObject({ game, rules: z.unknown() });

export const commitShape: z.ZodMiniType<CommitRequest> = z.strictObject({
  game,
  run,
  tick: whole(1, mostTicks),
  bytes: whole(0, mostLogBytes),
  chain: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

export const restShape: z.ZodMiniType<RestRequest> = z.strictObject({
  game,
  run,
  to: z.enum(["rest", "play"]),
});

export const finishShape: z.ZodMiniType<FinishRequest> = z.strictObject({
  game,
  run,
  // Written in the one way that its bytes have: what is sent is what is kept.
  log: z
    .string()
    .check(z.refine((text) => Buffer.from(text, "base64").toString("base64") === text)),
  // What is too much is refused by the judge, who says why.
  ticks: z.int(),
  claimed: z.int(),
  hash: whole(0, 2 ** 32 - 1),
});

export const boardShape = z.strictObject({
  game,
  board,
  period: z.enum(periods),
  day: z.optional(z.string()),
});

export const runShape = z.strictObject({ id: run });
export const namedShape: z.ZodMiniType<NamedRequest> = z.strictObject({ isNamed: z.boolean() });
export const removeShape: z.ZodMiniType<RemoveRequest> = z.strictObject({ game, board, run });
