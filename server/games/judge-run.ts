/**
 * Whether a run counts: what its player says of it is held against what the server gave out and heard, and then it is
 * played again. What counts is what came of that, never what was claimed. docs/games.md
 */
import type { Board } from "#games/kit/engine.ts";
import type { GameName, SavedRun } from "#games/engines.ts";
import { mostLogBytes, mostTicks } from "#games/kit/input-log.ts";
import { type Commit, holdsCommits } from "#lib/games/commit-chain.ts";
import type { RunFault } from "#lib/games/game-api.ts";
import { type Rest, faultOfTimes } from "#lib/games/run-times.ts";
import type { ReplayAnswer, ReplayJob } from "./replay-job.ts";

/** As the server gave it out, and what it has heard of it since, by its own clock. */
export type StartedRun = {
  id: string;
  game: GameName;
  version: number;
  seed: number;
  rules: unknown;
  startedAtMs: number;
  commits: readonly (Commit & { atMs: number })[];
  rests: readonly Rest[];
};

/** As its player sends it. `claimed` and `hash` are what their browser came to. */
export type FinishedRun = {
  log: Uint8Array<ArrayBuffer>;
  ticks: number;
  claimed: number;
  hash: number;
};

type RunVerdict = { result: number; board: Board } | { fault: RunFault };

/** A commit is due each 600 ticks; one may be lost now and then. */
const mostTicksBetween = 1200;
/** More often than each five seconds nobody has to say anything. */
export const fewestTicksEach = 300;

/**
 * @param play plays it again @throws whatever `play` does
 * @param nowMs when the run came
 */
export async function judgeRun(
  started: StartedRun,
  { log, ticks, claimed, hash }: FinishedRun,
  { play, nowMs }: { play: (job: ReplayJob) => Promise<ReplayAnswer>; nowMs: number },
): Promise<RunVerdict> {
  const { id, game, version, seed, rules, startedAtMs, commits, rests } = started;
  if (!Number.isInteger(ticks) || ticks < 0 || ticks > mostTicks || log.length > mostLogBytes) {
    return { fault: "no-log" };
  }
  // What costs least is looked at first.
  if (!areCommits(commits, ticks)) return { fault: "no-commits" };
  const times = faultOfTimes(startedAtMs, [...commits, { tick: ticks, atMs: nowMs }], rests);
  if (times !== undefined) return { fault: times };
  const run: SavedRun = { seed, rules, log, ticks, at: commits.map(({ tick }) => tick) };
  const again = await play({ game, version, run });
  if ("fault" in again) return again;
  const bytes = new Map(commits.map(({ tick }, at) => [tick, again.bytes[at]]));
  if (!(await holdsCommits(id, { log, commits }, (tick) => bytes.get(tick)))) {
    return { fault: "other-log" };
  }
  if (!again.isOver) return { fault: "not-over" };
  if (again.board === null || again.result === null) return { fault: "not-compared" };
  if (again.hash !== hash || again.result !== claimed) return { fault: "other-result" };
  return { result: again.result, board: again.board };
}

/** In their order, whole, and neither too few nor too many. */
function areCommits(commits: readonly Commit[], ticks: number): boolean {
  if (commits.length > ticks / fewestTicksEach + 2) return false;
  let last = 0;
  for (const { tick, bytes } of commits) {
    if (!Number.isSafeInteger(tick) || !Number.isSafeInteger(bytes) || bytes < 0) return false;
    if (tick <= last || tick > ticks || tick - last > mostTicksBetween) return false;
    last = tick;
  }
  return ticks - last <= mostTicksBetween;
}
