/** One tick: everything flies, what the player cuts is counted, what is due is thrown, and perhaps it is over. */
import { type TickInput, ticksPerSecond } from "../../kit/engine.ts";
import { bladeStroke } from "./blade.ts";
import { flyAll, quartersOf } from "./flight.ts";
import { bluntLanes, laneStroke, pressedOf } from "./lanes.ts";
import { modeOf } from "./rules.ts";
import { closeCombo, closeComboInTime, countCuts } from "./score.ts";
import { type Cut, type State, happened } from "./state.ts";
import { type Thing, isFruit } from "./things.ts";
import { throwDue } from "./throw.ts";

const noCuts: readonly Cut[] = [];

export function step(state: State, { held, at }: TickInput): State {
  if (state.over !== undefined) return state;
  const tick = state.tick + 1;
  const pressed = state.rules.hands === "lanes" ? pressedOf(state, tick, held) : 0;
  const stroke = state.rules.hands === "lanes" ? laneStroke(pressed) : bladeStroke(state.blade, at);
  const { things, cut, fallen } = flyAll(state.things, quartersOf(state, tick), stroke);
  const flown: State = {
    ...state,
    tick,
    things,
    events: 0,
    cuts: noCuts,
    closed: undefined,
    blade: at,
    held,
  };
  const counted = countCuts(countMissed(flown, fallen), cut, stroke);
  return endIfOver(throwDue(closeComboInTime(bluntLanes(counted, pressed, cut))));
}

function countMissed(state: State, fallen: readonly Thing[]): State {
  if (!fallen.some(({ kind }) => isFruit(kind))) return state;
  const missed = fallen.filter(({ kind }) => isFruit(kind)).length;
  return { ...state, missed: state.missed + missed, events: state.events | happened.missed };
}

const bombTicks = 5 * ticksPerSecond;

function endIfOver(state: State): State {
  const { misses } = modeOf(state.rules);
  const next = (state.events & happened.bomb) === 0 ? state : explode(state);
  if (next.over !== undefined) return next;
  if (misses !== undefined && next.missed >= misses) return end(next, "missed");
  return next.endsAt !== undefined && next.tick >= next.endsAt ? end(next, "time") : next;
}

/** By time it costs time, each one; otherwise everything. */
function explode(state: State): State {
  if (state.endsAt === undefined) return end(state, "bomb");
  const bombs = state.cuts.filter(({ kind }) => kind === "bomb").length;
  return { ...state, endsAt: state.endsAt - bombs * bombTicks };
}

/** A combo that goes on still counts. */
const end = (state: State, over: State["over"]): State => ({ ...closeCombo(state), over });
