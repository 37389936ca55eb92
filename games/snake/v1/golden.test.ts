/**
 * Runs that were played once come out the same for ever. What a version does with a log never changes: these are written once,
 * with GOLDEN=write, before the first run is played for a board.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import { expect, test } from "vitest";
import { hashState } from "../../kit/hash-state.ts";
import { replay } from "../../kit/replay.ts";
import { snakeEngine } from "../index.ts";
import { type GoldenRun, playGoldenRuns } from "../testing/golden-runs.ts";

const path = join(import.meta.dirname, "golden.json");
if (env["GOLDEN"] === "write") {
  const lines = playGoldenRuns().map((run) => JSON.stringify(run));
  writeFileSync(path, `[\n${lines.join(",\n")}\n]\n`);
}
const golden = JSON.parse(readFileSync(path, "utf8")) as GoldenRun[];

test("there are runs of all modes, and of all ends", () => {
  expect(golden.length).toBeGreaterThanOrEqual(20);
  const boards = new Set(golden.map(({ rules }) => snakeEngine.boardOf(rules)?.name));
  expect(boards.size).toBe(19);
  expect(new Set(golden.map(({ over }) => over))).toEqual(new Set(["", "wall", "self", "full"]));
});

test.each(golden.map((run, at) => [at, run] as const))(
  "run %s comes out as it did",
  (_, { seed, rules, ticks, log, hash, result, over }) => {
    expect(snakeEngine.parseRules(rules)).toEqual(rules);
    const again = replay(snakeEngine, { seed, rules, ticks, log: Buffer.from(log, "base64") });
    if ("fault" in again) throw new Error(again.fault);
    expect(hashState(again.state)).toBe(hash);
    expect(snakeEngine.resultOf(again.state) ?? null).toBe(result);
    expect(again.state.over).toBe(over);
  },
);
