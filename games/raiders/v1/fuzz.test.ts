/** Random runs: nothing in them is ever what it may not be. FUZZ_RUNS asks for more of them, FUZZ_SEED for one. */
import { env } from "node:process";
import { expect, test } from "vitest";
import { hashState } from "../../kit/hash-state.ts";
import { draw, randomOf } from "../../kit/random.ts";
import { replay } from "../../kit/replay.ts";
import { type RaidersRules, type RaidersState, raidersEngine } from "../index.ts";
import { type Bot, createBot } from "../testing/bot.ts";
import { faultOf } from "../testing/fault-of.ts";
import { play } from "../testing/play.ts";
import { ranksOf } from "./ranks.ts";

const only = env["FUZZ_SEED"];
const seeds =
  only === undefined
    ? Array.from({ length: Number(env["FUZZ_RUNS"] ?? 300) }, (_, at) => at)
    : [Number(only)];

type Chance = (below: number) => number;

function chanceOf(seed: number): Chance {
  let random = randomOf(seed, 77);
  return (below) => {
    const [value, next] = draw(random, below);
    random = next;
    return value;
  };
}

const kinds: RaidersRules[] = [
  { mode: "normal", shots: 1, autofire: false },
  { mode: "normal", shots: 2, autofire: true },
  { mode: "normal", shots: 2, autofire: false },
  { mode: "calm", shots: 1, autofire: true },
  { mode: "calm", shots: 2, autofire: true },
  { mode: "daily", shots: 1, autofire: false },
];

/** Presses whatever there is, and more, for a while each. */
function masher(chance: Chance): Bot {
  let held = 0;
  return () => {
    if (chance(6) === 0) held = chance(3) === 0 ? chance(4096) : chance(8);
    return held;
  };
}

/** Some begin late, and with many lives: few come as far as that by themselves. */
function engineFor(chance: Chance) {
  if (chance(3) > 0) return raidersEngine;
  const [wave, lives, lower] = [1 + chance(9), 1 + chance(20), chance(4)];
  const ranks = ranksOf(wave);
  const alive = ranks.alive.map((bits) => bits & (chance(2048) | chance(2048)));
  alive[4]! |= 1 << chance(11);
  const left = alive.reduce((sum, bits) => sum + bitsOf(bits), 0);
  const y = ranks.y + lower * 128;
  return {
    ...raidersEngine,
    begin: (seed: number, rules: RaidersRules): RaidersState => ({
      ...raidersEngine.begin(seed, rules),
      wave,
      lives,
      saucerWait: 1 + chance(900),
      ranks: { ...ranks, alive, left, y: Math.min(y, 176 * 16) },
    }),
  };
}

const bitsOf = (bits: number): number => (bits === 0 ? 0 : 1 + bitsOf(bits & (bits - 1)));

function freeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}

test(
  "in random runs no promise is ever broken, and each comes out the same from its log",
  () => {
    for (const seed of seeds) {
      const chance = chanceOf(seed);
      const made = engineFor(chance);
      const rules = kinds[chance(kinds.length)]!;
      const begun = made.begin(seed, rules);
      const engine = { ...made, begin: () => begun };
      const isFrozen = seed % 8 === 0;
      const bot = chance(2) === 0 ? masher(chance) : createBot(seed, chance(60));
      if (isFrozen) freeze(begun);
      const mostTicks = 100 + chance(1500);
      const played = play({ seed, rules, mostTicks, engine }, bot, (state, before) => {
        const fault = faultOf(state, before);
        if (fault !== undefined)
          throw new Error(`Seed ${seed}, tick ${state.tick}: not so: ${fault}`);
        if (isFrozen) freeze(state);
        if (state.tick % 100 === 0) hashState(state);
      });
      const again = replay(engine, played.run);
      if (!("state" in again)) throw new Error(`Seed ${seed} is no run.`);
      expect(hashState(again.state), `seed ${seed}`).toBe(hashState(played.state));
    }
  },
  60_000 + seeds.length * 1000,
);
