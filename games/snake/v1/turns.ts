/**
 * Turns that wait for the snake's next moves, the oldest first. Each move takes one, and whether it is one is asked then, of the
 * direction in which the snake really goes: so two turns within a move both happen, and none goes back into the snake.
 */
import { type Direction, areAcross, directions } from "./directions.ts";

export type Turns = readonly Direction[];

const mostTurns = 3;

const { up, down, left, right } = directions;
const upright: Turns = [up, down];
const level: Turns = [left, right];

/** Of buttons that go down in the same tick those come first that lie across the way; then up before down, and left before right. */
export function queueTurns(turns: Turns, direction: Direction, pressed: number): Turns {
  if (pressed === 0) return turns;
  const order = areAcross(turns.at(-1) ?? direction, up) ? [upright, level] : [level, upright];
  return order
    .flat()
    .filter((turn) => (pressed & (1 << turn)) > 0)
    .reduce(queueTurn, turns);
}

/** After a turn its own direction and the one back are none, whatever became of it: they take no place from one that is. */
function queueTurn(turns: Turns, turn: Direction): Turns {
  const last = turns.at(-1);
  const isNone = last !== undefined && !areAcross(last, turn);
  return isNone || turns.length === mostTurns ? turns : [...turns, turn];
}

/** What is no turn costs no move: the next one is taken. */
export function takeTurn(
  turns: Turns,
  direction: Direction,
): { direction: Direction; turns: Turns } {
  const at = turns.findIndex((turn) => areAcross(turn, direction));
  return { direction: turns[at] ?? direction, turns: at < 0 ? [] : turns.slice(at + 1) };
}
