import type { Place } from "../../kit/engine.ts";
import { type Random, randomOf } from "../../kit/random.ts";
import { type Rules, modeOf } from "./rules.ts";
import type { Kind, Thing } from "./things.ts";
import { type Wave, drawWave } from "./waves.ts";

/** What happened in the last tick: bits of `events`. */
export const happened = {
  cut: 1,
  combo: 2,
  bomb: 4,
  missed: 8,
  special: 16,
  thrown: 32,
  /** A lane's button was pressed, and nothing was there. */
  blunted: 64,
};

/** Something that was cut in the last tick: it is no longer among the things, its halves are for who draws. */
export type Cut = {
  kind: Kind;
  x: number;
  y: number;
  vx: number;
  vy: number;
  angle: number;
  /** How the blade went, in the pointer's units. */
  dx: number;
  dy: number;
  points: number;
};

export type State = {
  rules: Rules;
  /** How many there were. */
  tick: number;
  score: number;
  /** Why it is over; undefined: it is not. */
  over: "missed" | "bomb" | "time" | undefined;
  /** The ones thrown first come first. */
  things: readonly Thing[];
  /** Of the last tick, as `cuts` and `closed` are. */
  events: number;
  cuts: readonly Cut[];
  /** A combo of three or more that came to its end, and what it brought. */
  closed: { size: number; points: number } | undefined;
  thrown: number;
  sliced: number;
  missed: number;
  bestCombo: number;
  /** How many were cut in the one that goes on. */
  combo: number;
  /** Ticks until which something lasts: it does while `tick` is below. */
  comboUntil: number;
  doubleUntil: number;
  frostUntil: number;
  bluntUntil: readonly number[];
  /** Undefined: not by time. */
  endsAt: number | undefined;
  wave: Wave;
  random: { waves: Random; kinds: Random; paths: Random };
  /** What the player did in the last tick. */
  blade: Place | undefined;
  held: number;
};

/** The tick's own copy: its fields are set anew, and what hangs on them is never changed. */
export type Draft = { -readonly [Name in keyof State]: State[Name] };

export const laneCount = 5;
/** A moment to look, and no longer: who counts down has done so before. */
const firstThrowAt = 45;

export function begin(seed: number, rules: Rules): State {
  const { ticks, firstWave } = modeOf(rules);
  const [wave, waves] = drawWave(firstWave, rules, 0, randomOf(seed, 0));
  return {
    rules,
    tick: 0,
    score: 0,
    over: undefined,
    things: [],
    events: 0,
    cuts: [],
    closed: undefined,
    thrown: 0,
    sliced: 0,
    missed: 0,
    bestCombo: 0,
    combo: 0,
    comboUntil: 0,
    doubleUntil: 0,
    frostUntil: 0,
    bluntUntil: Array.from({ length: laneCount }, () => 0),
    endsAt: ticks,
    wave: { ...wave, nextAt: firstThrowAt },
    random: { waves, kinds: randomOf(seed, 1), paths: randomOf(seed, 2) },
    blade: undefined,
    held: 0,
  };
}
