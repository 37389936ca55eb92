import type { Random } from "../../kit/random.ts";
import type { Hit } from "./events.ts";
import type { Rules } from "./rules.ts";

/** The upper left corner, and what it moved by in the last tick: a view draws it between there and here. */
export type Shot = { x: number; y: number; dy: number };
/** Of kind 0 are those that were aimed. */
export type RaiderShot = Shot & { kind: number };

export type Ranks = {
  /** Of each rank, the lowest first, a bit for each column that is still there. */
  alive: readonly number[];
  left: number;
  /** The cell of the first column in the lowest rank, as those stand that have not stepped in this round. */
  x: number;
  y: number;
  /** To which side: 1 right, -1 left. */
  way: number;
  /** All go down in this round, and not to the side. */
  dropping: boolean;
  /** Raiders are counted from the lowest rank's left: those before this one have stepped. */
  next: number;
  rounds: number;
};

/** Rows of pixels of each shield, the first column in the lowest bit. */
export type Shields = readonly (readonly number[])[];

type Ship = {
  x: number;
  dx: number;
  /** Ticks until it is there again; meanwhile raiders stand. */
  gone: number;
  /** Ticks for which nothing harms it. */
  safe: number;
};

export type State = {
  rules: Rules;
  tick: number;
  held: number;
  score: number;
  lives: number;
  hadExtraLife: boolean;
  /** The first one is 1. */
  wave: number;
  /** Ticks until the next wave, once all raiders are hit. */
  pause: number;
  ship: Ship;
  shots: readonly Shot[];
  /** Ticks until the next shot may leave. */
  reload: number;
  /** Since the beginning: the saucer's side and its points hang on it. */
  shotsFired: number;
  ranks: Ranks;
  raiderShots: readonly RaiderShot[];
  raiderWait: number;
  shields: Shields;
  saucer: { x: number; dx: number } | undefined;
  saucerWait: number;
  waitChance: Random;
  kindChance: Random;
  columnChance: Random;
  /** Bits of `happened`. */
  events: number;
  hits: readonly Hit[];
  over: boolean;
};

/** The tick's own copy: its fields are set anew, and what hangs on them is never changed. */
export type Draft = { -readonly [Name in keyof State]: State[Name] };

export function add(next: Draft, event: number, hit?: Hit): void {
  next.events |= event;
  if (hit !== undefined) next.hits = [...next.hits, hit];
}
