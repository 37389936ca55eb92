/** One tick of Block Stacker. */
import type { TickInput } from "../../kit/engine.ts";
import { dropOf, fits } from "./field.ts";
import { gravityAt, wholeRow } from "./gravity.ts";
import { isPressed, isSpent, keep, push, turn } from "./moves.ts";
import { place } from "./place.ts";
import { hardPoints, softPoints } from "./points.ts";
import { minutesTicks } from "./rules.ts";
import { type State, buttons, happenings } from "./state.ts";

/** How long a piece stands before it is placed. */
const lockTicks = 30;

export function step(state: State, { held }: TickInput): State {
  if (state.over !== "") return state;
  const pressed = held & ~state.held;
  const begun = { ...state, tick: state.tick + 1, held, happened: 0 };
  const kept = keep(begun, pressed);
  if (kept.over !== "") return kept;
  const pushed = push(turn(kept, pressed), held, pressed);
  const placed = isPressed(pressed, "hard") ? drop(pushed) : stand(fall(pushed));
  return atEnd(placed);
}

function drop(state: State): State {
  const { field, now } = state;
  const by = dropOf(field, now);
  return place({
    ...state,
    now: { ...now, y: now.y - by },
    // What falls was not turned into its place.
    kick: by > 0 ? -1 : state.kick,
    score: state.score + by * hardPoints,
    happened: state.happened | happenings.dropped,
  });
}

function fall(state: State): State {
  const { field, now, rules } = state;
  const isSoft = (state.held & buttons.soft) > 0;
  const fallen = state.fallen + gravityAt(state.level, isSoft ? rules.soft : undefined);
  const most = Math.trunc(fallen / wholeRow);
  let by = 0;
  while (by < most && fits(field, { ...now, y: now.y - by - 1 })) by += 1;
  const so: State = {
    ...state,
    now: by === 0 ? now : { ...now, y: now.y - by },
    kick: by === 0 ? state.kick : -1,
    // What stands gathers nothing.
    fallen: by < most ? 0 : fallen - by * wholeRow,
    // Rows that it was through already bring nothing again: by kicks it could come up for ever.
    score: state.score + (isSoft ? Math.max(0, state.lowest - (now.y - by)) * softPoints : 0),
  };
  // Lower than ever it may be moved as often as at first.
  if (so.now.y >= so.lowest) return so;
  return { ...so, lowest: so.now.y, hasLanded: false, stood: 0, resets: 0 };
}

function stand(state: State): State {
  const { field, now } = state;
  if (fits(field, { ...now, y: now.y - 1 })) return state;
  const stood = state.stood + 1;
  if (stood >= lockTicks || isSpent(state)) return place(state);
  return { ...state, hasLanded: true, stood };
}

function atEnd(state: State): State {
  const isTimed = state.rules.mode === "minutes" || state.rules.mode === "daily";
  if (!isTimed || state.over !== "" || state.tick < minutesTicks) return state;
  return { ...state, over: "done", happened: state.happened | happenings.over };
}
