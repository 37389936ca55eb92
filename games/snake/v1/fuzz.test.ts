/**
 * Runs of those who lean on the keyboard, and of those who play: whatever is held, what is true of a state stays true, and the
 * run comes out the same from its log. FUZZ_RUNS asks for more runs, FUZZ_SEED for one.
 */
import { env } from "node:process";
import { expect, test } from "vitest";
import { hashState } from "../../kit/hash-state.ts";
import { replay } from "../../kit/replay.ts";
import { type Rules, modes, sizes, snakeEngine, speeds } from "../index.ts";
import { type Bot, createBot, createFumbler } from "../testing/bot.ts";
import { faultsBetween, faultsOf } from "../testing/check-state.ts";
import { play } from "../testing/play.ts";

const asked = env["FUZZ_SEED"];
const runs = Number(env["FUZZ_RUNS"] ?? 300);
const seeds =
  asked === undefined ? Array.from({ length: runs }, (_, at) => at + 1) : [Number(asked)];

function rulesOf(seed: number): Rules {
  if (seed % 19 === 0) return { mode: "daily" };
  return {
    mode: modes[seed % 2]!,
    speed: speeds[Math.floor(seed / 2) % 3]!,
    size: sizes[Math.floor(seed / 6) % 3]!,
  };
}

/** One in 150 fills its board. */
function playerOf(seed: number): { bot: Bot; mostTicks: number } {
  if (seed % 150 === 5) return { bot: createBot(seed, "cycle"), mostTicks: 14_000 };
  if (seed % 30 === 0) return { bot: createBot(seed, "hasty"), mostTicks: 3000 };
  return { bot: createFumbler(seed), mostTicks: 1500 };
}

function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
}

test("whatever is held, the state is in order, the score never falls, and the log tells the run", () => {
  const ends = new Set<string>();
  for (const seed of seeds) {
    const run = { seed, rules: rulesOf(seed), ...playerOf(seed) };
    expect(faultsOf(snakeEngine.begin(seed, run.rules)), `seed ${seed}`).toEqual([]);
    const played = play(run, (before, after) => {
      const faults = [...faultsOf(after), ...faultsBetween(before, after)];
      if (faults.length > 0) throw new Error(`seed ${seed}: ${faults.join(", ")}`);
      if (seed % 4 === 0) deepFreeze(after);
    });
    const again = replay(snakeEngine, played);
    if ("fault" in again) throw new Error(`seed ${seed}: ${again.fault}`);
    expect(hashState(again.state), `seed ${seed}`).toBe(hashState(played.state));
    ends.add(played.state.over);
  }
  const all = ["", "wall", "self", "full"].filter((over) => seeds.length >= 300 || ends.has(over));
  expect(ends).toEqual(new Set(all));
}, 600_000);
