/** One tick of Tower. */
import type { TickInput } from "../../kit/engine.ts";
import { type State, buttons, fieldWidth, firstWidth, happenings, withNext } from "./state.ts";

/** Units beside the layer below that still count as exactly above it. */
const exact = 40;
/** From so many exact ones in a row on each makes the tower wider again, by so many units. */
const growsFrom = 4;
const grows = 96;

const layerPoints = 10;
/** For each exact one in a row, up to ten of them. */
const perfectPoints = 5;
const mostPerfects = 10;

export function step(state: State, { held, at }: TickInput): State {
  if (state.over !== "") return state;
  const isHeld = (held & buttons.drop) > 0 || at !== undefined;
  const isPressed = isHeld && !state.isHeld;
  const begun = { ...state, tick: state.tick + 1, isHeld, happened: 0 };
  return isPressed ? place(begun) : move(begun);
}

function move(state: State): State {
  const { now, speed } = state;
  const most = fieldWidth - now.width;
  const x = now.x + speed;
  if (x >= 0 && x <= most) return { ...state, now: { ...now, x } };
  return {
    ...state,
    now: { ...now, x: x < 0 ? -x : 2 * most - x },
    speed: -speed,
    happened: happenings.turned,
  };
}

function place(state: State): State {
  const { now, layers } = state;
  const below = layers.at(-1)!;
  const off = now.x - below.x;
  if (Math.abs(off) <= exact) return placeExactly(state);
  const width = now.width - Math.abs(off);
  if (width <= 0) return { ...state, over: "missed", happened: happenings.over, cut: now };
  const layer = { x: Math.max(now.x, below.x), width };
  const cut = { x: off < 0 ? now.x : below.x + now.width, width: Math.abs(off) };
  return withNext({
    ...state,
    layers: [...layers, layer],
    perfects: 0,
    score: state.score + layerPoints,
    happened: happenings.placed | happenings.cut,
    cut,
  });
}

function placeExactly(state: State): State {
  const { layers } = state;
  const below = layers.at(-1)!;
  const perfects = state.perfects + 1;
  const wider = perfects < growsFrom ? 0 : Math.min(grows, firstWidth - below.width);
  const x = Math.min(
    Math.max(0, below.x - Math.trunc(wider / 2)),
    fieldWidth - below.width - wider,
  );
  return withNext({
    ...state,
    layers: [...layers, { x, width: below.width + wider }],
    perfects,
    score: state.score + layerPoints + perfectPoints * Math.min(mostPerfects, perfects),
    happened: happenings.placed | happenings.perfect | (wider > 0 ? happenings.grown : 0),
    cut: undefined,
  });
}
