/** What the player does with the piece that falls: keeps it, turns it, pushes it to a side. */
import { type Placed, columns, fits } from "./field.ts";
import { type Turn, kicksOf } from "./pieces.ts";
import { comes, next } from "./next-piece.ts";
import { type State, buttons, happenings } from "./state.ts";

const mostResets = 15;

export const isPressed = (pressed: number, button: keyof typeof buttons): boolean =>
  (pressed & buttons[button]) > 0;

export function keep(state: State, pressed: number): State {
  if (!isPressed(pressed, "hold") || !state.mayKeep) return state;
  const { kept, now } = state;
  const other = kept === 0 ? next(state) : comes(state, kept);
  return {
    ...other,
    kept: now.piece,
    mayKeep: false,
    happened: other.happened | happenings.held,
  };
}

export function turn(state: State, pressed: number): State {
  const by = Number(isPressed(pressed, "clockwise")) - Number(isPressed(pressed, "counter"));
  if (by === 0) return state;
  const { field, now } = state;
  const to = ((now.turn + by + 4) % 4) as Turn;
  for (const [kick, [x, y]] of kicksOf(now.piece, now.turn, to).entries()) {
    const turned: Placed = { piece: now.piece, x: now.x + x, y: now.y + y, turn: to };
    if (fits(field, turned)) return moved(state, turned, { kick, happened: happenings.turned });
  }
  return state;
}

export function push(state: State, held: number, pressed: number): State {
  const { rules } = state;
  const side = sideOf(state, held, pressed);
  const isNew =
    side !== state.side || (side !== 0 && isPressed(pressed, side < 0 ? "left" : "right"));
  if (side === 0) return state.side === 0 ? state : { ...state, side, charge: 0 };
  const charge = isNew ? 0 : state.charge + 1;
  const so: State = { ...state, side, charge };
  if (isNew) return step(so, side, 1);
  if (charge < rules.das) return so;
  if (rules.arr === 0) return step(so, side, columns);
  return (charge - rules.das) % rules.arr === 0 ? step(so, side, 1) : so;
}

/** Of two sides the one that was pressed later; of two at once neither. */
function sideOf(state: State, held: number, pressed: number): number {
  const both = buttons.left | buttons.right;
  const of = (bits: number) =>
    Number((bits & buttons.right) > 0) - Number((bits & buttons.left) > 0);
  if ((held & both) !== both) return of(held);
  return (pressed & both) === 0 ? state.side : of(pressed);
}

function step(state: State, side: number, most: number): State {
  const { field, now } = state;
  let by = 0;
  while (by < most && fits(field, { ...now, x: now.x + side * (by + 1) })) by += 1;
  if (by === 0) return state;
  const to = { ...now, x: now.x + side * by };
  return moved(state, to, { kick: -1, happened: happenings.moved });
}

/** Moved after it had landed it stands anew, so often and no more. */
function moved(state: State, now: Placed, { kick, happened }: { kick: number; happened: number }) {
  const isReset = state.hasLanded && state.resets < mostResets;
  return {
    ...state,
    now,
    kick,
    happened: state.happened | happened,
    ...(isReset && { stood: 0, resets: state.resets + 1 }),
  };
}

export const isSpent = ({ resets }: State): boolean => resets >= mostResets;
