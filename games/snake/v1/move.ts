/** One cell ahead, after the turn that waits. */
import { cellAhead } from "./cell-ahead.ts";
import { eatBonus, eatFood } from "./eat.ts";
import { ticksOfMove } from "./pace.ts";
import { type State, events } from "./state.ts";
import { takeTurn } from "./turns.ts";

export function move(state: State): State {
  const { direction, turns } = takeTurn(state.turns, state.direction);
  const turned: State = {
    ...state,
    direction,
    turns,
    events: direction === state.direction ? 0 : events.turned,
  };
  const head = cellAhead(state.field, state.cells[0]!, direction);
  if (head === undefined) return die(turned, "wall");
  if (isBody(state.cells, head)) return die(turned, "self");
  return goTo(head, turned);
}

/** The tail leaves its cell while the head comes: it does not when the snake grows, but then food lies where the head goes. */
function isBody(cells: readonly number[], head: number): boolean {
  const at = cells.indexOf(head);
  return at >= 0 && at < cells.length - 1;
}

function die(state: State, over: "wall" | "self"): State {
  return { ...state, over, events: state.events | events.died };
}

function goTo(head: number, state: State): State {
  const grows = head === state.food;
  const tail = state.cells.at(-1)!;
  const cells = [head, ...(grows ? state.cells : state.cells.slice(0, -1))];
  const wholeMove = ticksOfMove(state.field.speed, cells.length);
  const gone: State = { ...state, cells, tailBefore: tail, wholeMove, untilMove: wholeMove };
  if (grows) return eatFood(gone);
  return head === state.bonus?.cell ? eatBonus(gone, state.bonus) : gone;
}
