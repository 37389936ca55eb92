import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hashState } from "../../kit/hash-state.ts";
import { createLogWriter } from "../../kit/input-log.ts";
import { draw, randomOf } from "../../kit/random.ts";
import { replay } from "../../kit/replay.ts";
import { createBot } from "../testing/bot.ts";
import { faultsOf } from "../testing/well-formed.ts";
import { blockstackerEngine as engine } from "../index.ts";
import { type Rules, modes, parseRules } from "./rules.ts";
import type { State } from "./state.ts";

type Played = { seed: number; rules: Rules; log: Uint8Array; ticks: number; state: State };

/** A run of at most so many ticks, of the keys that are asked for piece after piece. */
function play(
  seed: number,
  rules: Rules,
  most: number,
  keysFor: (state: State) => readonly number[],
  look: (before: State, after: State) => void = () => {},
): Played {
  const writer = createLogWriter();
  let state = engine.begin(seed, rules);
  while (!engine.isOver(state) && writer.ticks() < most) {
    for (const held of keysFor(state)) {
      if (engine.isOver(state) || writer.ticks() >= most) break;
      const input = { held, at: undefined };
      writer.add(input);
      const after = engine.step(state, input);
      look(state, after);
      state = after;
    }
  }
  return { seed, rules, log: writer.bytes(), ticks: writer.ticks(), state };
}

/** Keys without any sense. */
function anyKeys(seed: number): { rules: Rules; keysFor: () => number[] } {
  let random = randomOf(seed, 5);
  const upTo = (below: number) => {
    const [value, next] = draw(random, below);
    random = next;
    return value;
  };
  const rules = {
    mode: modes[upTo(modes.length)]!,
    das: 1 + upTo(20),
    arr: upTo(11),
    soft: upTo(61),
  };
  return {
    rules,
    keysFor: () =>
      Array.from({ length: 1 + upTo(12) }, (_, at) => (at === 0 ? upTo(256) : upTo(2) * upTo(128))),
  };
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const one of Object.values(value)) freeze(one);
}

const runs = Number(process.env["FUZZ_RUNS"] ?? 300);

test(`after any keys a run is well formed, changes nothing that was, loses no points, and its log brings the same (${runs} runs)`, () => {
  let over = 0;
  for (let seed = 1; seed <= runs; seed += 1) {
    const { rules, keysFor } = anyKeys(seed);
    const isFrozen = seed % 5 === 0;
    const played = play(seed, rules, 400, keysFor, (before, after) => {
      if (isFrozen) freeze(after);
      if (after.score < before.score) throw new Error(`Seed ${seed} lost points.`);
      const faults = faultsOf(after);
      if (faults.length > 0) throw new Error(`Seed ${seed}: not true that ${faults.join(", ")}.`);
    });
    const again = replay(engine, played);
    expect("state" in again && hashState(again.state)).toBe(hashState(played.state));
    if (played.state.over !== "") over += 1;
  }
  expect(over).toBeGreaterThan(runs / 20);
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
  const all = Array.from({ length: 25 }, (_, at): Golden => {
    const rules = parseRules({
      mode: modes[at % 5],
      das: 6 + (at % 15),
      arr: at % 4,
      soft: (at * 7) % 40,
    })!;
    const bot = createBot(at, [0, 8, 40, 100][at % 4]!);
    const { log, ticks, state } = play(1000 + at, rules, 9000, bot);
    const hash = hashState(state);
    const result = engine.resultOf(state) ?? null;
    return {
      seed: 1000 + at,
      rules,
      log: Buffer.from(log).toString("base64"),
      ticks,
      hash,
      result,
    };
  });
  writeFileSync(goldenFile, `${JSON.stringify(all, undefined, 1)}\n`);
}

const golden = JSON.parse(readFileSync(goldenFile, "utf8")) as Golden[];

test("there are 25 kept runs of all modes, some to their end and some to a topped out field", () => {
  expect(golden).toHaveLength(25);
  expect(new Set(golden.map(({ rules }) => rules.mode)).size).toBe(5);
  expect(golden.filter(({ result }) => result !== null).length).toBeGreaterThan(8);
});
