/** What falls is placed: rows go, points come, and the next one is there. */
import { cellsIn, isEmpty, seenRows, withPiece, withoutFull } from "./field.ts";
import { next, toppedOut } from "./next-piece.ts";
import { pointsOf } from "./points.ts";
import { marathonLines, sprintLines } from "./rules.ts";
import { spinOf } from "./spin.ts";
import { type State, happenings } from "./state.ts";

const linesOfLevel = 10;
const lastLevel = 15;

export function place(state: State): State {
  const spin = spinOf(state.field, state.now, state.kick);
  const isOut = cellsIn(state.now).every(([, y]) => y >= seenRows);
  const { field, cleared } = withoutFull(withPiece(state.field, state.now));
  const isAllClear = cleared.length > 0 && isEmpty(field);
  const { points, ...follows } = pointsOf({ rows: cleared.length, spin, isAllClear }, state);
  const lines = state.lines + cleared.length;
  const level = state.rules.mode === "marathon" ? levelAt(lines) : 1;
  const { combo, backToBack, isBackToBack } = follows;
  const placed: State = {
    ...state,
    field,
    score: state.score + points,
    lines,
    level,
    combo,
    backToBack,
    pieces: state.pieces + 1,
    mayKeep: true,
    happened:
      state.happened |
      happenings.locked |
      (cleared.length > 0 ? happenings.cleared : 0) |
      (level > state.level ? happenings.leveled : 0),
    brought: { tick: state.tick, rows: cleared, spin, isBackToBack, isAllClear, points },
  };
  if (isDone(placed)) {
    return { ...placed, over: "done", happened: placed.happened | happenings.over };
  }
  // In a run that goes on after that the next one comes into an empty field.
  const so = isOut && cleared.length === 0 ? toppedOut(placed) : placed;
  return so.over === "" ? next(so) : so;
}

const levelAt = (lines: number) => Math.min(lastLevel, 1 + Math.trunc(lines / linesOfLevel));

function isDone({ rules, lines }: State): boolean {
  if (rules.mode === "lines") return lines >= sprintLines;
  return rules.mode === "marathon" && lines >= marathonLines;
}
