/** Block Stacker for who does not see it. */
import {
  type Field,
  type State,
  cellsIn,
  columns,
  happenings,
  minutesTicks,
  pieceNames,
  sprintLines,
} from "#games/blockstacker/index.ts";
import { ticksPerSecond } from "#games/kit/engine.ts";
import { counted } from "../figures.ts";
import { broughtBy } from "./brought.ts";
import { ended } from "./numbers.ts";

/** Seconds that are left. */
const warned = [60, 30, 10];

export function said(before: State, state: State): string | undefined {
  if (state.over !== "") return before.over === "" ? ended(state).line : undefined;
  const time = warned.find((seconds) => isAt(before, state, seconds));
  if (time !== undefined) return `${time} seconds left`;
  if ((state.happened & happenings.locked) === 0) return undefined;
  const words = [
    ...(isRare(state) ? [broughtBy(state)!.main] : []),
    ...(state.level > before.level ? [`Level ${state.level}`] : []),
    ...linesSaid(before, state),
  ];
  return words.length === 0 ? undefined : words.join(". ");
}

function isAt(before: State, state: State, seconds: number): boolean {
  const { mode } = state.rules;
  const tick = minutesTicks - seconds * ticksPerSecond;
  return (mode === "minutes" || mode === "daily") && before.tick < tick && state.tick >= tick;
}

function isRare(state: State): boolean {
  const { brought } = state;
  if (brought === undefined || brought.rows.length === 0) return false;
  return brought.rows.length === 4 || brought.spin !== "" || brought.isAllClear;
}

/** After each ten; of a marathon it is the level that says so. */
function linesSaid(before: State, { lines, rules }: State): string[] {
  if (rules.mode === "marathon" || Math.trunc(lines / 10) === Math.trunc(before.lines / 10))
    return [];
  if (rules.mode === "lines") return [`${counted(sprintLines - lines, "line", "lines")} left`];
  return [counted(lines, "line", "lines")];
}

export function describe(state: State): string {
  const { now, queue, kept, field, over } = state;
  const heights = heightsOf(field);
  const highest = Math.max(...heights);
  const stack =
    highest === 0
      ? "The field is empty."
      : `Heights of the columns: ${heights.join(", ")}; ${counted(holesIn(field, heights), "hole", "holes")}.`;
  if (over !== "") return `The game is over. ${stack}`;
  const left = Math.min(...cellsIn(now).map(([x]) => x)) + 1;
  const held = kept === 0 ? "" : `, ${pieceNames[kept - 1]} is held`;
  const next = `next is ${pieceNames[queue[0]! - 1]}`;
  return `${pieceNames[now.piece - 1]} falls, from column ${left} on; ${next}${held}. ${stack}`;
}

const isFull = (row: number, x: number) => ((row >> (3 * x)) & 7) > 0;

const heightsOf = (field: Field): number[] =>
  Array.from({ length: columns }, (_, x) => field.findLastIndex((row) => isFull(row, x)) + 1);

function holesIn(field: Field, heights: readonly number[]): number {
  let holes = 0;
  for (const [x, height] of heights.entries()) {
    for (let y = 0; y < height; y += 1) if (!isFull(field[y]!, x)) holes += 1;
  }
  return holes;
}
