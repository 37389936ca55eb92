/** How a piece comes into the field. */
import { emptyField, fits, seenRows } from "./field.ts";
import { I, O, type Piece } from "./pieces.ts";
import { type Draft, fillQueue, happenings } from "./state.ts";

/** The next of the queue. */
export function nextComes(next: Draft): void {
  const piece = next.queue[0]!;
  next.queue = next.queue.slice(1);
  fillQueue(next);
  comes(next, piece);
}

/** Above what is seen, in the middle, and one row lower where there is room. */
export function comes(next: Draft, piece: Piece): void {
  const x = piece === O ? 4 : 3;
  const y = piece === O ? seenRows : piece === I ? seenRows - 2 : seenRows - 1;
  const above = { piece, x, y, turn: 0 } as const;
  const isIn = fits(next.field, above);
  next.now = isIn && fits(next.field, above, 0, -1) ? { ...above, y: y - 1 } : above;
  next.fallen = 0;
  next.lowest = next.now.y;
  next.hasLanded = false;
  next.stood = 0;
  next.resets = 0;
  next.kick = -1;
  if (!isIn) topOut(next);
}

/** Where nothing is compared it goes on with an empty field. */
export function topOut(next: Draft): void {
  if (next.rules.mode === "zen") {
    next.field = emptyField;
    next.combo = -1;
    next.backToBack = 0;
  } else {
    next.over = "top";
    next.happened |= happenings.over;
  }
}
