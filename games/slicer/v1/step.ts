/** One tick: everything flies, what the player cuts is counted, what is due is thrown, and perhaps it is over. */
import { type TickInput, ticksPerSecond } from "../../kit/engine.ts";
import { bladeEdge, cutsNothing } from "./blade.ts";
import { flyAll, quartersOf } from "./flight.ts";
import { bluntLanes, laneEdge, strokeOf } from "./lanes.ts";
import { modeOf } from "./rules.ts";
import { closeCombo, closeComboInTime, countCuts } from "./score.ts";
import { type Cut, type State, happened } from "./state.ts";
import { type Thing, isFruit } from "./things.ts";
import { throwDue } from "./throw.ts";

const noCuts: readonly Cut[] = [];

export function step(state: State, { held, at }: TickInput): State {
  if (state.over !== undefined) return state;
  const begun: State = {
    ...state,
    tick: state.tick + 1,
    events: 0,
    cuts: noCuts,
    closed: undefined,
    blade: at,
    held,
  };
  const flown = state.rules.hands === "blade" ? swipe(state, begun) : stroke(state, begun);
  return endIfOver(throwDue(closeComboInTime(flown)));
}

function swipe(before: State, begun: State): State {
  const [from, to] = [before.blade, begun.blade];
  const { things, cut, fallen } = flyAll(before.things, quartersOf(begun), bladeEdge(from, to));
  const next = countMissed({ ...begun, things }, fallen);
  if (from === undefined || to === undefined) return next;
  return countCuts(next, cut, { dx: to.x - from.x, dy: to.y - from.y });
}

/** What a lane's button cuts is cut level. */
const level = { dx: 256, dy: 0 };

function stroke(before: State, begun: State): State {
  const pressed = strokeOf(begun, before.held);
  const edge = pressed === 0 ? cutsNothing : laneEdge(pressed);
  const { things, cut, fallen } = flyAll(before.things, quartersOf(begun), edge);
  const next = countMissed({ ...begun, things }, fallen);
  return bluntLanes(countCuts(next, cut, level), pressed, cut);
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
