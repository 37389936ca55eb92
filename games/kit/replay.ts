/** A run once more, from its seed, its rules and its log. */
import type { Engine } from "./engine.ts";
import { readLog } from "./input-log.ts";

export type Run<Rules> = { seed: number; rules: Rules; log: Uint8Array; ticks: number };

export type Replayed<State> =
  | { state: State }
  | { fault: "no-log" }
  | { fault: "goes-on"; state: State };

/**
 * @param each is told of the beginning and of every tick, and how many bytes of the log say so, for who looks on
 * @returns the state after the last tick; `goes-on`: the game was over before that
 */
export function replay<State, Rules>(
  engine: Engine<State, Rules>,
  { seed, rules, log, ticks }: Run<Rules>,
  each?: (state: State, tick: number, bytes: number) => void,
): Replayed<State> {
  let state = engine.begin(seed, rules);
  let tick = 0;
  each?.(state, 0, 0);
  const read = readLog(log, ticks, (input, bytes) => {
    if (engine.isOver(state)) return false;
    state = engine.step(state, input);
    tick += 1;
    each?.(state, tick, bytes);
    return true;
  });
  if (read === undefined) return { fault: "no-log" };
  return tick < ticks ? { fault: "goes-on", state } : { state };
}
