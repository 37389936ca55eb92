import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hashState } from "../../kit/hash-state.ts";
import { createLogWriter } from "../../kit/input-log.ts";
import { draw, randomOf } from "../../kit/random.ts";
import { replay } from "../../kit/replay.ts";
import { towerEngine as engine } from "../index.ts";
import { type Rules, modes } from "./rules.ts";
import { type State, fieldWidth, firstWidth } from "./state.ts";

/** Drops at the right tick, so many units beside it as chance says, up to `errs`. */
function play(
  seed: number,
  rules: Rules,
  errs: number,
  most: number,
  look: (state: State) => void,
) {
  let random = randomOf(seed, 7);
  const upTo = (below: number) => {
    const [value, next] = draw(random, below);
    random = next;
    return value;
  };
  const writer = createLogWriter();
  let state = engine.begin(seed, rules);
  let goal = upTo(errs + 1);
  while (state.over === "" && writer.ticks() < most) {
    const off = Math.abs(state.now.x - state.layers.at(-1)!.x);
    const isNow =
      !state.isHeld && off <= Math.max(goal, Math.abs(state.speed)) && off >= goal - 100;
    if (isNow) goal = upTo(errs + 1);
    const at = isNow && upTo(2) === 0 ? { x: upTo(4096), y: upTo(4096) } : undefined;
    const input = { held: isNow && at === undefined ? 1 : 0, at };
    writer.add(input);
    const before = state;
    state = engine.step(state, input);
    expect(state.score).toBeGreaterThanOrEqual(before.score);
    look(state);
  }
  return { seed, rules, log: writer.bytes(), ticks: writer.ticks(), state };
}

const runs = Number(process.env["FUZZ_RUNS"] ?? 300);

test(`any run is well formed, and its log brings the same (${runs} runs)`, () => {
  let over = 0;
  for (let seed = 1; seed <= runs; seed += 1) {
    const rules = { mode: modes[seed % 3]! };
    const played = play(seed, rules, (seed * 37) % 900, 600, (state) => {
      if (seed % 5 === 0) Object.freeze(state);
      const { now } = state;
      const all = [...state.layers.slice(-1), now];
      const isIn = all.every(({ x, width }) => x >= 0 && width > 0 && x + width <= fieldWidth);
      const isSame = now.width === state.layers.at(-1)!.width && now.width <= firstWidth;
      if (!isIn || !isSame || !all.every(({ x }) => Number.isInteger(x))) {
        throw new Error(`Seed ${seed}: ${JSON.stringify(state.now)}`);
      }
    });
    const again = replay(engine, played);
    expect("state" in again && hashState(again.state)).toBe(hashState(played.state));
    if (played.state.over !== "") over += 1;
  }
  expect(over).toBeGreaterThan(runs / 10);
}, 600_000);

type Golden = {
  seed: number;
  rules: Rules;
  log: string;
  ticks: number;
  hash: number;
  result: number | null;
};
const goldenFile = new URL("./golden.json", import.meta.url);

/** `GOLDEN=write` makes the file anew, which a frozen version never needs. */
if (process.env["GOLDEN"] === "write") {
  const all = Array.from({ length: 21 }, (_, at): Golden => {
    const rules = { mode: modes[at % 3]! };
    const { log, ticks, state } = play(2000 + at, rules, at * 30, 6000, () => {});
    const result = engine.resultOf(state) ?? null;
    const text = Buffer.from(log).toString("base64");
    return { seed: 2000 + at, rules, log: text, ticks, hash: hashState(state), result };
  });
  writeFileSync(goldenFile, `${JSON.stringify(all, undefined, 1)}\n`);
}

const golden = JSON.parse(readFileSync(goldenFile, "utf8")) as Golden[];

test("there are 21 kept runs of all modes, and most are over", () => {
  expect(golden).toHaveLength(21);
  expect(new Set(golden.map(({ rules }) => rules.mode)).size).toBe(3);
  expect(golden.filter(({ result }) => result !== null).length).toBeGreaterThan(8);
});
