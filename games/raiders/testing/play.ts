import type { Engine } from "../../kit/engine.ts";
import { createLogWriter } from "../../kit/input-log.ts";
import type { Run } from "../../kit/replay.ts";
import { type RaidersRules, type RaidersState, raidersEngine } from "../index.ts";
import type { Bot } from "./bot.ts";

export type Played = { run: Run<RaidersRules>; state: RaidersState };

type Setting = {
  seed: number;
  rules: RaidersRules;
  mostTicks: number;
  /** Its own by default; another one may begin elsewhere. */
  engine?: Engine<RaidersState, RaidersRules>;
};

/** A run from its beginning until it is over, or for as long as it may last. */
export function play(
  { seed, rules, mostTicks, engine = raidersEngine }: Setting,
  bot: Bot,
  each: (state: RaidersState, before: RaidersState) => void = () => {},
): Played {
  const writer = createLogWriter();
  let state = engine.begin(seed, rules);
  while (!engine.isOver(state) && writer.ticks() < mostTicks) {
    const input = { held: bot(state), at: undefined };
    writer.add(input);
    const before = state;
    state = engine.step(before, input);
    each(state, before);
  }
  return { run: { seed, rules, log: writer.bytes(), ticks: writer.ticks() }, state };
}
