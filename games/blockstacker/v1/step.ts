/** One tick of Block Stacker. */
import type { TickInput } from "../../kit/engine.ts";
import { dropOf, fits } from "./field.ts";
import { gravityAt, wholeRow } from "./gravity.ts";
import { isSpent, keep, push, turn } from "./moves.ts";
import { place } from "./place.ts";
import { hardPoints, softPoints } from "./points.ts";
import { minutesTicks } from "./rules.ts";
import { type Draft, type State, buttons, happenings } from "./state.ts";

/** How long a piece stands before it is placed. */
const lockTicks = 30;

export function step(state: State, { held }: TickInput): State {
  if (state.over !== "") return state;
  const pressed = held & ~state.held;
  const next: Draft = { ...state, tick: state.tick + 1, held, happened: 0 };
  keep(next, pressed);
  if (next.over === "") move(next, held, pressed);
  return next;
}

function move(next: Draft, held: number, pressed: number): void {
  turn(next, pressed);
  push(next, held, pressed);
  if ((pressed & buttons.hard) > 0) drop(next);
  else {
    fall(next);
    stand(next);
  }
  if (next.over === "" && next.tick >= minutesTicks) endInTime(next);
}

function drop(next: Draft): void {
  const { field, now } = next;
  const by = dropOf(field, now);
  next.now = { ...now, y: now.y - by };
  // What falls was not turned into its place.
  if (by > 0) next.kick = -1;
  next.score += by * hardPoints;
  next.happened |= happenings.dropped;
  place(next);
}

function fall(next: Draft): void {
  const { field, now, rules } = next;
  const isSoft = (next.held & buttons.soft) > 0;
  let fallen = next.fallen + gravityAt(next.level, isSoft ? rules.soft : undefined);
  let by = 0;
  while (fallen >= wholeRow && fits(field, now, 0, -by - 1)) {
    fallen -= wholeRow;
    by += 1;
  }
  // What stands gathers nothing.
  next.fallen = fallen < wholeRow ? fallen : 0;
  const y = now.y - by;
  if (by > 0) {
    next.now = { ...now, y };
    next.kick = -1;
  }
  if (y >= next.lowest) return;
  // Rows that it was through already bring nothing again: by kicks it could come up for ever.
  if (isSoft) next.score += (next.lowest - y) * softPoints;
  // Lower than ever it may be moved as often as at first.
  next.lowest = y;
  next.hasLanded = false;
  next.stood = 0;
  next.resets = 0;
}

function stand(next: Draft): void {
  if (fits(next.field, next.now, 0, -1)) return;
  const stood = next.stood + 1;
  if (stood >= lockTicks || isSpent(next)) return place(next);
  next.hasLanded = true;
  next.stood = stood;
}

function endInTime(next: Draft): void {
  if (next.rules.mode !== "minutes" && next.rules.mode !== "daily") return;
  next.over = "done";
  next.happened |= happenings.over;
}
