/** One tick: what was pressed waits as a turn, a bonus grows older, and when it is time the snake moves. */
import type { TickInput } from "../../kit/engine.ts";
import { tickBonus } from "./bonus.ts";
import { allButtons } from "./directions.ts";
import { move } from "./move.ts";
import type { State } from "./state.ts";
import { queueTurns } from "./turns.ts";

export function step(state: State, input: TickInput): State {
  if (state.over !== "") return state;
  const held = input.held & allButtons;
  const next: State = {
    ...state,
    held,
    turns: queueTurns(state.turns, state.direction, held & ~state.held),
    bonus: tickBonus(state.bonus),
    untilMove: state.untilMove - 1,
    events: 0,
  };
  return next.untilMove === 0 ? move(next) : next;
}
