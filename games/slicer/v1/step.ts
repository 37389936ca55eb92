/** One tick: everything flies, what the player cuts is counted, what is due is thrown, and perhaps it is over. */
import { type TickInput, ticksPerSecond } from "../../kit/engine.ts";
import { bladeStroke } from "./blade.ts";
import { flyAll } from "./flight.ts";
import { bluntLanes, laneStroke, pressedOf } from "./lanes.ts";
import { modeOf } from "./rules.ts";
import { closeCombo, closeComboInTime, countCuts } from "./score.ts";
import { type Cut, type Draft, type State, happened } from "./state.ts";
import { type Thing, isFruit } from "./things.ts";
import { throwDue } from "./throw.ts";

const noCuts: readonly Cut[] = [];

export function step(state: State, { held, at }: TickInput): State {
  if (state.over !== undefined) return state;
  const tick = state.tick + 1;
  const pressed = state.rules.hands === "lanes" ? pressedOf(state, tick, held) : 0;
  const stroke = state.rules.hands === "lanes" ? laneStroke(pressed) : bladeStroke(state.blade, at);
  const next: Draft = {
    ...state,
    tick,
    events: 0,
    cuts: noCuts,
    closed: undefined,
    blade: at,
    held,
  };
  const { cut, fallen } = flyAll(next, stroke);
  countMissed(next, fallen);
  countCuts(next, cut, stroke);
  bluntLanes(next, pressed, cut);
  closeComboInTime(next);
  throwDue(next);
  endIfOver(next);
  return next;
}

function countMissed(next: Draft, fallen: readonly Thing[]): void {
  for (const { kind } of fallen) {
    if (!isFruit(kind)) continue;
    next.missed += 1;
    next.events |= happened.missed;
  }
}

const bombTicks = 5 * ticksPerSecond;

function endIfOver(next: Draft): void {
  if ((next.events & happened.bomb) > 0) explode(next);
  if (next.over !== undefined) return;
  const { misses } = modeOf(next.rules);
  if (misses !== undefined && next.missed >= misses) end(next, "missed");
  else if (next.endsAt !== undefined && next.tick >= next.endsAt) end(next, "time");
}

/** By time it costs time, each one; otherwise everything. */
function explode(next: Draft): void {
  if (next.endsAt === undefined) return end(next, "bomb");
  const bombs = next.cuts.filter(({ kind }) => kind === "bomb").length;
  next.endsAt -= bombs * bombTicks;
}

/** A combo that goes on still counts. */
function end(next: Draft, over: State["over"]): void {
  closeCombo(next);
  next.over = over;
}
