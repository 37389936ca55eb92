import { env } from "node:process";
import { expect, test } from "vitest";
import { type TickInput, noInput, placeRange } from "../../kit/engine.ts";
import { hashState } from "../../kit/hash-state.ts";
import { createLogWriter } from "../../kit/input-log.ts";
import { type Random, draw, randomOf } from "../../kit/random.ts";
import { replay } from "../../kit/replay.ts";
import { slicerEngine } from "../index.ts";
import { rulesOf } from "../testing/build.ts";
import { faultsOf } from "../testing/check-state.ts";
import type { Rules } from "./rules.ts";

const runs = Number(env["FUZZ_RUNS"] ?? 300);
const ticksOfRun = 500;

type Draw = (below: number) => number;

function drawer(seed: number): Draw {
  let random: Random = randomOf(seed, 7);
  return (below) => {
    const [value, next] = draw(random, below);
    random = next;
    return value;
  };
}

function rulesFor(upTo: Draw): Rules {
  return rulesOf({
    mode: (["classic", "zen", "arcade", "daily"] as const)[upTo(4)]!,
    hands: (["blade", "lanes"] as const)[upTo(2)]!,
    pace: (["full", "full", "gentle"] as const)[upTo(3)]!,
  });
}

/** What is like what was before, or goes on, or hops. */
function inputAfter(before: TickInput, upTo: Draw): TickInput {
  const place = before.at ?? { x: upTo(placeRange), y: upTo(placeRange) };
  const near = (value: number) => Math.min(4095, Math.max(0, value + upTo(601) - 300));
  const choices: TickInput[] = [
    before,
    before,
    noInput,
    { held: upTo(64), at: before.at },
    { held: before.held, at: { x: near(place.x), y: near(place.y) } },
    { held: before.held, at: { x: near(place.x), y: near(place.y) } },
    { held: upTo(4096), at: { x: upTo(placeRange), y: upTo(placeRange) } },
  ];
  return choices[upTo(choices.length)]!;
}

function freezeDeep(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(freezeDeep);
}

function playAnyhow(seed: number) {
  const upTo = drawer(seed);
  const rules = rulesFor(upTo);
  const writer = createLogWriter();
  const isFrozen = seed % 5 === 0;
  let state = slicerEngine.begin(seed, rules);
  const faults = faultsOf(state, undefined);
  let input = noInput;
  while (!slicerEngine.isOver(state) && state.tick < ticksOfRun) {
    if (isFrozen) freezeDeep(state);
    input = inputAfter(input, upTo);
    writer.add(input);
    const next = slicerEngine.step(state, input);
    faults.push(...faultsOf(next, state));
    state = next;
  }
  return { run: { seed, rules, log: writer.bytes(), ticks: state.tick }, state, faults };
}

test("whatever is held, states stay well formed, the score never falls, and the run comes out again", () => {
  const ends = new Set<string | undefined>();
  for (let seed = 1; seed <= runs; seed += 1) {
    const { run, state, faults } = playAnyhow(seed);
    expect(faults, `seed ${seed}`).toEqual([]);
    const again = replay(slicerEngine, run);
    if ("fault" in again) throw new Error(`seed ${seed}: ${again.fault}`);
    expect(hashState(again.state), `seed ${seed}`).toBe(hashState(state));
    ends.add(state.over);
  }
  expect(ends.size > 2 || runs < 300).toBe(true);
}, 600_000);
