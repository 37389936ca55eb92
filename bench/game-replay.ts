/**
 * P13: ten minutes of each game played again from its log, by the server's own replays, in a process that has just started
 * and played nothing before.
 */
import { readFileSync } from "node:fs";
import type { ReplayJob } from "../server/games/replay-job.ts";
import { type Replays, createReplays } from "../server/games/replays.ts";
import { createLog } from "../server/log.ts";
import { type GameName, type KeptRun, gameNames } from "../tests/support/kept-runs.ts";
import type { BenchRow } from "./bench-row.ts";
import { rowOf } from "./journal-row.ts";

const rounds = 9;
const markMs = 50;
const tenMinutes = 36_000;
/** As often as a player tells of a run. */
const commitTicks = 600;

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const game of gameNames) {
    const jobs = jobsOf(game);
    const cold: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const replays = createReplays({ log: createLog("silent") });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const [start, first, again] = await measure(replays, jobs);
      console.log(
        `${game}: ${first.toFixed(1)} ms, ${again.toFixed(1)} ms then, ${start.toFixed(0)} ms to start`,
      );
      cold.push(first);
      // oxlint-disable-next-line no-await-in-loop
      await replays.close();
    }
    const name = `ten minutes of ${game} played again from their log`;
    rows.push(rowOf({ id: `P13.${game}`, name, samples: cold, markMs }));
  }
  return rows;
}

type Kept = ReplayJob & { hash: number };

/** Ten minutes or a little more, of the longest runs. */
function jobsOf(game: GameName): Kept[] {
  const file = new URL(`../games/${game}/v1/golden.json`, import.meta.url);
  const kept = JSON.parse(readFileSync(file, "utf8")) as KeptRun[];
  const longestFirst = kept.toSorted((a, b) => b.ticks - a.ticks);
  const jobs: Kept[] = [];
  for (let ticks = 0, nth = 0; ticks < tenMinutes; nth += 1) {
    const { seed, rules, log, ticks: more, hash } = longestFirst[nth % longestFirst.length]!;
    const at = Array.from(
      { length: Math.floor(more / commitTicks) },
      (_, i) => (i + 1) * commitTicks,
    );
    const run = { seed, rules, log: Buffer.from(log, "base64"), ticks: more, at };
    jobs.push({ game, version: 1, run, hash });
    ticks += more;
  }
  return jobs;
}

/** @returns milliseconds until a process has answered, and for ten minutes once and once more */
async function measure(replays: Replays, jobs: readonly Kept[]): Promise<[number, number, number]> {
  const begun = performance.now();
  await replays.play({ ...jobs[0]!, version: 0 });
  const start = performance.now() - begun;
  return [start, await tenMinutesOf(replays, jobs), await tenMinutesOf(replays, jobs)];
}

async function tenMinutesOf(replays: Replays, jobs: readonly Kept[]): Promise<number> {
  const begun = performance.now();
  for (const { hash, ...job } of jobs) {
    // oxlint-disable-next-line no-await-in-loop -- in the same process
    const again = await replays.play(job);
    if ("fault" in again || again.hash !== hash) throw new Error(`${job.game} came out otherwise.`);
  }
  const ticks = jobs.reduce((sum, { run }) => sum + run.ticks, 0);
  return ((performance.now() - begun) * tenMinutes) / ticks;
}
