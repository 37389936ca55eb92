/** All states of a kept run. */
import { readFileSync } from "node:fs";
import type { Engine } from "#games/kit/engine.ts";
import { replay } from "#games/kit/replay.ts";

type Kept = { seed: number; rules: unknown; log: string; ticks: number };

export function keptStates<State, Rules>(
  game: "blockstacker" | "tower",
  engine: Engine<State, Rules>,
  isWanted: (rules: Rules) => boolean,
): State[] {
  const file = new URL(`../../../../../games/${game}/v1/golden.json`, import.meta.url);
  const runs = JSON.parse(readFileSync(file, "utf8")) as Kept[];
  for (const { seed, rules: asked, log: text, ticks } of runs) {
    const rules = engine.parseRules(asked)!;
    if (!isWanted(rules)) continue;
    const states: State[] = [];
    const log = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    replay(engine, { seed, rules, log, ticks }, (state) => states.push(state));
    return states;
  }
  throw new Error("There is no such run.");
}
