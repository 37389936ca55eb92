/** How a piece comes into the field. */
import { emptyField, fits, seenRows } from "./field.ts";
import { I, O, type Piece } from "./pieces.ts";
import { type State, filled, happenings } from "./state.ts";

/** The next of the queue. */
export function next(state: State): State {
  const [piece, ...queue] = state.queue;
  return comes(filled({ ...state, queue }), piece!);
}

/** Above what is seen, in the middle, and one row lower where there is room. */
export function comes(state: State, piece: Piece): State {
  const x = piece === O ? 4 : 3;
  const y = piece === O ? seenRows : piece === I ? seenRows - 2 : seenRows - 1;
  const above = { piece, x, y, turn: 0 } as const;
  const below = { ...above, y: y - 1 };
  const isIn = fits(state.field, above);
  const now = isIn && fits(state.field, below) ? below : above;
  const so: State = {
    ...state,
    now,
    fallen: 0,
    lowest: now.y,
    hasLanded: false,
    stood: 0,
    resets: 0,
    kick: -1,
  };
  return isIn ? so : toppedOut(so);
}

/** Where nothing is compared it goes on with an empty field. */
export function toppedOut(state: State): State {
  if (state.rules.mode !== "zen") {
    return { ...state, over: "top", happened: state.happened | happenings.over };
  }
  return { ...state, field: emptyField, combo: -1, backToBack: 0 };
}
