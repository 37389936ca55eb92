/** What the player does with the piece that falls: keeps it, turns it, pushes it to a side. */
import { type Placed, columns, fits } from "./field.ts";
import { type Turn, kicksOf } from "./pieces.ts";
import { comes, nextComes } from "./next-piece.ts";
import { type Draft, buttons, happenings } from "./state.ts";

const mostResets = 15;

export function keep(next: Draft, pressed: number): void {
  if ((pressed & buttons.hold) === 0 || !next.mayKeep) return;
  const { kept, now } = next;
  next.kept = now.piece;
  next.mayKeep = false;
  next.happened |= happenings.held;
  if (kept === 0) nextComes(next);
  else comes(next, kept);
}

export function turn(next: Draft, pressed: number): void {
  const by = wayOf(pressed, buttons.counter, buttons.clockwise);
  if (by === 0) return;
  const { field, now } = next;
  const to = ((now.turn + by + 4) % 4) as Turn;
  const kicks = kicksOf(now.piece, now.turn, to);
  for (let kick = 0; kick < kicks.length; kick += 1) {
    const [x, y] = kicks[kick]!;
    const turned: Placed = { piece: now.piece, x: now.x + x, y: now.y + y, turn: to };
    if (fits(field, turned)) return moveTo(next, turned, { kick, happened: happenings.turned });
  }
}

export function push(next: Draft, held: number, pressed: number): void {
  const side = sideOf(next, held, pressed);
  const isNew = side !== next.side || (pressed & (side < 0 ? buttons.left : buttons.right)) > 0;
  next.charge = side === 0 || isNew ? 0 : next.charge + 1;
  next.side = side;
  if (side === 0) return;
  const { das, arr } = next.rules;
  if (isNew) step(next, side, 1);
  else if (next.charge >= das) {
    if (arr === 0) step(next, side, columns);
    else if ((next.charge - das) % arr === 0) step(next, side, 1);
  }
}

/** Of two sides the one that was pressed later; of two at once neither. */
function sideOf(next: Draft, held: number, pressed: number): number {
  const both = buttons.left | buttons.right;
  if ((held & both) !== both) return wayOf(held, buttons.left, buttons.right);
  return (pressed & both) === 0 ? next.side : wayOf(pressed, buttons.left, buttons.right);
}

/** Of two buttons: -1 for the one, 1 for the other, 0 for neither and for both. */
function wayOf(bits: number, back: number, forth: number): number {
  const way = bits & (back | forth);
  if (way === back) return -1;
  return way === forth ? 1 : 0;
}

function step(next: Draft, side: number, most: number): void {
  const { field, now } = next;
  let by = 0;
  while (by < most && fits(field, now, side * (by + 1), 0)) by += 1;
  if (by === 0) return;
  const to = { ...now, x: now.x + side * by };
  moveTo(next, to, { kick: -1, happened: happenings.moved });
}

/** Moved after it had landed it stands anew, so often and no more. */
function moveTo(next: Draft, to: Placed, { kick, happened }: { kick: number; happened: number }) {
  next.now = to;
  next.kick = kick;
  next.happened |= happened;
  if (!next.hasLanded || isSpent(next)) return;
  next.stood = 0;
  next.resets += 1;
}

export const isSpent = ({ resets }: Draft): boolean => resets >= mostResets;
