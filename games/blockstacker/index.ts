/** The door of Block Stacker: the engine that new runs are played with, and what drawing needs of it. docs/games.md */
export { engine as blockstackerEngine } from "./v1/engine.ts";
export {
  type Field,
  type Placed,
  cellAt,
  cellsIn,
  columns,
  dropOf,
  rows as allRows,
  seenRows,
} from "./v1/field.ts";
export { type Offset, type Piece, type Turn, cellsOf, pieceNames } from "./v1/pieces.ts";
export {
  type Rules,
  marathonLines,
  minutesTicks,
  modes,
  sprintLines,
  usualHandling,
} from "./v1/rules.ts";
export { type State, buttons, happenings } from "./v1/state.ts";
