/** What cuts bring: points, combos, and what stars, frosts and bombs do. The score never falls. */
import { ticksPerSecond } from "../../kit/engine.ts";
import type { Stroke } from "./flight.ts";
import { type Cut, type State, happened } from "./state.ts";
import { type Thing, kinds } from "./things.ts";

const comboTicks = 18;
const leastCombo = 3;
const doubleTicks = 5 * ticksPerSecond;
const frostTicks = 4 * ticksPerSecond;

const factorOf = ({ tick, doubleUntil }: State) => (tick < doubleUntil ? 2 : 1);

export function countCuts(state: State, cut: readonly Thing[], { dx, dy }: Stroke): State {
  if (cut.length === 0) return state;
  const factor = factorOf(state);
  const cuts = cut.map(({ kind, x, y, vx, vy, angle }): Cut => {
    return { kind, x, y, vx, vy, angle, dx, dy, points: kinds[kind].points * factor };
  });
  const has = (kind: Thing["kind"]) => cut.some((thing) => thing.kind === kind);
  const sliced = cut.filter(({ kind }) => kind !== "bomb").length;
  const combo = state.combo + sliced;
  return {
    ...state,
    cuts,
    score: cuts.reduce((score, { points }) => score + points, state.score),
    sliced: state.sliced + sliced,
    combo,
    comboUntil: sliced > 0 ? state.tick + comboTicks : state.comboUntil,
    doubleUntil: has("star") ? state.tick + doubleTicks : state.doubleUntil,
    frostUntil: has("frost") ? state.tick + frostTicks : state.frostUntil,
    events:
      state.events |
      (sliced > 0 ? happened.cut : 0) |
      (has("star") || has("frost") ? happened.special : 0) |
      (has("bomb") ? happened.bomb : 0),
  };
}

/** Three or more bring as many points again as there were. */
export function closeCombo(state: State): State {
  const { combo } = state;
  if (combo < leastCombo) return combo === 0 ? state : { ...state, combo: 0 };
  const points = combo * factorOf(state);
  return {
    ...state,
    combo: 0,
    score: state.score + points,
    bestCombo: Math.max(state.bestCombo, combo),
    closed: { size: combo, points },
    events: state.events | happened.combo,
  };
}

/** Ends with the swipe, or when nothing follows for a while; of lanes' buttons only the latter. */
export function closeComboInTime(state: State): State {
  const lifted = state.rules.hands === "blade" && state.blade === undefined;
  return lifted || state.tick >= state.comboUntil ? closeCombo(state) : state;
}
