import { createLogWriter } from "../../kit/input-log.ts";
import { type Rules, type State, snakeEngine } from "../index.ts";
import type { Bot } from "./bot.ts";

export type Played = { seed: number; rules: Rules; log: Uint8Array; ticks: number; state: State };

/** @param each sees the state before a tick and after it; what it returns is what is played on */
export function play(
  run: { seed: number; rules: Rules; bot: Bot; mostTicks: number },
  each: (before: State, after: State) => void = () => {},
): Played {
  const { seed, rules, bot, mostTicks } = run;
  const writer = createLogWriter();
  let state = snakeEngine.begin(seed, rules);
  while (!snakeEngine.isOver(state) && writer.ticks() < mostTicks) {
    const input = { held: bot(state), at: undefined };
    if (!writer.add(input)) break;
    const before = state;
    state = snakeEngine.step(before, input);
    each(before, state);
  }
  return { seed, rules, log: writer.bytes(), ticks: writer.ticks(), state };
}
