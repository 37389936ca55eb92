/**
 * Plays ten minutes of one game's kept runs again, in a process that has played nothing before, and prints how many
 * milliseconds that took. Argument: the game.
 */
import { readFileSync } from "node:fs";
import { type GameName, type KeptRun, playKept } from "../tests/support/kept-runs.ts";

const tenMinutes = 36_000;

const game = process.argv[2] as GameName;
const file = new URL(`../games/${game}/v1/golden.json`, import.meta.url);
const kept = JSON.parse(readFileSync(file, "utf8")) as KeptRun[];
const longestFirst = kept.toSorted((a, b) => b.ticks - a.ticks);
const runs: KeptRun[] = [];
for (let ticks = 0, at = 0; ticks < tenMinutes; at += 1) {
  const run = longestFirst[at % longestFirst.length]!;
  runs.push(run);
  ticks += run.ticks;
}
const ticks = runs.reduce((sum, run) => sum + run.ticks, 0);
const begun = performance.now();
const came = playKept(game, runs);
const ms = performance.now() - begun;
const fault = came.find((one) => typeof one === "string");
if (fault !== undefined) throw new Error(`${game}: ${fault}`);
console.log((ms * tenMinutes) / ticks);
