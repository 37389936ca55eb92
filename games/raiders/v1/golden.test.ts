/**
 * Runs that were played once come out the same for ever. GOLDEN=write plays them anew, which is right only until this
 * version is frozen.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import { expect, test } from "vitest";
import { hashState } from "../../kit/hash-state.ts";
import { type RaidersRules, raidersEngine } from "../index.ts";
import { createBot } from "../testing/bot.ts";
import { play } from "../testing/play.ts";

type Golden = {
  seed: number;
  rules: RaidersRules;
  log: string;
  ticks: number;
  hash: number;
  /** Null: it was not over. */
  result: number | null;
};

const path = join(import.meta.dirname, "golden.json");

const kinds: RaidersRules[] = [
  { mode: "normal", shots: 1, autofire: false },
  { mode: "normal", shots: 1, autofire: true },
  { mode: "normal", shots: 2, autofire: true },
  { mode: "calm", shots: 1, autofire: true },
  { mode: "calm", shots: 2, autofire: false },
  { mode: "daily", shots: 1, autofire: true },
];

function playAnew(): Golden[] {
  return Array.from({ length: 24 }, (_, at) => {
    const seed = at === 0 ? 0xffffffff : at * 1009;
    const rules = kinds[at % kinds.length]!;
    const mostTicks = at % 4 === 3 ? 3000 : 12_000;
    const { run, state } = play({ seed, rules, mostTicks }, createBot(seed, (at % 5) * 10));
    const log = Buffer.from(run.log).toString("base64");
    const result = raidersEngine.resultOf(state) ?? null;
    return { seed, rules, log, ticks: run.ticks, hash: hashState(state), result };
  });
}

if (env["GOLDEN"] === "write") {
  writeFileSync(path, `${JSON.stringify(playAnew(), undefined, 2)}\n`);
}

test("kept runs are of all rules, some of them not over", () => {
  const runs = JSON.parse(readFileSync(path, "utf8")) as Golden[];
  expect(runs.length).toBeGreaterThanOrEqual(20);
  expect(new Set(runs.map(({ rules }) => JSON.stringify(rules))).size).toBe(kinds.length);
  expect(runs.some(({ result }) => result === null)).toBe(true);
  for (const { rules } of runs) expect(raidersEngine.parseRules(rules)).toEqual(rules);
});
