/** A process of its own for games that are played again: an hour of one takes a second, in which nobody else waits. */
import { playAgain } from "#games/engines.ts";
import { answerJobs } from "../processes/answer-jobs.ts";
import type { ReplayAnswer, ReplayJob } from "./replay-job.ts";

answerJobs(async ({ game, version, run }: ReplayJob): Promise<ReplayAnswer> =>
  playAgain(game, version, run),
);
