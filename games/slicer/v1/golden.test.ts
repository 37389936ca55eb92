import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import { expect, test } from "vitest";
import { hashState } from "../../kit/hash-state.ts";
import { createLogWriter } from "../../kit/input-log.ts";
import { slicerEngine } from "../index.ts";
import { type Skill, createBot } from "../testing/bot.ts";
import type { Rules } from "./rules.ts";

type Golden = {
  seed: number;
  rules: Rules;
  ticks: number;
  hash: number;
  result: number | null;
  /** Base64. */
  log: string;
};

const path = join(import.meta.dirname, "golden.json");

const skills: Skill[] = [
  { rest: 4, careless: 0 },
  { rest: 14, careless: 4 },
  { rest: 38, careless: 15 },
];
/** Misses too much. */
const slow: Skill = { rest: 90, careless: 0 };
const mostTicks = 6000;

function record(seed: number, rules: Rules, skill: Skill): Golden {
  const bot = createBot(seed, skill);
  const writer = createLogWriter();
  let state = slicerEngine.begin(seed, rules);
  while (!slicerEngine.isOver(state) && state.tick < mostTicks) {
    const input = bot(state);
    writer.add(input);
    state = slicerEngine.step(state, input);
  }
  return {
    seed,
    rules,
    ticks: state.tick,
    hash: hashState(state),
    result: slicerEngine.resultOf(state) ?? null,
    log: Buffer.from(writer.bytes()).toString("base64"),
  };
}

function recordAll(): Golden[] {
  const modes = ["classic", "zen", "arcade", "daily"] as const;
  const hands = ["blade", "lanes"] as const;
  const plans: [Rules, Skill][] = [
    ...modes.flatMap((mode) =>
      hands.flatMap((hands) =>
        skills.map((skill): [Rules, Skill] => [{ mode, hands, pace: "full" }, skill]),
      ),
    ),
    ...hands.flatMap((hands): [Rules, Skill][] => [
      [{ mode: "arcade", hands, pace: "gentle" }, skills[1]!],
      [{ mode: "classic", hands, pace: "full" }, slow],
    ]),
  ];
  return plans.map(([rules, skill], at) => record(at * 0x9000001 + 1, rules, skill));
}

// Once for a version: GOLDEN=write writes what the engine does now.
if (env["GOLDEN"] === "write") {
  writeFileSync(path, `${JSON.stringify(recordAll(), undefined, 2)}\n`);
}

const golden = JSON.parse(readFileSync(path, "utf8")) as Golden[];

test("recorded runs are of every mode and hands, nearly all of them to the end", () => {
  expect(golden.length).toBeGreaterThanOrEqual(20);
  const boards = golden.map(({ rules }) => `${rules.mode}-${rules.hands}`);
  expect(new Set(boards).size).toBe(8);
  expect(golden.filter(({ result }) => result !== null).length).toBeGreaterThan(20);
});
