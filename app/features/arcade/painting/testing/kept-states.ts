/** States of a kept run, for tests of what is drawn and said of it. */
import { readFileSync } from "node:fs";
import type { Engine } from "#games/kit/engine.ts";
import { replay } from "#games/kit/replay.ts";

type Kept = { seed: number; rules: unknown; log: string; ticks: number };

/** @param folder of the game @param at which of its kept runs @param each is told of every tick */
export function eachTick<State, Rules>(
  folder: string,
  engine: Engine<State, Rules>,
  at: number,
  each: (before: State, state: State, tick: number) => void,
): { rules: Rules; last: State } {
  const file = new URL(`../../../../../games/${folder}/v1/golden.json`, import.meta.url);
  const run = (JSON.parse(readFileSync(file, "utf8")) as Kept[])[at]!;
  const rules = engine.parseRules(run.rules)!;
  const log = Uint8Array.from(Buffer.from(run.log, "base64"));
  let before: State | undefined;
  const again = replay(engine, { ...run, rules, log }, (state, tick) => {
    if (before !== undefined) each(before, state, tick);
    before = state;
  });
  if ("fault" in again) throw new Error(again.fault);
  return { rules, last: again.state };
}

/** @returns every combination of the values of the choices with options */
export function combinations(
  choices: readonly { id: string; options?: readonly { value: number }[] }[],
): Record<string, number>[] {
  return choices.reduce<Record<string, number>[]>(
    (all, { id, options = [] }) =>
      all.flatMap((one) => options.map(({ value }) => ({ ...one, [id]: value }))),
    [{}],
  );
}
