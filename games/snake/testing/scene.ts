/** Boards as drawings: `@` the head, `a` to `z` the rest of the snake, `*` food, `+` a bonus. */
import { noInput } from "../../kit/engine.ts";
import { type State, snakeEngine } from "../index.ts";

const body = "@abcdefghijklmnopqrstuvwxyz";

/** Whose next tick is a move. */
export function scene(drawing: string, changes: Partial<State> = {}): State {
  const rows = drawing.trim().split(/\s+/);
  const marks = rows.join("");
  const begun = snakeEngine.begin(1, { mode: "classic", speed: "normal", size: "small" });
  const cells = body
    .split("")
    .map((mark) => marks.indexOf(mark))
    .filter((cell) => cell >= 0);
  const food = marks.indexOf("*");
  const bonus = marks.indexOf("+");
  return {
    ...begun,
    field: { ...begun.field, width: rows[0]!.length, height: rows.length },
    cells,
    tailBefore: cells.at(-1)!,
    food: food < 0 ? undefined : food,
    bonus: bonus < 0 ? undefined : { cell: bonus, left: 400, whole: 400 },
    untilMove: 1,
    ...changes,
  };
}

export function wrapping(drawing: string, changes: Partial<State> = {}): State {
  const state = scene(drawing, changes);
  return { ...state, field: { ...state.field, wraps: true } };
}

export function drawn({ field, cells, food, bonus }: State): string[] {
  const marks = Array.from({ length: field.width * field.height }, () => ".");
  if (food !== undefined) marks[food] = "*";
  if (bonus !== undefined) marks[bonus.cell] = "+";
  for (const [at, cell] of cells.entries()) marks[cell] = body[at]!;
  return Array.from({ length: field.height }, (_, y) =>
    marks.slice(y * field.width, (y + 1) * field.width).join(""),
  );
}

export const hold = (state: State, held: number): State =>
  snakeEngine.step(state, { held, at: undefined });

/** Ticks with nothing held, as many as there are until the snake moves, and that one. */
export function nextMove(state: State): State {
  let now = state;
  for (let left = state.untilMove; left > 0; left -= 1) now = snakeEngine.step(now, noInput);
  return now;
}
